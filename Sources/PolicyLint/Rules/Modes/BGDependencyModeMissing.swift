internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgDependencyModeMissing = Rule(
    "BGP271", "bg-dependency-mode-missing", .modes, .warning, .reported,
    summary: "A dependency's identifier without the background mode that its task needs",
    why: """
      Some dependencies register and submit a task of their own, with a known identifier. Permitting the \
      identifier is not enough: without the mode, each request that the dependency submits fails with notPermitted.
      """,
    guide: RuleGuide(
      symptom: "BGTaskScheduler.submit(_:) throws BGTaskScheduler.Error.notPermitted inside the dependency.",
      ignoreWhen: "The app permits the identifier and never starts that part of the dependency.",
      related: ["bg-refresh-mode-missing", "bg-processing-mode-missing"]),
    citations: [
      .expoBackgroundTask, .capgoBackgroundTask, .backgroundFetchInstallation, .workmanagerTasks, .dp3tTasks,
    ],
    triggers: [
      """
      backgroundModes: [fetch]
      permittedIdentifiers: [com.example.refresh, «com.expo.modules.backgroundtask.processing»]
      tasks:
        refresh: { type: appRefresh, identifier: com.example.refresh, reschedule: true }
      """,
      """
      backgroundModes: [processing]
      permittedIdentifiers: [com.example.cleanup, { identifier: «com.transistorsoft.fetch», owner: sdk }]
      tasks:
        cleanup: { type: processing, identifier: com.example.cleanup }
      """,
    ],
    passes: [
      """
      backgroundModes: [fetch, processing]
      permittedIdentifiers: [com.transistorsoft.fetch, com.expo.modules.backgroundtask.processing]
      tasks: {}
      """,
      // An identifier with the prefix of the dependency is the identifier of a processing task.
      """
      backgroundModes: [fetch, processing]
      permittedIdentifiers: [com.transistorsoft.fetch, com.transistorsoft.cleanup]
      tasks: {}
      """,
    ],
    check: .permittedIdentifiers { entry, policy, context in
      guard entry.value.owner.value == .sdk, let identifier = entry.value.identifier,
        let task = PlatformFacts.dependencyTask(identifier.value.written)?.value, let mode = task.mode,
        let modes = policy.backgroundModes, context.index.backgroundMode(mode) == nil,
        policy.hasMode(mode),
        // A declared task has a type, and other rules check it.
        !context.index.isForSomeTask(identifier.value)
      else { return nil }
      return context.diagnostic(
        at: .value(identifier.node),
        "The task of \(task.dependency), \(identifier.value.text), needs the background mode \(mode)",
        help: "add \(mode) to backgroundModes, or remove the identifier",
        related: [(.key(modes.node), "the list to add it to")],
        fixes: [
          context.append(mode, to: modes.node, "Add \(mode) to backgroundModes", safety: .changesInfoPlist)
        ])
    }
  )
}
