internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let uitaskInExtension = Rule(
    "BGP253", "uitask-in-extension", .applicationTasks, .error,
    summary: "A background task of UIApplication in an extension",
    why: "Extensions have no UIApplication; they use ProcessInfo.performExpiringActivity.",
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
        "\(target.name.value) has no UIApplication, so it can't begin \(task.name.value)",
        help: "use ProcessInfo.performExpiringActivity there",
        related: [(.key(target.name.node), "the target")])
    }
  )
}
