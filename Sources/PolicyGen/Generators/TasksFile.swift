internal import PolicyModel

/// The file with the tasks' identifiers, requests, submission and registration.
enum TasksFile {
  /// The file; `nil` for a policy without tasks.
  static func file(of policy: Policy, _ target: GenerationContext) -> GeneratedFile? {
    let all = GeneratedTask.all(of: policy, target)
    guard !all.isEmpty else { return nil }
    let leftOut = all.leftOut
    guard leftOut.condition != nil else {
      var writer = target.swiftFile(importing: ["BackgroundTasks", "Foundation"])
      writeImports(all, &writer)
      write(all, target, &writer)
      return GeneratedFile(path: "\(target.name)Tasks.swift", text: writer.text)
    }
    var writer = target.swiftFile(importing: ["Foundation"])
    writer.unless(leftOut) { writer in
      writer.text("import BackgroundTasks\n")
      writeImports(all, &writer)
      write(all.within(leftOut), target, &writer)
    }
    return GeneratedFile(path: "\(target.name)Tasks.swift", text: writer.text)
  }

  private static func writeImports(_ tasks: [GeneratedTask], _ writer: inout CodeWriter) {
    guard tasks.contains(where: { $0.moments.contains(.enteringBackground) }) else { return }
    writer.conditional(ApplicationTasks.hasApplication) { $0.line("import UIKit") }
    writer.line()
  }

  private static func write(
    _ tasks: [GeneratedTask], _ target: GenerationContext, _ writer: inout CodeWriter
  ) {
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
    let continued = tasks.filter { $0.type == .continuedProcessing }
    if let first = continued.first {
      writer.line()
      writer.unless(continued.leftOut) { ContinuedWork.write(first, target, &$0) }
    }
    writer.line()
    writer.documentation("Swift's own type: an app may declare a type of this name.")
    writer.line("private typealias SwiftTask = _Concurrency.Task")
  }
}
