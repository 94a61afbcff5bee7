internal import PlatformFacts
internal import PolicyModel

/// The file with the tasks: their identifiers, requests and moments.
enum TasksFile {
  /// The file. `nil` for a policy without tasks.
  static func file(of policy: Policy, in context: GenerationContext) -> GeneratedFile? {
    let all = GeneratedTask.all(of: policy, in: context)
    guard !all.isEmpty else { return nil }
    let (leftOut, call) = (all.leftOut, newerCall(in: context))
    let protects = all.contains { $0.request.protectionTypeOfRequiredData != nil }
    var writer = context.swiftFile(
      importing: (protects ? ["Foundation"] : [])
        + (call != nil && leftOut == .none ? ["BackgroundTasks"] : []),
      usesRuntime: true)
    writer.unless(leftOut) { writer in
      if call != nil, leftOut != .none { writer.text("import BackgroundTasks\n") }
      write(all.within(leftOut), in: context, to: &writer)
      if let call { writer.text("\n" + call) }
    }
    return GeneratedFile(
      path: context.processes.ofApp("\(context.name)Tasks.swift"), text: writer.text)
  }

  private static func write(
    _ tasks: [GeneratedTask], in context: GenerationContext, to writer: inout CodeWriter
  ) {
    writer.documentation("The background tasks of \(context.name).")
    writer.block("nonisolated \(context.access)enum \(context.name)Tasks") { writer in
      for (index, task) in tasks.enumerated() {
        if index > 0 { writer.line() }
        writer.unless(task.leftOut) { TaskDeclaration.write(task, in: context, to: &$0) }
      }
    }
    let continued = tasks.filter { $0.type == .continuedProcessing }
    guard !continued.isEmpty else { return }
    writer.line()
    writer.unless(continued.leftOut) {
      ContinuedRun.write(continued.within(continued.leftOut), in: context, to: &$0)
    }
  }

  /// The function that passes a request to the system by the newer call. `nil` if the SDK does not have the call.
  private static func newerCall(in context: GenerationContext) -> String? {
    guard hasNewerCall(context) else { return nil }
    let condition = AvailabilityCondition(
      PlatformFacts.submitTaskRequestAvailability.value, on: context.deploymentTarget)
    let call = condition.map { condition in
      """
      if #available(\(condition.versions)) {
            try await BGTaskScheduler.shared.submitTaskRequest(request)
          } else {
            try BGTaskScheduler.shared.submit(request)
          }
      """
    }
    return """
      nonisolated extension ScheduledTask {
        /// Passes a request to the system by the call that replaces `submit`.
        fileprivate static let newerSubmission: ScheduledTask.Submit = { request in
          \(call ?? "try await BGTaskScheduler.shared.submitTaskRequest(request)")
        }
      }
      """
  }

  /// Whether the SDK has the newer call that passes a request to the system.
  static func hasNewerCall(_ context: GenerationContext) -> Bool {
    guard let introduced = PlatformFacts.submitTaskRequestAvailability.value.introduced[.iOS] else {
      return false
    }
    return introduced <= context.sdk
  }
}
