internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let codeVoIPModeMissing = Rule(
    "BGP772", "code-voip-mode-missing", .code, .warning,
    summary: "A push registry for VoIP pushes in an app without the background mode voip",
    why:
      "PushKit gives an app without the mode no token for VoIP pushes, and does not wake the app for a call.",
    guide: RuleGuide(
      symptom: "No error: pushRegistry(_:didUpdate:for:) is not called, and no push arrives.",
      ignoreWhen: "The app takes calls only in a build that this one is not.",
      related: ["push-call-not-reported", "plist-mode-missing"]),
    citations: [.voIPNotifications, .executionModes],
    triggers: [
      .withApp(
        """
        backgroundModes: [‹remote-notification→voip›]
        """,
        """
        import PushKit

        public func register(_ registry: PKPushRegistry) {
          «registry.desiredPushTypes» = [.voIP]
        }
        """)
    ],
    passes: [
      .withApp(
        """
        backgroundModes: [remote-notification]
        """,
        """
        import PushKit

        public func register(_ registry: PKPushRegistry) {
          registry.desiredPushTypes = [.fileProvider]
        }
        """)
    ],
    check: .facts([.pushRegistry]) { fact, code, policy, context in
      guard fact.takesCalls, fact.conditions.isEmpty, !code.isInExtension(fact), policy.hasMode("voip"),
        !policy.placedBackgroundModes.contains(where: { $0.value == "voip" })
      else { return nil }
      return context.diagnostic(
        at: fact.location, in: code,
        "No VoIP push arrives, because the app does not have the background mode voip",
        help: "add voip to UIBackgroundModes in the Info.plist and to the policy's backgroundModes")
    }
  )
}
