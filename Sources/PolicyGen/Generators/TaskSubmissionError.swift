internal import PlatformFacts
internal import PolicyModel

/// The error that submissions throw.
enum TaskSubmissionError {
  /// Writes an enum with a case for each of the system's reasons.
  static func write(_ tasks: [GeneratedTask], in context: GenerationContext, to writer: inout CodeWriter) {
    let continued = tasks.filter { $0.type == .continuedProcessing }
    let source = Citation.taskSchedulerHeader.title
    writer.documentation("The reason why the system did not accept a request (\(source)).")
    writer.type(
      "nonisolated \(context.access)enum \(context.name)TaskSubmissionError",
      inheriting: "Error, CustomStringConvertible"
    ) { writer in
      writer.documentation(
        "Too many requests of its type are pending, for all identifiers together; the limit is `nil` if Apple documents none."
      )
      writer.line("case tooManyPending(limit: Int?)")
      writer.line()
      writer.documentation("The app's Info.plist or the user does not permit it.")
      writer.line("case notPermitted")
      writer.line()
      writer.documentation("The app can't schedule tasks on this device now.")
      writer.line("case unavailable")
      writer.line()
      if !continued.isEmpty {
        writer.documentation("The work can't begin at once, and its request may not wait.")
        writer.line("case notEligibleToRunNow")
        writer.line()
      }
      if tasks.contains(where: { !$0.isRunByScene }) {
        writer.documentation(
          "This process has not registered the task; the system ends an app that submits such a request.")
        writer.line("case notRegistered")
        writer.line()
      }
      if tasks.contains(where: \.isWildcard) {
        writer.documentation("A job contains other characters than letters, digits, hyphens and underscores.")
        writer.line("case invalidIdentifier")
        writer.line()
      }
      writer.documentation("Anything else that the system reports.")
      writer.line("case other(any Error)")
      writer.line()
      writeInitializer(continued, to: &writer)
      writer.line()
      writeDescription(tasks, in: context, to: &writer)
    }
  }

  private static func writeInitializer(_ continued: [GeneratedTask], to writer: inout CodeWriter) {
    writer.documentation("The case for an error of the scheduler.")
    writer.block("fileprivate init(_ error: any Error, limit: Int?)") { writer in
      if let first = continued.first {
        let pattern = "case BGTaskScheduler.Error.immediateRunIneligible = error"
        let head =
          first.condition.map { "if #available(\($0.versions)), \(pattern)" } ?? "if \(pattern)"
        writer.unless(continued.leftOut) { writer in
          writer.block(head) { $0.text("self = .notEligibleToRunNow\nreturn") }
        }
      }
      writer.text(
        """
        switch error {
        case BGTaskScheduler.Error.tooManyPendingTaskRequests: self = .tooManyPending(limit: limit)
        case BGTaskScheduler.Error.notPermitted: self = .notPermitted
        case BGTaskScheduler.Error.unavailable: self = .unavailable
        default: self = .other(error)
        }
        """)
    }
  }

  private static func writeDescription(
    _ tasks: [GeneratedTask], in context: GenerationContext, to writer: inout CodeWriter
  ) {
    writer.documentation("The reason, with its usual causes.")
    writer.block("\(context.access)var description: String") { writer in
      writer.text(
        #"""
        switch self {
        case .tooManyPending(let limit):
          let number = limit.map { ": the limit is \($0) for all identifiers together" }
          return "too many requests of this type are pending\(number ?? "")"
        """#)
      writeNotPermitted(tasks, to: &writer)
      writer.text(
        #"""
        case .unavailable:
          return """
            unavailable: Background App Refresh is off, or this is a Simulator or an extension that \
            can't schedule tasks
            """
        """#)
      if tasks.contains(where: { $0.type == .continuedProcessing }) {
        writer.text(
          #"""
          case .notEligibleToRunNow:
            return "not eligible to run now: the system is busy, and the request's strategy is to fail"
          """#)
      }
      if tasks.contains(where: { !$0.isRunByScene }) {
        writer.text("case .notRegistered: return \"not registered: call `start` or `register` first\"")
      }
      if tasks.contains(where: \.isWildcard) {
        writer.text("case .invalidIdentifier: return \"a job has a character that identifiers can't have\"")
      }
      writer.text("case .other(let error): return \"\\(error)\"\n}")
    }
  }

  /// Writes the possible causes of `notPermitted`. The causes include resources if a task requires any.
  private static func writeNotPermitted(_ tasks: [GeneratedTask], to writer: inout CodeWriter) {
    let needsResources = tasks.contains {
      $0.type == .continuedProcessing && $0.request.requiredResources?.value.isEmpty == false
    }
    writer.text(
      #"""
      case .notPermitted:
        return """
          not permitted: the identifier is missing in BGTaskSchedulerPermittedIdentifiers, its \
      """#)
    writer.text(
      needsResources
        ? #"""
            mode is missing in UIBackgroundModes, the person denies background launches, or a \
            resource is asked for that the device or the entitlements don't have
            """
        """#
        : #"""
            mode is missing in UIBackgroundModes, or the person denies background launches
            """
        """#)
  }
}
