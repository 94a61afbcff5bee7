internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgContinuedNotUserInitiated = Rule(
    "BGP229", "bg-continued-not-user-initiated", .tasks, .warning,
    summary: "A continued processing task that a person does not start",
    why: """
      A continued processing task must follow a person's action in the foreground, and the system shows it \
      to that person. The system may reject or cancel one that a launch, a timer or a push starts.
      """,
    guide: RuleGuide(
      ignoreWhen: "A person starts the work, and the trigger names only the code that submits the request.",
      related: ["bg-continued-no-progress", "bg-continued-queue-loses"]),
    citations: [.wwdc25Background, .taskRequestHeader],
    triggers: [
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "26.0" } }
        tasks:
          export:
            type: continuedProcessing
            identifier: com.example.export.*
            title: Exporting
            subtitle: Photos
            trigger: «timer→userAction»
        """)
    ],
    check: .tasksOfType(.continuedProcessing) { task, _, context in
      guard let trigger = task.trigger, trigger.value != .userAction else { return nil }
      return context.diagnostic(
        at: .value(trigger.node),
        "\(task.name.value) is started by a \(trigger.value.rawValue), but must follow a person's action",
        help: "submit it when a person starts the work, or make it a processing task")
    }
  )
}
