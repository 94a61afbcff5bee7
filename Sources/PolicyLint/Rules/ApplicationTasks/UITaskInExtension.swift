internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let uitaskInExtension = Rule(
    "BGP253", "uitask-in-extension", .applicationTasks, .info,
    summary: "A background task in an extension, which has no UIApplication",
    why: """
      Extensions have no UIApplication. The generated code asks ProcessInfo.performExpiringActivity for the \
      time instead, and hand-written code has to do so, too.
      """,
    guide: RuleGuide(
      symptom: """
        The compiler reports “'shared' is unavailable in application extensions for iOS: Use view controller \
        based solutions where appropriate instead.” (seen in 2024).
        """,
      seenIn: [.extensionApplication],
      swift: """
        ProcessInfo.processInfo.performExpiringActivity(withReason: "save") { isExpired in
          if !isExpired { save() }
        }
        """),
    citations: [.performExpiringActivity],
    triggers: [
      """
      targets: { share: { type: extension, bundleIdentifier: com.example.share } }
      backgroundTasks:
        saveState: { name: Save state, target: «share», expectedRuntime: 5s }
      """
    ],
    passes: [
      """
      backgroundTasks:
        saveState: { name: Save state, expectedRuntime: 5s }
      """
    ],
    check: .backgroundTasks { task, policy, context in
      guard let name = task.target.written, name.value != Policy.Target.app,
        let target = policy.target(named: name.value)
      else { return nil }
      return context.diagnostic(
        at: .value(name.node),
        "\(target.name.value) has no UIApplication, so \(task.name.value) is an expiring activity",
        help: "in code of your own, use ProcessInfo.performExpiringActivity",
        related: [(.key(target.name.node), "the target")])
    }
  )
}
