internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let uitaskUnnamed = Rule(
    "BGP251", "uitask-unnamed", .info, .stated, reporting: .oncePerFile,
    summary: "A background task of UIApplication without a name",
    why: """
      The name of a background task is what logs and the debugger show of it when it is not ended in \
      time.
      """,
    citations: [.backgroundTaskNotes],
    triggers: [
      """
      backgroundTasks:
        «saveState»: { expectedRuntime: 5s }
      """
    ],
    passes: [
      """
      backgroundTasks:
        saveState: { name: Save state, expectedRuntime: 5s }
      """
    ],
    check: .backgroundTasks { task, _, context in
      guard task.taskName?.value.isEmpty ?? !task.writtenKeys.contains(where: { $0.name.isEqual(to: "name") })
      else {
        return nil
      }
      let name = task.name.value
      let fix =
        task.taskName.map { context.replace($0.node, with: name, "Set its name to \(name)", safety: .safe) }
        ?? context.insert("name", name, into: task.name.node, "Add name: \(name)", safety: .safe)
      return context.diagnostic(
        at: task.taskName.map { .value($0.node) } ?? .key(task.name.node),
        "\(name) is begun without a name", help: "give it the name that you want to read in a log",
        fixes: [fix])
    }
  )
}
