internal import PolicyModel
internal import Quantities

/// The functions that make the tasks' requests.
enum TaskRequests {
  /// Writes an enum with a function for each task.
  static func write(_ tasks: [GeneratedTask], _ target: GenerationTarget, _ writer: inout CodeWriter) {
    writer.documentation("The requests for \(target.name)'s background tasks, as the policy has them.")
    writer.block("nonisolated \(target.access)enum \(target.name)TaskRequest") { writer in
      for (index, task) in tasks.enumerated() {
        if index > 0 { writer.line() }
        write(task, target, &writer)
      }
    }
  }

  private static func write(_ task: GeneratedTask, _ target: GenerationTarget, _ writer: inout CodeWriter) {
    writer.documentation(documentation(of: task))
    if let condition = task.condition { writer.line("@available(\(condition.versions))") }
    if task.type == .continuedProcessing {
      writeContinued(task, target, &writer)
      return
    }
    writer.function("\(target.access)static func \(task.swiftName)", [], "-> \(task.requestType)") { writer in
      writeRequest(of: task, [], target, &writer)
      writeProperties(task, &writer)
      writer.line("return request")
    }
  }

  private static func writeProperties(_ task: GeneratedTask, _ writer: inout CodeWriter) {
    let request = task.request
    if let earliest = request.earliestBegin?.value, task.type != .continuedProcessing {
      writer.assignment(
        "request.earliestBeginDate", "Date(timeIntervalSinceNow: \(SwiftText.seconds(earliest)))")
    }
    guard task.type == .processing || task.type == .healthResearch else { return }
    writer.line("request.requiresExternalPower = \(request.requiresExternalPower.value)")
    writer.line("request.requiresNetworkConnectivity = \(request.requiresNetworkConnectivity.value)")
    if task.type == .healthResearch, let protection = request.protectionTypeOfRequiredData?.value {
      writer.assignment(
        "request.protectionTypeOfRequiredData",
        "FileProtectionType.\(protection.rawValue).rawValue as NSString")
    }
  }

  private static func writeContinued(
    _ task: GeneratedTask, _ target: GenerationTarget, _ writer: inout CodeWriter
  ) {
    writer.function(
      "\(target.access)static func \(task.swiftName)", parameters(of: task, target),
      "-> BGContinuedProcessingTaskRequest"
    ) { writer in
      writeRequest(of: task, ["title: title", "subtitle: subtitle"], target, &writer)
      writer.line("request.strategy = .\(task.request.strategy.value.rawValue)")
      if task.request.requiredResources?.value.contains(where: { $0.value == .gpu }) == true {
        writer.line("// Not every device lends its GPU: without it the task runs on the CPU.")
        writer.block("if BGTaskScheduler.supportedResources.contains(.gpu)") {
          $0.line("request.requiredResources = .gpu")
        }
      }
      writer.line("return request")
    }
  }

  /// What has to be said of a piece of work that a person starts; nothing for other tasks.
  static func parameters(of task: GeneratedTask, _ target: GenerationTarget) -> [String] {
    guard task.type == .continuedProcessing else { return [] }
    return (task.isWildcard ? ["_ identifier: \(target.name)TaskIdentifier"] : []) + [
      "title: String = \(SwiftText.literal(task.request.title?.value ?? ""))",
      "subtitle: String = \(SwiftText.literal(task.request.subtitle?.value ?? ""))",
    ]
  }

  /// Writes how the request is made of its identifier and some more.
  private static func writeRequest(
    of task: GeneratedTask, _ arguments: [String], _ target: GenerationTarget, _ writer: inout CodeWriter
  ) {
    let type = "\(target.name)TaskIdentifier"
    var identifier = task.isWildcard ? "identifier" : "\(type).\(task.swiftName)"
    if !writer.fits("  identifier: \(identifier).rawValue)") {
      writer.assignment("let identifier: \(type)", ".\(task.swiftName)")
      identifier = "identifier"
    }
    writer.call("let request = ", task.requestType, ["identifier: \(identifier).rawValue"] + arguments)
  }

  private static func documentation(of task: GeneratedTask) -> String {
    if task.type == .continuedProcessing {
      return "A request for \(task.quotedName), to be submitted when a person starts the work."
    }
    guard let earliest = task.request.earliestBegin?.value else { return "A request for \(task.quotedName)." }
    return
      "A request for \(task.quotedName), which the system runs \(earliest) from now at the earliest."
  }
}
