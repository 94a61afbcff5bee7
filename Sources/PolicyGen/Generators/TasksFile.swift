internal import PolicyModel

/// The file with the tasks' identifiers, requests, submission and registration.
enum TasksFile {
  /// The file. `nil` for a policy without tasks.
  static func file(of policy: Policy, in context: GenerationContext) -> GeneratedFile? {
    let all = GeneratedTask.all(of: policy, in: context)
    guard !all.isEmpty else { return nil }
    let leftOut = all.leftOut
    guard leftOut.condition != nil else {
      var writer = context.swiftFile(importing: ["BackgroundTasks", "Foundation"], usesRuntime: true)
      write(all, in: context, to: &writer)
      return GeneratedFile(
        path: context.processes.ofApp("\(context.name)Tasks.swift"), text: writer.text)
    }
    var writer = context.swiftFile(importing: ["Foundation"], usesRuntime: true)
    writer.unless(leftOut) { writer in
      writer.text("import BackgroundTasks\n")
      write(all.within(leftOut), in: context, to: &writer)
    }
    return GeneratedFile(
      path: context.processes.ofApp("\(context.name)Tasks.swift"), text: writer.text)
  }

  private static func write(
    _ tasks: [GeneratedTask], in context: GenerationContext, to writer: inout CodeWriter
  ) {
    TaskIdentifiers.write(tasks, in: context, to: &writer)
    writer.line()
    TaskRequests.write(tasks, in: context, to: &writer)
    writer.line()
    TaskSubmission.write(tasks, in: context, to: &writer)
    if tasks.contains(where: TaskMoments.isAwaited) {
      writer.line()
      TaskMoments.write(tasks, in: context, to: &writer)
    }
    let registered = tasks.filter { !$0.isRunByScene }
    if !registered.isEmpty {
      writer.line()
      TaskRegistration.write(registered, in: context, to: &writer)
    }
    let continued = tasks.filter { $0.type == .continuedProcessing }
    if !continued.isEmpty {
      writer.line()
      writer.unless(continued.leftOut) { writer in
        let tasks = continued.within(continued.leftOut)
        ContinuedWork.write(in: context, to: &writer)
        writer.line()
        ContinuedRun.write(tasks, in: context, to: &writer)
      }
    }
  }
}
