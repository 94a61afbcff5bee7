internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgContinuedStaticID = Rule(
    "BGP228", "bg-continued-static-id", .info, reporting: .oncePerFile,
    summary: "A continued processing task without a wildcard",
    why: """
      The header of the SDK 26.0 asks for an identifier that ends in .*, later texts recommend it, and \
      Apple's own session uses a fixed one. With a wildcard each run has its own identifier.
      """,
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
        "\(identifier.value.text) is one identifier for every run of \(task.name.value)",
        help: "end it in .*, and submit each run under an identifier of its own",
        fixes: [
          // Where the permitted ones are listed, the list would have to follow.
          policy.permittedIdentifiers == nil
            ? context.replace(
              identifier.node, with: identifier.value.written + ".*", "Put .* behind it",
              safety: .changesIdentifiers)
            : nil
        ])
    }
  )
}
