internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let codePrivateSelector = Rule(
    "BGP723", "code-private-selector", .code, .error,
    summary: "A private method of the debugger in code that is released",
    why: """
      The methods that simulate launches and expirations are for debugging only, and an app that refers to them is \
      rejected. Code inside #if DEBUG is not released; \
      code that nothing calls is.
      """,
    guide: RuleGuide(
      symptom: "App Review can reject the app.", related: ["bg-private-simulate"]),
    citations: [.developmentSimulation],
    triggers: [
      .withApp(
        RuleExample.refresh,
        """
        import BackgroundTasks

        public func simulate() {
          BGTaskScheduler.shared.perform(Selector((«"_simulateLaunchForTaskWithIdentifier:"»)), with: "com.example.refresh")
        }
        """),
      .withApp(
        RuleExample.refresh,
        """
        import BackgroundTasks

        private func simulate() {
          BGTaskScheduler.shared.perform(Selector((«"_simulateLaunchForTaskWithIdentifier:"»)), with: "com.example.refresh")
        }
        """),
    ],
    passes: [
      .withApp(
        RuleExample.refresh,
        """
        import BackgroundTasks

        public func simulate() {
          #if DEBUG
            BGTaskScheduler.shared.perform(Selector(("_simulateLaunchForTaskWithIdentifier:")), with: "com.example.refresh")
          #endif
        }
        """)
    ],
    check: .facts([.privateSelector]) { fact, code, _, context in
      guard let selector = fact["selector"], let text = selector.string else { return nil }
      return context.diagnostic(
        at: selector.location, in: code, "The app refers to \(text), which is for debugging only",
        help: "remove it, or put it inside #if DEBUG; `bgpolicy compile` writes commands for LLDB")
    }
  )
}
