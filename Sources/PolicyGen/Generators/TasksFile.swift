internal import PolicyModel

/// The file with the tasks' identifiers, requests, submission and registration.
enum TasksFile {
  /// The file; `nil` for a policy without tasks.
  static func file(of policy: Policy, _ target: GenerationTarget) -> GeneratedFile? {
    let tasks = GeneratedTask.all(of: policy, target)
    guard !tasks.isEmpty else { return nil }
    var writer = target.swiftFile(importing: ["BackgroundTasks", "Foundation"])
    if tasks.contains(where: { $0.moments.contains(.enteringBackground) }) {
      writer.conditional(ApplicationTasks.hasApplication) { $0.line("import UIKit") }
      writer.line()
    }
    TaskIdentifiers.write(tasks, target, &writer)
    writer.line()
    TaskRequests.write(tasks, target, &writer)
    writer.line()
    TaskSubmission.write(tasks, target, &writer)
    if tasks.contains(where: { $0.backoff != nil }) {
      writer.line()
      TaskBackoff.write(target, &writer)
    }
    if tasks.contains(where: TaskMoments.isAwaited) {
      writer.line()
      TaskMoments.write(tasks, target, &writer)
    }
    let registered = tasks.filter { !$0.isRunByScene }
    if !registered.isEmpty {
      writer.line()
      TaskRegistration.write(registered, target, &writer)
      writer.line()
      TaskRun.write(registered, target, &writer)
    }
    if let continued = tasks.first(where: { $0.type == .continuedProcessing }) {
      writer.line()
      ContinuedWork.write(continued, target, &writer)
    }
    writer.line()
    writer.documentation("Swift's own type, since an app may well have a type of this name.")
    writer.line("private typealias SwiftTask = _Concurrency.Task")
    return GeneratedFile(path: "\(target.name)Tasks.swift", text: writer.text)
  }
}
