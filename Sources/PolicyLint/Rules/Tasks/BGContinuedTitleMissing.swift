internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgContinuedTitleMissing = Rule(
    "BGP227", "bg-continued-title-missing", .tasks, .error,
    summary: "A continued processing task without a title or a subtitle",
    why: "The system shows both while the task runs. Neither has a default.",
    guide: RuleGuide(
      symptom: """
        The Swift compiler reports “missing argument for parameter 'title' in call”. An empty text compiles.
        """,
      seenIn: [.swiftDiagnostics],
      swift: """
        let request = BGContinuedProcessingTaskRequest(
          identifier: "com.example.export.\\(job.id)", title: "Exporting", subtitle: "Photos")
        """),
    citations: [.taskRequestHeader],
    triggers: [
      """
      tasks:
        «export»: { type: continuedProcessing, identifier: com.example.export.*, subtitle: Photos }
      """,
      """
      tasks:
        export: { type: continuedProcessing, identifier: com.example.export.*, title: Exporting, subtitle: «""» }
      """,
    ],
    passes: [
      """
      tasks:
        export: { type: continuedProcessing, identifier: com.example.export.*, title: Exporting, subtitle: Photos }
      """
    ],
    check: .policy { policy, context in
      policy.tasks(ofType: .continuedProcessing).flatMap { task in
        [("title", task.title), ("subtitle", task.subtitle)].compactMap { name, text -> Diagnostic? in
          guard
            text?.value.hasOnlySpaces ?? !task.writtenKeys.contains(where: {
              "\($0.name)" == name
            }
            )
          else { return nil }
          return context.diagnostic(
            at: text.map { .value($0.node) } ?? .key(task.name.node),
            "The continued processing task \(task.name.value) has no \(name)",
            help: "add \(name), which the system shows while the task runs")
        }
      }
    }
  )
}
