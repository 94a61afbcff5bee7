internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax
internal import Quantities

extension Rule {
  static let bgEarliestBeginTooFar = Rule(
    "BGP222", "bg-earliest-begin-too-far", .warning,
    summary: "A task that may not begin within a week",
    why: """
      Apple asks to keep earliestBeginDate within a week. A request further ahead may never be launched.
      """,
    citations: [.wwdc19Background],
    triggers: [
      """
      tasks:
        cleanup: { type: processing, identifier: com.example.cleanup, earliestBegin: «30d» }
      """
    ],
    passes: [
      """
      tasks:
        cleanup: { type: processing, identifier: com.example.cleanup, earliestBegin: 7d }
      """
    ],
    check: .tasks { task, _, context in
      let most = PlatformFacts.earliestBeginMaximum.value
      guard let earliest = task.earliestBegin, earliest.value > most, task.type?.value != .continuedProcessing
      else {
        return nil
      }
      return context.issue(
        at: .value(earliest.place),
        "\(task.name.value) may not begin for \(earliest.value), more than \(most) ahead",
        help: "submit it again at each launch, with \(most) or less",
        fixes: [
          context.replace(
            earliest.place, withPlain: most.description, "Set earliestBegin to \(most)",
            safety: .unsafe(because: "changes how soon the task may run"))
        ])
    }
  )
}
