internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let taskPriorityRange = Rule(
    "BGP304", "task-priority-range", .transfers, .error,
    summary: "A priority outside the range 0 to 1",
    why: "URLSessionTask.priority ranges from 0.0 to 1.0.",
    guide: RuleGuide(
      swift: """
        task.priority = URLSessionTask.highPriority
        """,
      related: ["transfer-priority-not-generated"]),
    citations: [.urlSessionHeader],
    triggers: [
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d }
      transfers:
        photos: { session: library, size: 4MB, priority: «10→0.75» }
      """
    ],
    check: .transfers { transfer, _, _, context in
      let range = PlatformFacts.priorities.value
      guard let priority = transfer.priority.written, !range.contains(priority.value) else { return nil }
      let nearest = min(max(priority.value, range.lowerBound), range.upperBound)
      return context.diagnostic(
        at: .value(priority.node), "The priority of \(transfer.name.value) is not in the range 0 to 1",
        help: "use a number from 0 to 1, for example 0.5, the default",
        fixes: [
          context.replace(priority.node, withPlain: "\(nearest)", "Set it to \(nearest)", safety: .guesses)
        ])
    }
  )
}
