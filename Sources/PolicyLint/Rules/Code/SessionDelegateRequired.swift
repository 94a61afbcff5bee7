internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionDelegateRequired = Rule(
    "BGP734", "session-delegate-required", .code, .error,
    summary: "A background session created without a delegate",
    why: """
      A background session delivers its results to its delegate only.
      """,
    guide: RuleGuide(
      symptom: "No error is documented: the transfers' results reach no code of the app.",
      swift: """
        let session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
        """,
      related: ["session-completion-handler-task"]),
    citations: [.urlSessionHeader],
    triggers: [
      .withApp(
        RuleExample.library,
        """
        import Foundation

        public let session = URLSession(configuration: «.background»(withIdentifier: "com.example.library"))
        """)
    ],
    passes: [.madeSession],
    check: .facts([.session]) { fact, code, _, context in
      guard fact["type"]?.string == "background", fact["delegate"]?.content == .null,
        // The app makes the session of an extension again, with a delegate, when its transfers have ended.
        !code.isInExtension(fact) || code.appEvents.isEmpty
      else { return nil }
      return context.diagnostic(
        at: fact.location, in: code,
        "The background session has no delegate, so that nothing receives its results",
        help: "make it with a delegate")
    }
  )
}
