internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgContinuedStaticID = Rule(
    "BGP228", "bg-continued-static-id", .tasks, .info, reporting: .oncePerFile,
    summary: "A continued processing task without a wildcard identifier",
    why: """
      The header of the iOS 26.0 SDK requires an identifier that ends in .*, later texts recommend one, and \
      Apple's own session uses a fixed identifier. With a wildcard, each run has its own identifier.
      """,
    guide: RuleGuide(
      ignoreWhen: """
        The app never runs two of these tasks at a time. The code in Apple's session uses a fixed \
        identifier, too.
        """,
      swift: """
        let request = BGContinuedProcessingTaskRequest(
          identifier: "com.example.export.\\(job.id)", title: "Exporting", subtitle: "Photos")
        """,
      related: ["bg-continued-submits-wildcard"]),
    citations: [.taskRequestHeader, .wwdc25Background],
    triggers: [
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "26.0" } }
        tasks:
          export: { type: continuedProcessing, identifier: «com.example.export», title: Exporting, subtitle: Photos }
        """)
    ],
    passes: [
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "26.0" } }
        tasks:
          export: { type: continuedProcessing, identifier: com.example.export.*, title: Exporting, subtitle: Photos }
        """)
    ],
    check: .tasksOfType(.continuedProcessing) { task, policy, context in
      guard let identifier = task.identifier, !identifier.value.isWildcard else { return nil }
      return context.diagnostic(
        at: .value(identifier.node),
        "Every run of \(task.name.value) has the same identifier, \(identifier.value.text)",
        help: "end it in .*, and submit each run with its own identifier",
        fixes: [
          // If the policy lists the permitted identifiers, that list would have to change too.
          policy.permittedIdentifiers == nil
            ? context.replace(
              identifier.node, with: identifier.value.written + ".*", "Append .*",
              safety: .changesIdentifiers)
            : nil
        ])
    }
  )
}
