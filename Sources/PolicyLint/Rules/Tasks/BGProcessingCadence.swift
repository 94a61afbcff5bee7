internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax
internal import Quantities

extension Rule {
  static let bgProcessingCadence = Rule(
    "BGP236", "bg-processing-cadence", .tasks, .info, .reported,
    summary: "A processing task that is expected to run again within hours",
    why: """
      Processing tasks run when the device is idle, mostly at night: once, or on two devices in logs about every half \
      hour. An earliestBegin of minutes or a few hours does not make them run that often by day, although published apps expect it.
      """,
    guide: RuleGuide(
      ignoreWhen: "The work can wait for a night, and earliestBegin only keeps it from running twice in one.",
      related: ["bg-refresh-floor", "bg-earliest-begin-exact"]),
    citations: [.wildApps, .processingLogs, .wwdc19Background],
    triggers: [
      """
      tasks:
        cleanup: { type: processing, identifier: com.example.cleanup, earliestBegin: «10m» }
      """
    ],
    passes: [
      """
      tasks:
        cleanup: { type: processing, identifier: com.example.cleanup, earliestBegin: 6h }
        worker: { type: processing, identifier: com.expo.modules.backgroundtask.processing, earliestBegin: 15m }
        exposures: { type: processing, identifier: com.example.exposure-notification, earliestBegin: 15m }
      """
    ],
    check: .tasksOfType(.processing) { task, _, context in
      let cadence = PlatformFacts.processingCadence.value
      guard let earliest = task.earliestBegin, case .after(let wait) = earliest.value, wait < cadence,
        !task.isOfDependency,
        // The system has a separate schedule for Exposure Notification tasks.
        !(task.identifier?.value.text.hasSuffix(PlatformFacts.exposureNotificationSuffix.value) ?? false)
      else { return nil }
      return context.diagnostic(
        at: .value(earliest.node), "\(task.name.value) is unlikely to run \(wait) after it is submitted",
        help:
          "expect runs at night, one or a few; use an app refresh task or a push for work that is needed sooner",
        fixes: [
          context.replace(
            earliest.node, withPlain: cadence.description, "Set earliestBegin to \(cadence)",
            safety: .unsafe(because: "changes how soon the task may run"))
        ])
    }
  )
}
