internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgProcessingPowerDefault = Rule(
    "BGP234", "bg-processing-power-default", .tasks, .warning, reporting: .oncePerFile,
    summary: "A CPU-intensive processing task that does not require external power",
    why: """
      requiresExternalPower is false by default. The task may then run on battery, where the CPU Monitor \
      ends it if it keeps the CPU busy.
      """,
    guide: RuleGuide(
      symptom: """
        The system kills the app. Its report has the event “cpu usage”, the action “Process killed” and \
        “exceeding limit of 80% cpu over 60 seconds” (seen on iOS 14.3).
        """,
      seenIn: [.cpuLimitReport],
      ignoreWhen: "The task keeps the CPU busy for short times only, and may use the battery.",
      swift: """
        request.requiresExternalPower = true
        """,
      related: ["bg-refresh-has-constraints"]),
    citations: [.wwdc19Background],
    triggers: [
      """
      tasks:
        «train»: { type: processing, identifier: com.example.train, cpuIntensive: true }
      """,
      """
      tasks:
        train: { type: processing, identifier: com.example.train, cpuIntensive: true, requiresExternalPower: «false» }
      """,
    ],
    passes: [
      """
      tasks:
        train: { type: processing, identifier: com.example.train, cpuIntensive: true, requiresExternalPower: true }
        cleanup: { type: processing, identifier: com.example.cleanup }
      """
    ],
    check: .tasks { task, _, context in
      guard task.isProcessing, task.cpuIntensive.value, !task.requiresExternalPower.value else { return nil }
      let written = task.requiresExternalPower.written
      let fix =
        written.map {
          context.replace(
            $0.node, withPlain: "true", "Set requiresExternalPower to true",
            safety: .reverses("requiresExternalPower: false"))
        }
        ?? context.insert(
          "requiresExternalPower", plain: "true", into: task.name.node, "Add requiresExternalPower: true",
          safety: .unsafe(because: "makes the task wait for external power"))
      return context.diagnostic(
        at: written.map { .value($0.node) } ?? .key(task.name.node),
        "\(task.name.value) is CPU-intensive, but may run on battery"
          + (written == nil ? ": requiresExternalPower is false by default" : ""), fixes: [fix])
    }
  )
}
