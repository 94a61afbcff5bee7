internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax
internal import Quantities

/// The app refresh and processing tasks that a policy has for a system without `BGTaskScheduler`.
struct SchedulerGap {
  private let platform: Platform
  private let written: Located<Version>
  /// The tasks that run only on the system without `BGTaskScheduler`.
  private var lost: [TaskRequest] = []
  /// The tasks that also run on other systems.
  private var partial: [TaskRequest] = []

  /// The tasks of a policy. `nil` if the app is not built for the system.
  static func of(_ policy: Policy, on platform: Platform) -> SchedulerGap? {
    guard let written = policy.app?.value.deploymentTarget[platform] else { return nil }
    // If the app has a watch app, watchOS is the system of the watch app, and the tasks belong to the phone
    // app.
    guard platform != .watchOS || !policy.hasWatchApp else { return nil }
    var gap = SchedulerGap(platform: platform, written: written)
    // Other rules check continued processing and health research.
    for task in policy.tasks where task.type?.value == .appRefresh || task.type?.value == .processing {
      let target = policy.deploymentTarget(of: task)
      guard target[platform] != nil else { continue }
      if target.platforms == [platform] { gap.lost.append(task) } else { gap.partial.append(task) }
    }
    return gap
  }

  /// An error for each task that can't run on any system, and one note on all tasks that can run on other
  /// systems.
  func diagnostics(_ context: RuleContext, help: String) -> [Diagnostic] {
    let name = platform.rawValue
    let built = [(location: DiagnosticLocation.key(written.node), message: "built for \(name)")]
    let errors = lost.compactMap { task in
      task.type.map { type in
        context.diagnostic(
          at: .value(type.node), "\(task.name.value) needs BGTaskScheduler, which \(name) does not have",
          help: help,
          related: built)
      }
    }
    guard let first = partial.first, let type = first.type else { return errors }
    let names = partial.map(\.name.value).joined(separator: ", ")
    let note = context.diagnostic(
      at: .value(type.node),
      "\(name) has no BGTaskScheduler: \(names) \(partial.count > 1 ? "run" : "runs") only on other systems",
      help: "\(help); if this is intended, list the other systems in `platforms`",
      related: built + partial.dropFirst().map { (.key($0.name.node), "also runs only on other systems") },
      severity: .info)
    return errors + [note]
  }
}
