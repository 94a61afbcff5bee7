internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgContinuedBundlePrefix = Rule(
    "BGP226", "bg-continued-bundle-prefix", .tasks, .error,
    summary: "A continued processing task whose identifier does not begin with the bundle identifier",
    why: "The identifier of a continued processing task must begin with the app's bundle identifier.",
    guide: RuleGuide(
      symptom: """
        In a report of 2026, register(forTaskWithIdentifier:using:launchHandler:) returns true and \
        submit(_:) succeeds, but the launch handler is never called, and nothing in the log says why.
        """,
      seenIn: [.bundlePrefixReport],
      swift: """
        let request = BGContinuedProcessingTaskRequest(
          identifier: "com.example.export.\\(job.id)", title: "Exporting", subtitle: "Photos")
        """,
      related: ["bg-wildcard-position", "bg-continued-static-id", "bg-identifier-not-permitted"]),
    citations: [.taskRequestHeader, .longRunningTasks],
    triggers: [
      """
      tasks:
        export: { type: continuedProcessing, identifier: «org.other.export.*», title: Exporting, subtitle: Photos }
      """
    ],
    passes: [
      """
      tasks:
        export: { type: continuedProcessing, identifier: com.example.export.*, title: Exporting, subtitle: Photos }
      """,
      """
      tasks:
        export: { type: continuedProcessing, identifier: $(PREFIX).export.*, title: Exporting, subtitle: Photos }
      """,
    ],
    check: .tasksOfType(.continuedProcessing) { task, policy, context in
      guard let bundle = policy.app?.value.bundleIdentifier, let identifier = task.identifier,
        !identifier.value.text.hasPrefix(bundle.value + "."),
        // Another rule reports build settings without a value.
        !identifier.value.text.isUnresolved, !bundle.value.isUnresolved
      else { return nil }
      return context.diagnostic(
        at: .value(identifier.node),
        "The identifier \(identifier.value.text) does not begin with \(bundle.value)",
        help:
          "begin it with the bundle identifier and a period, for example $(PRODUCT_BUNDLE_IDENTIFIER).export.*",
        related: [(.value(bundle.node), "the bundle identifier")],
        fixes: [
          context.replace(
            identifier.node, with: "$(PRODUCT_BUNDLE_IDENTIFIER).\(identifier.value.written)",
            "Prefix it with the bundle identifier", safety: .changesIdentifiers)
        ])
    }
  )
}
