internal import PlatformFacts
internal import PolicyModel

/// The functions that submit the tasks' requests.
enum TaskSubmission {
  /// Writes an enum with a function for each task, and the error that they throw.
  static func write(_ tasks: [GeneratedTask], _ target: GenerationTarget, _ writer: inout CodeWriter) {
    writer.documentation(
      "Submits the requests for \(target.name)'s background tasks.",
      "Each request is submitted by itself, so that one which fails keeps no other from the system, and never on the main thread, which it would block (\(Citation.submitReference.title)). A request replaces one of the same identifier that is still pending."
    )
    writer.block("nonisolated \(target.access)enum \(target.name)TaskSubmission") { writer in
      for task in tasks {
        write(task, target, &writer)
        writer.line()
      }
      if tasks.contains(where: \.isRequestedAgain) {
        writeNext(isForScene: tasks.contains { $0.isRunByScene && $0.isRequestedAgain }, target, &writer)
        writer.line()
      }
      writeSubmission(target, &writer)
    }
    writer.line()
    TaskSubmissionError.write(tasks, target, &writer)
  }

  private static func write(_ task: GeneratedTask, _ target: GenerationTarget, _ writer: inout CodeWriter) {
    writer.documentation(documentation(of: task))
    if let condition = task.condition { writer.line("@available(\(condition.versions))") }
    writer.function(
      "\(target.access)static func \(task.swiftName)", TaskRequests.parameters(of: task, target),
      "async throws(\(target.name)TaskSubmissionError)"
    ) { writer in
      writer.line("do {")
      writer.indented { writer in
        writer.block("try await submit") { writer in
          let arguments = (task.isWildcard ? ["identifier"] : []) + ["title: title", "subtitle: subtitle"]
          writer.memberCall(
            "", "\(target.name)TaskRequest", task.swiftName,
            task.type == .continuedProcessing ? arguments : [])
        }
      }
      writer.line("} catch {")
      writer.indented { writer in
        let limit = task.pendingLimit.map { "\($0.value)" } ?? "nil"
        writer.call("throw ", "\(target.name)TaskSubmissionError", ["error", "limit: \(limit)"])
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
      "One request is one launch. Of \(kind) requests, \(limit.value) may be pending in all (\(limit.citations[0].title)).",
    ]
  }

  /// A scene calls it from another file.
  private static func writeNext(
    isForScene: Bool, _ target: GenerationTarget, _ writer: inout CodeWriter
  ) {
    writer.documentation(
      "Submits the request for the next launch of a task that runs now.",
      "The work runs whether or not the system takes the request; why it did not is in the log.")
    writer.function(
      "\(isForScene ? "" : "fileprivate ")static func next",
      ["_ identifier: \(target.name)TaskIdentifier", "_ submit: () async throws -> Void"],
      "async"
    ) { writer in
      writer.text("do {\n  try await submit()\n} catch {")
      writer.indented { TaskLog.write("is not requested again", target, &$0) }
      writer.line("}")
    }
  }

  private static func writeSubmission(_ target: GenerationTarget, _ writer: inout CodeWriter) {
    let source = Citation.submitTaskRequest.title
    writer.documentation("Hands a request to the system, in a task that is never on the main thread.")
    writer.function(
      "private static func submit", ["_ request: @escaping @Sendable () -> BGTaskRequest"], "async throws"
    ) { writer in
      writer.line("try await SwiftTask.detached {")
      writer.indented { writer in
        let availability = PlatformFacts.submitTaskRequestAvailability.value
        guard let introduced = availability.introduced[.iOS], introduced <= target.sdk else {
          writer.line("try BGTaskScheduler.shared.submit(request())")
          return
        }
        writer.line("// It replaces submit (\(source)).")
        guard let condition = Guard(availability, on: target.deploymentTarget) else {
          writer.line("try await BGTaskScheduler.shared.submitTaskRequest(request())")
          return
        }
        writer.line("if #available(\(condition.versions)) {")
        writer.line("  try await BGTaskScheduler.shared.submitTaskRequest(request())")
        writer.line("} else {")
        writer.line("  try BGTaskScheduler.shared.submit(request())")
        writer.line("}")
      }
      writer.line("}.value")
    }
  }
}
