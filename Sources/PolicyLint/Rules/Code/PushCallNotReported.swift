internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let pushCallNotReported = Rule(
    "BGP771", "push-call-not-reported", .code, .warning,
    summary: "A VoIP push for which the app reports no call before its method returns",
    why: """
      The system ends an app that returns from the method without reporting a call to CallKit, and after several such pushes \
      delivers no more of them to the app.
      """,
    guide: RuleGuide(
      symptom: """
        The app crashes with NSInternalInconsistencyException, “Killing app because it never posted an incoming call to the \
        system after receiving a PushKit VoIP push.”, or ends with 0xbaadca11 (seen on iOS 13 to 18).
        """,
      seenIn: [.unreportedCall],
      ignoreWhen: "A dependency reports the call from the method itself.",
      related: ["bg-mode-voip-unexplained"]),
    citations: [.voIPNotifications, .reactVoIPPush],
    triggers: [
      .withApp(
        """
        backgroundModes: [voip]
        """,
        """
        import CallKit
        import PushKit

        final class Calls: NSObject, PKPushRegistryDelegate {
          let provider = CXProvider(configuration: CXProviderConfiguration())

          func start(_ registry: PKPushRegistry) { registry.desiredPushTypes = [.voIP] }
          func pushRegistry(_ registry: PKPushRegistry, didUpdate credentials: PKPushCredentials, for type: PKPushType) {}

          «func» pushRegistry(
            _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType,
            completion: @escaping () -> Void
          ) {
            Task {
              let update = await self.update(for: payload)
              provider.reportNewIncomingCall(with: UUID(), update: update) { _ in completion() }
            }
          }
        }
        """)
    ],
    passes: [
      .withApp(
        """
        backgroundModes: [voip]
        """,
        """
        import CallKit
        import PushKit

        final class Calls: NSObject, PKPushRegistryDelegate {
          let provider = CXProvider(configuration: CXProviderConfiguration())

          func start(_ registry: PKPushRegistry) { registry.desiredPushTypes = [.voIP] }
          func pushRegistry(_ registry: PKPushRegistry, didUpdate credentials: PKPushCredentials, for type: PKPushType) {}

          func pushRegistry(
            _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType,
            completion: @escaping () -> Void
          ) {
            provider.reportNewIncomingCall(with: UUID(), update: CXCallUpdate()) { _ in completion() }
            Task { await refresh(payload) }
          }
        }
        """)
    ],
    check: .facts([.incomingPush]) { fact, code, _, context in
      guard let report = fact[.reports], code.facts(.pushRegistry).contains(where: \.takesCalls) else {
        return nil
      }
      let help = "call reportNewIncomingCall(with:update:completion:) of CXProvider before the method returns"
      switch report {
      case .now:
        let exits = fact.values.filter { $0.key == "exit" }.map(\.value.location)
        guard let first = exits.first else { return nil }
        return context.diagnostic(
          at: first, in: code, "The method for VoIP pushes can end here without a report of a call",
          help: "report a call on every path, and end it at once if there is none",
          related: exits.dropFirst().map { ($0, "and here") }
            + (first == fact.location ? [] : [(fact.location, "the method")]))
      case .later:
        return context.diagnostic(
          at: fact.location, in: code,
          "The call is reported only after the method that receives the VoIP push has returned", help: help)
      case .never, .nowhere:
        // The code of a dependency may report the call.
        guard code.isComplete, fact[.callsKnown] == true || code.hasNoDependency(for: "voip") else {
          return nil
        }
        return context.diagnostic(
          at: fact.location, in: code,
          report == .never && code.hasNoDependency(for: "voip")
            ? "The app receives VoIP pushes, and nothing in its code reports a call"
            : "The method for VoIP pushes returns without a report of a call", help: help)
      }
    }
  )
}
