internal import PlatformFacts
internal import PolicyModel
internal import Quantities

/// The file with the tasks' identifiers, their registration and their requests.
enum TaskRequests {
  /// The file; `nil` for a policy without tasks.
  static func file(of policy: Policy, _ target: GenerationTarget) -> GeneratedFile? {
    let tasks = policy.tasks.compactMap { GeneratedTask($0, on: target) }
    guard !tasks.isEmpty else { return nil }
    var writer = target.swiftFile(importing: ["BackgroundTasks", "Foundation"])
    TaskIdentifiers.write(tasks, target, &writer)
    writer.line()
    TaskRegistration.write(tasks, target, &writer)
    writer.line()
    writer.documentation(
      "Requests for \(target.name)'s background tasks.",
      "One request is one launch. Of app refresh requests \(PlatformFacts.pendingRefreshRequests.value) can be pending in all, of processing requests \(PlatformFacts.pendingProcessingRequests.value)."
    )
    writer.block("\(target.access)enum \(target.name)TaskRequest") { writer in
      for (index, task) in tasks.enumerated() {
        if index > 0 { writer.line() }
        write(task, target, &writer)
      }
    }
    return GeneratedFile(path: "\(target.name)Tasks.swift", text: writer.text)
  }

  private static func write(_ task: GeneratedTask, _ target: GenerationTarget, _ writer: inout CodeWriter) {
    writer.documentation(task.requestDocumentation)
    if let condition = task.condition { writer.line("@available(\(condition.versions))") }
    if task.type == .continuedProcessing {
      writeContinued(task, target, &writer)
      return
    }
    writer.block("\(target.access)static func \(task.swiftName)() -> \(task.requestType)") { writer in
      writer.call(
        "let request = ", task.requestType,
        ["identifier: \(target.name)TaskIdentifier.\(task.swiftName).rawValue"])
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
    let identifier = "\(target.name)TaskIdentifier"
    let hasWildcard = task.isWildcard
    writer.line("\(target.access)static func \(task.swiftName)(")
    let parameters = [
      hasWildcard ? "_ identifier: \(identifier)" : nil,
      "title: String = \(SwiftText.literal(task.request.title?.value ?? ""))",
      "subtitle: String = \(SwiftText.literal(task.request.subtitle?.value ?? ""))",
    ].compactMap { $0 }
    for (index, parameter) in parameters.enumerated() {
      writer.line("  \(parameter)" + (index == parameters.count - 1 ? "" : ","))
    }
    writer.block(") -> BGContinuedProcessingTaskRequest") { writer in
      let text = hasWildcard ? "identifier.rawValue" : "\(identifier).\(task.swiftName).rawValue"
      writer.call(
        "let request = ", "BGContinuedProcessingTaskRequest",
        ["identifier: \(text)", "title: title", "subtitle: subtitle"])
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
}

/// A task as its generated code has it.
struct GeneratedTask {
  /// The task.
  let request: TaskRequest
  /// Its type.
  let type: TaskType
  /// Its identifier.
  let identifier: Identifier
  /// Its name in Swift.
  let swiftName: String
  /// What has to be asked before it is used; `nil` where every system has it.
  let condition: Guard?

  /// `nil` for a task that lacks its type or identifier.
  init?(_ request: TaskRequest, on target: GenerationTarget) {
    guard let type = request.type?.value, let identifier = request.identifier?.value else { return nil }
    self.request = request
    self.type = type
    self.identifier = identifier
    swiftName = SwiftName.escaped(SwiftName.of(request.name.value) ?? "_")
    condition = Guard(Self.availability(of: type), on: target.deploymentTarget)
  }

  /// Whether its identifiers are made as the work comes up.
  var isWildcard: Bool { type == .continuedProcessing && identifier.isWildcard }

  /// The class of its request.
  var requestType: String { "\(taskType)Request" }

  /// The class of its task.
  var taskType: String {
    switch type {
    case .appRefresh: "BGAppRefreshTask"
    case .processing: "BGProcessingTask"
    case .continuedProcessing: "BGContinuedProcessingTask"
    case .healthResearch: "BGHealthResearchTask"
    }
  }

  private static func availability(of type: TaskType) -> Availability {
    switch type {
    case .appRefresh, .processing: PlatformFacts.taskSchedulerAvailability.value
    case .continuedProcessing: PlatformFacts.continuedProcessingAvailability.value
    case .healthResearch: PlatformFacts.healthResearchAvailability.value
    }
  }

  /// The name as comments show it.
  var quotedName: String { "`\(SwiftText.comment(request.name.value))`" }

  /// What to say of its request.
  var requestDocumentation: String {
    if type == .continuedProcessing {
      return "A request for \(quotedName), to be submitted when a person starts the work."
    }
    guard let earliest = request.earliestBegin?.value else { return "A request for \(quotedName)." }
    return "A request for \(quotedName), which the system runs \(earliest) from now at the earliest."
  }
}
