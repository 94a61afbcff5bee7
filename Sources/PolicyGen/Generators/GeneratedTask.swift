internal import PlatformFacts
internal import PolicyModel
internal import Quantities

/// A task with the names of its generated code.
struct GeneratedTask {
  let request: TaskRequest
  let type: TaskType
  let identifier: Identifier
  let swiftName: String
  /// The availability of the task. `nil` if every system has the task's type.
  let condition: AvailabilityCondition?
  /// The platforms that the policy excludes, or that lack the task's type.
  private(set) var leftOut: LeftOutPlatforms
  /// Whether SwiftUI runs the task, instead of `BGTaskScheduler` alone.
  let isRunByScene: Bool

  /// The app's own tasks that have a type and an identifier, in the policy's order.
  static func all(of policy: Policy, in context: GenerationContext) -> [GeneratedTask] {
    policy.ownTasks.compactMap { GeneratedTask($0, on: context) }
  }

  /// Returns `nil` for a task without a type or identifier.
  private init?(_ request: TaskRequest, on context: GenerationContext) {
    guard let type = request.type?.value, let identifier = request.identifier?.value else { return nil }
    self.request = request
    self.type = type
    self.identifier = identifier
    swiftName = SwiftName.escaped(SwiftName.of(request.name.value) ?? "_")
    let availability = Self.availability(of: type, in: context.sdk)
    condition = AvailabilityCondition(
      availability, on: context.deploymentTarget.limited(to: request.platforms))
    leftOut = LeftOutPlatforms(request.platforms, of: context.deploymentTarget, availability)
    isRunByScene =
      switch type {
      case .appRefresh: context.style == .swiftui
      case .processing:
        context.style == .swiftui && context.has(PlatformFacts.processingModifierAvailability.value)
      case .continuedProcessing, .healthResearch: false
      }
  }

  /// Whether each job of the task has an identifier of its own.
  var isWildcard: Bool { type == .continuedProcessing && identifier.isWildcard }

  /// The moments at which generated code submits the task's request. Empty if a user or the app decides when to submit the request.
  var moments: [SubmissionMoment] {
    type == .continuedProcessing || request.conditional.value
      ? [] : request.moments.filter { $0 != .userAction }
  }

  /// Whether the app gives the date at which the task may begin.
  var takesDate: Bool {
    guard type != .continuedProcessing, case .runtime? = request.earliestBegin?.value else { return false }
    return true
  }

  /// The name of the task's type in a sentence.
  var kind: String {
    switch type {
    case .appRefresh: "app refresh task"
    case .processing: "processing task"
    case .continuedProcessing: "continued processing task"
    case .healthResearch: "health research task"
    }
  }

  /// The task inside of code that is already left out on some platforms. The task's own condition does not repeat these platforms.
  func within(_ whole: LeftOutPlatforms) -> GeneratedTask {
    var task = self
    task.leftOut = leftOut.subtracting(whole)
    return task
  }

  private static func availability(of type: TaskType, in sdk: Version) -> Availability {
    switch type {
    case .appRefresh, .processing: PlatformFacts.taskSchedulerAvailability(in: sdk)
    case .continuedProcessing: PlatformFacts.continuedProcessingAvailability.value
    case .healthResearch: PlatformFacts.healthResearchAvailability.value
    }
  }

  /// The task's name for comments in generated code: between backquotes, and without characters that could end the comment.
  var quotedName: String { "`\(SwiftText.comment(request.name.value))`" }
}

extension [GeneratedTask] {
  /// The platforms on which none of the tasks exists.
  var leftOut: LeftOutPlatforms {
    dropFirst().reduce(first?.leftOut ?? .none) { $0.intersection($1.leftOut) }
  }

  /// The tasks inside of code that is already left out on some platforms. The tasks' own conditions do not repeat these platforms.
  func within(_ whole: LeftOutPlatforms) -> [GeneratedTask] { map { $0.within(whole) } }
}
