internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax
internal import Quantities

/// The app refresh and processing tasks of a policy that are for a system without `BGTaskScheduler`.
struct SchedulerGap {
  private let platform: Platform
  /// Those that are for no other system.
  private var lost: [TaskRequest] = []
  /// Those that run elsewhere.
  private var partial: [TaskRequest] = []
  private let written: Located<Version>?

  init(on platform: Platform, in policy: Policy) {
    self.platform = platform
    written = policy.app?.value.deploymentTarget[platform]
    // Next to a watch app, the deployment target of watchOS is that target's, and the tasks are the phone app's.
    let isForWatchApp = platform == .watchOS && policy.targets.contains { $0.type?.value == .watchApp }
    guard written != nil, !isForWatchApp else { return }
    // Continued processing and health research have rules of their own for it.
    for task in policy.tasks where task.type?.value == .appRefresh || task.type?.value == .processing {
      let target = policy.deploymentTarget(of: task)
      guard target[platform] != nil else { continue }
      if target.platforms == [platform] { lost.append(task) } else { partial.append(task) }
    }
  }

  /// An error for each task that runs nowhere, and one note on all that run elsewhere.
  func diagnostics(_ context: RuleContext, help: String) -> [Diagnostic] {
    let name = platform.rawValue
    let built: [(location: DiagnosticLocation, message: String)] =
      written.map { [(.key($0.node), "built for \(name)")] } ?? []
    let errors = lost.compactMap { task in
      task.type.map { type in
        context.diagnostic(
          at: .value(type.node), "\(name) has no BGTaskScheduler for \(task.name.value)", help: help,
          related: built)
      }
    }
    guard let first = partial.first, let type = first.type else { return errors }
    let names = partial.map(\.name.value).joined(separator: ", ")
    let note = context.diagnostic(
      at: .value(type.node),
      "\(name) has no BGTaskScheduler: \(names) \(partial.count > 1 ? "run" : "runs") elsewhere only",
      help: "\(help); list the others in `platforms` to say that this is meant",
      related: built + partial.dropFirst().map { (.key($0.name.node), "runs elsewhere only, too") },
      severity: .info)
    return errors + [note]
  }
}
