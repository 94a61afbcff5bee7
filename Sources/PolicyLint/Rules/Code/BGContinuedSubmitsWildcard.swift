internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgContinuedSubmitsWildcard = Rule(
    "BGP714", "bg-continued-submits-wildcard", .code, .error,
    summary: "A continued processing task submitted under its wildcard",
    why: """
      A wildcard permits identifiers, but is not one: registering and submitting need an identifier with a suffix.
      """,
    guide: RuleGuide(
      symptom: """
        A launch handler registered under the wildcard does not count for its identifiers: submitting \
        crashes with NSInternalInconsistencyException, “No launch handler registered for task with \
        identifier com.example.export.…” (seen on iOS 26.0 beta 7).
        """,
      seenIn: [.wildcardHandlerReport],
      swift: """
        let request = BGContinuedProcessingTaskRequest(
          identifier: "com.example.export.\\(job.id)", title: "Exporting", subtitle: "Photos")
        """),
    citations: [.wwdc25Background],
    triggers: [
      .withApp(
        """
        tasks:
          export: { type: continuedProcessing, identifier: com.example.export.*, title: Exporting, subtitle: Photos }
        """,
        """
        import BackgroundTasks

        public func export() throws {
          let request = BGContinuedProcessingTaskRequest(
            identifier: «"com.example.export.*"», title: "Exporting", subtitle: "Photos")
          try BGTaskScheduler.shared.submit(request)
        }
        """)
    ],
    passes: [
      .withApp(
        """
        tasks:
          export: { type: continuedProcessing, identifier: com.example.export.*, title: Exporting, subtitle: Photos }
        """,
        """
        import BackgroundTasks

        public func export() throws {
          let request = BGContinuedProcessingTaskRequest(
            identifier: "com.example.export.one", title: "Exporting", subtitle: "Photos")
          try BGTaskScheduler.shared.submit(request)
        }
        """)
    ],
    check: .facts([.taskRequest]) { fact, code, policy, context in
      guard let value = fact["identifier"], let text = value.string, text.hasSuffix("*") else { return nil }
      return context.diagnostic(
        at: value.location, in: code, "The request has the wildcard \(text) as its identifier",
        help: "end the identifier in a suffix of its own, for example that of the work")
    }
  )
}
