internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionExtendedIdleDeprecated = Rule(
    "BGP153", "session-extended-idle-deprecated", .sessions, .warning, tags: .deprecated,
    summary: "shouldUseExtendedBackgroundIdleMode, which is no longer supported",
    why: "The property is deprecated since iOS 18.4, with the message that it is not supported.",
    guide: RuleGuide(
      symptom: """
        From deployment target 18.4 on, the Swift compiler warns that 'shouldUseExtendedBackgroundIdleMode' \
        “was deprecated in iOS 18.4: Not supported”.
        """,
      seenIn: [.swiftDiagnostics],
      ignoreWhen: "The app needs the property on systems before iOS 18.4."),
    citations: [.urlSessionHeader],
    triggers: [
      """
      sessions:
        api: { type: default, «shouldUseExtendedBackgroundIdleMode→waitsForConnectivity»: true }
      """
    ],
    check: .sessions { session, _, context in
      guard let written = session.shouldUseExtendedBackgroundIdleMode.written else { return nil }
      return context.diagnostic(
        at: .key(written.node), "shouldUseExtendedBackgroundIdleMode is not supported since iOS 18.4",
        help: "remove it; transfers that outlive the app belong in a background session",
        fixes: [
          context.remove(
            written.node, "Remove shouldUseExtendedBackgroundIdleMode", safety: .changesSwift)
        ])
    }
  )
}
