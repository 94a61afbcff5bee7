internal import PlatformFacts
internal import PolicyModel

/// The functions that submit the tasks' requests.
enum TaskSubmission {
  /// Writes an enum with a function for each task.
  static func write(_ tasks: [GeneratedTask], in context: GenerationContext, to writer: inout CodeWriter) {
    writer.documentation(
      "Submits the requests for \(context.name)'s background tasks.",
      "Each request is submitted on its own, so that a failure does not affect the others, and never on the main thread, which it would block (\(Citation.submitReference.title)). A request replaces one of the same identifier that is still pending."
    )
    writer.block("nonisolated \(context.access)enum \(context.name)TaskSubmission") { writer in
      for task in tasks {
        writer.unless(task.leftOut) { write(task, in: context, to: &$0) }
        writer.line()
      }
      if tasks.contains(where: { !$0.moments.isEmpty }) {
        writeNext(
          isForScene: tasks.contains { $0.isRunByScene && !$0.moments.isEmpty }, in: context, to: &writer)
        writer.line()
      }
      if tasks.contains(where: TaskMoments.isEnsured) {
        writeEnsure(in: context, to: &writer)
        writer.line()
      }
      if tasks.contains(where: { asksFirst($0) || TaskMoments.isEnsured($0) }) {
        writeIsPending(in: context, to: &writer)
        writer.line()
      }
      if tasks.contains(where: { !$0.isRunByScene }) {
        writeCheck(in: context, to: &writer)
        writer.line()
      }
      writeSubmission(in: context, to: &writer)
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
      if !task.isRunByScene {
        let identifier = task.isWildcard ? "identifier.task" : ".\(task.swiftName)"
        writer.line("try check(\(identifier))")
      }
      if asksFirst(task) { writer.line("guard await !isPending(.\(task.swiftName)) else { return }") }
      writer.line("do {")
      writer.indented { writer in
        writer.block("try await submit") { writer in
          let continued = (task.isWildcard ? ["identifier"] : []) + ["title: title", "subtitle: subtitle"]
          let others = task.takesDate ? ["earliestBeginDate: earliestBeginDate"] : []
          writer.memberCall(
            after: "", on: "\(context.name)TaskRequest", member: task.swiftName,
            arguments: task.type == .continuedProcessing ? continued : others)
        }
      }
      writer.line("} catch {")
      writer.indented { writer in
        let limit = task.pendingLimit.map { "\($0.value)" } ?? "nil"
        writer.call(
          after: "throw ", to: "TaskSubmissionError", arguments: ["error", "limit: \(limit)"])
      }
      writer.line("}")
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
      "await \(context.name)TaskSubmission.\(onlyIfMissing ? "ensure" : "next")",
      arguments: ".\(task.swiftName)"
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

  private static func writeCheck(in context: GenerationContext, to writer: inout CodeWriter) {
    writer.documentation(
      "Throws if this process has not registered the task: the system raises an exception for its request, which Swift can't catch."
    )
    writer.function(
      "private static func check", parameters: ["_ identifier: \(context.name)TaskIdentifier"],
      effects: "throws(TaskSubmissionError)"
    ) {
      $0.line("guard RegisteredTasks.shared.contains(identifier) else { throw .notRegistered }")
    }
  }

  /// Writes the function that submits a request unless one is pending, for callers that don't wait for the result.
  private static func writeEnsure(in context: GenerationContext, to writer: inout CodeWriter) {
    writer.documentation("Submits a request if none is pending.")
    writer.function(
      "fileprivate static func ensure",
      parameters: ["_ identifier: \(context.name)TaskIdentifier", "_ submit: () async throws -> Void"],
      effects: "async"
    ) {
      $0.line("guard await !isPending(identifier) else { return }")
      $0.line("await next(identifier, submit)")
    }
  }

  private static func writeIsPending(in context: GenerationContext, to writer: inout CodeWriter) {
    writer.documentation("Whether the system has a pending request for the task.")
    writer.function(
      "private static func isPending", parameters: ["_ identifier: \(context.name)TaskIdentifier"],
      effects: "async -> Bool"
    ) {
      $0.text(
        """
        await withCheckedContinuation { continuation in
          BGTaskScheduler.shared.getPendingTaskRequests { requests in
            continuation.resume(
              returning: requests.contains { $0.identifier == identifier.rawValue })
          }
        }
        """)
    }
  }

  /// Writes the function for the next request. A scene calls the function from another file.
  private static func writeNext(
    isForScene: Bool, in context: GenerationContext, to writer: inout CodeWriter
  ) {
    writer.documentation(
      "Submits a request whose result no caller needs.",
      "The app goes on whether or not the system accepts it; the log has the reason if it does not.")
    writer.function(
      "\(isForScene ? "" : "fileprivate ")static func next",
      parameters: ["_ identifier: \(context.name)TaskIdentifier", "_ submit: () async throws -> Void"],
      effects: "async"
    ) { writer in
      writer.text("do {\n  try await submit()\n} catch {")
      writer.indented { TaskLog.write("is not requested", to: &$0) }
      writer.line("}")
    }
  }

  /// Writes the statements that pass a request to the system.
  private static func writeCall(
    _ request: String, in context: GenerationContext, to writer: inout CodeWriter
  ) {
    let source = Citation.submitTaskRequest.title
    let availability = PlatformFacts.submitTaskRequestAvailability.value
    guard let introduced = availability.introduced[.iOS], introduced <= context.sdk else {
      writer.line("try BGTaskScheduler.shared.submit(\(request))")
      return
    }
    writer.line("// It replaces submit (\(source)).")
    guard let condition = AvailabilityCondition(availability, on: context.deploymentTarget) else {
      writer.line("try await BGTaskScheduler.shared.submitTaskRequest(\(request))")
      return
    }
    writer.line("if #available(\(condition.versions)) {")
    writer.line("  try await BGTaskScheduler.shared.submitTaskRequest(\(request))")
    writer.line("} else {")
    writer.line("  try BGTaskScheduler.shared.submit(\(request))")
    writer.line("}")
  }

  private static func writeSubmission(in context: GenerationContext, to writer: inout CodeWriter) {
    writer.documentation("Passes a request to the system, in a task that never runs on the main thread.")
    writer.function(
      "private static func submit", parameters: ["_ request: @escaping @Sendable () -> BGTaskRequest"],
      effects: "async throws"
    ) { writer in
      writer.line("try await SwiftTask.detached {")
      writer.indented { writer in
        if context.isRecorded { writer.line("let request = request()") }
        writeCall(context.isRecorded ? "request" : "request()", in: context, to: &writer)
        RecorderFile.writeNote(
          "submit(\"\\(type(of: request))\", request.identifier)", in: context, to: &writer)
      }
      writer.line("}.value")
    }
  }
}

extension GeneratedTask {
  /// The name of the function that submits its request: `submitRefresh` for `refresh`.
  var submissionName: String { SwiftName.function("submit", of: request.name.value) }
}
