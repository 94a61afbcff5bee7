internal import PolicyModel
internal import Quantities

/// The declaration of a task, as the runtime's value.
enum TaskDeclaration {
  /// Writes the declaration.
  static func write(_ task: GeneratedTask, in context: GenerationContext, to writer: inout CodeWriter) {
    writer.documentation(documentation(of: task))
    if task.type == .healthResearch, let condition = task.condition {
      writer.line("@available(\(condition.versions))")
    }
    writer.call(
      after: "\(context.access)static let \(task.swiftName) = ",
      to: task.type == .continuedProcessing ? "ContinuedTask" : "ScheduledTask.\(task.type.rawValue)",
      arguments: [context.literal(task.identifier.text, at: task.request.identifier?.node)]
        + (task.type == .continuedProcessing ? continuedArguments(of: task) : arguments(of: task))
        + (TasksFile.hasNewerCall(context) ? ["by: ScheduledTask.newerSubmission"] : []))
  }

  private static func documentation(of task: GeneratedTask) -> String {
    let what = "The \(task.kind) \(task.quotedName)"
    let request = task.request
    if task.type == .continuedProcessing { return "\(what), which a person starts." }
    let submission =
      if request.conditional.value {
        " The app decides when to submit it."
      } else if request.isSubmitted(at: .userAction) {
        " Submit it when a person asks for the work."
      } else {
        ""
      }
    return switch request.earliestBegin?.value {
    case .after(let span)?: "\(what), which begins \(span) after its submission at the earliest.\(submission)"
    case .runtime?: "\(what), which begins at a date of the app's at the earliest.\(submission)"
    default: "\(what).\(submission)"
    }
  }

  /// The arguments of the runtime's initializer, without the arguments that equal the defaults.
  private static func continuedArguments(of task: GeneratedTask) -> [String] {
    (task.request.strategy.value == .fail ? ["strategy: .fail"] : [])
      + (task.asksForGPU ? ["asksForGPU: true"] : [])
  }

  /// The arguments of the runtime's function, without the arguments that equal the defaults.
  private static func arguments(of task: GeneratedTask) -> [String] {
    let request = task.request
    var arguments: [String] = []
    if task.type != .appRefresh {
      if request.requiresExternalPower.value { arguments.append("requiresExternalPower: true") }
      if request.requiresNetworkConnectivity.value { arguments.append("requiresNetworkConnectivity: true") }
    }
    if task.type == .healthResearch, let protection = request.protectionTypeOfRequiredData?.value {
      arguments.append("protectionTypeOfRequiredData: .\(protection.rawValue)")
    }
    if let earliest = request.earliestBegin.flatMap({ value(of: $0.value) }) {
      arguments.append("earliestBegin: \(earliest)")
    }
    if request.unlessPending.value { arguments.append("unlessPending: true") }
    let moments = ["launch", "enteringBackground", "handlerStart", "handlerEnd", "failure"]
      .filter(task.moments.map(\.rawValue).contains).map { ".\($0)" }
    if !moments.isEmpty { arguments.append("submittedAt: [\(moments.joined(separator: ", "))]") }
    if task.isRunByScene { arguments.append("isRunByScene: true") }
    return arguments
  }

  /// The expression for the earliest begin. `nil` if the app gives the date of each request.
  private static func value(of earliest: EarliestBegin) -> String? {
    switch earliest {
    case .after(let span): ".after(\(SwiftText.seconds(span)))"
    case .at(let time): ".at(hour: \(time.hour), minute: \(time.minute))"
    case .backoff(let backoff):
      ".backoff(from: \(SwiftText.seconds(backoff.first)), factor: \(backoff.factor.value), atMost: \(SwiftText.seconds(backoff.longest)))"
    case .runtime: nil
    }
  }
}

extension GeneratedTask {
  /// Whether the task's request asks for the GPU.
  var asksForGPU: Bool {
    type == .continuedProcessing && request.requiredResources?.value.contains { $0.value == .gpu } == true
  }
}
