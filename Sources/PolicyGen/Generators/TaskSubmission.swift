internal import PlatformFacts
internal import PolicyModel

/// The functions that submit the tasks' requests.
enum TaskSubmission {
  /// Writes an enum with a function for each task.
  static func write(_ tasks: [GeneratedTask], in context: GenerationContext, to writer: inout CodeWriter) {
    writer.documentation(
      "Submits the requests for \(context.name)'s background tasks, as `TaskScheduling` does.")
    writer.block("nonisolated \(context.access)enum \(context.name)TaskSubmission") { writer in
      for (index, task) in tasks.enumerated() {
        if index > 0 { writer.line() }
        writer.unless(task.leftOut) { write(task, in: context, to: &$0) }
      }
      if let call = newerCall(in: context) {
        writer.line()
        writer.text(call)
      }
    }
  }

  private static func write(_ task: GeneratedTask, in context: GenerationContext, to writer: inout CodeWriter)
  {
    writer.documentation(documentation(of: task))
    if let condition = task.condition { writer.line("@available(\(condition.versions))") }
    writer.function(
      "\(context.access)static func \(task.submissionName)",
      parameters: TaskRequests.parameters(of: task, in: context),
      effects: "async throws(TaskSubmissionError)"
    ) { writer in
      if asksFirst(task) {
        writer.assignment("let identifier", "\(context.name)TaskIdentifier.\(task.swiftName)")
        writer.line("guard await !TaskScheduling.isPending(identifier) else { return }")
      }
      let arguments =
        ["limit: \(task.pendingLimit.map { "\($0.value)" } ?? "nil")"]
        + (task.isRunByScene ? ["isRunByScene: true"] : [])
        + (newerCall(in: context) == nil ? [] : ["by: submit"])
      writer.closureCall("try await TaskScheduling.submit", arguments: arguments.joined(separator: ", ")) {
        let continued = (task.isWildcard ? ["identifier"] : []) + ["title: title", "subtitle: subtitle"]
        let others = task.takesDate ? ["earliestBeginDate: earliestBeginDate"] : []
        $0.memberCall(
          after: "", on: "\(context.name)TaskRequest", member: task.swiftName,
          arguments: task.type == .continuedProcessing ? continued : others)
      }
    }
  }

  private static func documentation(of task: GeneratedTask) -> [String] {
    let what = "Submits a request for \(task.quotedName)."
    guard let limit = task.pendingLimit else {
      return [
        what,
        "Call it when a person has started the work, with the app in the foreground (\(Citation.taskRequestHeader.title)), after its identifier is registered.",
      ]
    }
    let kind = task.type == .appRefresh ? "app refresh" : "processing"
    return [
      what,
      "One request is one launch. The limit of pending \(kind) requests is \(limit.value) in total (\(limit.citations[0].title)).",
    ] + occasions(of: task)
  }

  /// Sentences about the callers of the function that the policy determines.
  private static func occasions(of task: GeneratedTask) -> [String] {
    let request = task.request
    var sentences: [String] = []
    if request.conditional.value {
      sentences.append("The app decides when to call it; generated code does not.")
    } else if request.submittedAt != nil, !task.moments.isEmpty {
      let moments = task.moments.map { moment in
        switch moment {
        case .launch: "at launch"
        case .enteringBackground: "when the app enters the background"
        case .handlerStart: "before its work"
        case .handlerEnd: "after its work"
        case .failure: "after work that failed"
        case .userAction: "for a person"
        }
      }
      sentences.append("Generated code calls it \(moments.joined(separator: ", ")).")
    }
    if request.isSubmitted(at: .userAction), !request.conditional.value {
      sentences.append("Call it when a person asks for the work.")
    }
    if task.isRunByScene {
      sentences.append(
        "Don't call it before SwiftUI has registered the task, such as in the initializer of the `App`: the system ends an app that submits a request without a launch handler."
      )
    }
    if asksFirst(task) {
      sentences.append(
        "While a request for it is pending, it does nothing: a new request would start its wait again.")
    }
    return sentences.isEmpty ? [] : [sentences.joined(separator: " ")]
  }

  /// Whether a pending request is left unchanged.
  private static func asksFirst(_ task: GeneratedTask) -> Bool {
    task.type != .continuedProcessing && task.request.unlessPending.value
  }

  /// Writes the statements that submit a request without waiting for the result.
  static func writeAgain(
    _ task: GeneratedTask, onlyIfMissing: Bool = false, in context: GenerationContext,
    to writer: inout CodeWriter
  ) {
    writer.closureCall(
      "await TaskScheduling.\(onlyIfMissing ? "ensure" : "next")",
      arguments: "\(context.name)TaskIdentifier.\(task.swiftName)"
    ) {
      writeCall(task, in: context, to: &$0)
    }
  }

  /// Writes the statements that submit a request and may throw.
  static func writeCall(_ task: GeneratedTask, in context: GenerationContext, to writer: inout CodeWriter) {
    if task.takesDate {
      writer.call(
        after: "let date = await handler", to: ".earliestBeginDate", arguments: ["of: .\(task.swiftName)"])
    }
    writer.memberCall(
      after: "try await ", on: "\(context.name)TaskSubmission", member: task.submissionName,
      arguments: task.takesDate ? ["earliestBeginDate: date"] : [])
  }

  /// The function that passes a request to the system by the newer call. `nil` if the SDK does not have the call.
  private static func newerCall(in context: GenerationContext) -> String? {
    let availability = PlatformFacts.submitTaskRequestAvailability.value
    guard let introduced = availability.introduced[.iOS], introduced <= context.sdk else { return nil }
    let condition = AvailabilityCondition(availability, on: context.deploymentTarget)
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
      /// Passes a request to the system.
      @Sendable
      private static func submit(_ request: sending BGTaskRequest) async throws {
        // It replaces submit (\(Citation.submitTaskRequest.title)).
        \(call ?? "try await BGTaskScheduler.shared.submitTaskRequest(request)")
      }
      """
  }
}

extension GeneratedTask {
  /// The name of the function that submits the task's request: `submitRefresh` for `refresh`.
  var submissionName: String { SwiftName.function("submit", of: request.name.value) }
}
