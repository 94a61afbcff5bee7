internal import PlatformFacts
internal import PolicyModel

/// What the app does in its tasks.
enum TaskHandling {
  /// A method for each task.
  static func requirements(of policy: Policy, _ target: GenerationContext) -> [HandlerRequirement] {
    let tasks = GeneratedTask.all(of: policy, target)
    let asked = tasks.filter { $0.takesDate && !$0.moments.isEmpty }
    let own = tasks.map { task in
      var requirement = requirement(of: task, target)
      requirement.leftOut = task.leftOut
      return requirement
    }
    return own + (asked.isEmpty ? [] : [date(of: asked, target)])
  }

  /// When a request may begin that generated code submits by itself and the policy has no date for.
  private static func date(of tasks: [GeneratedTask], _ target: GenerationContext) -> HandlerRequirement {
    let names = tasks.map(\.quotedName).joined(separator: ", ")
    var requirement = HandlerRequirement(
      name: "earliestBeginDate",
      documentation: [
        "When the system may run a request at the earliest that is about to be submitted; `nil` for at any time.",
        "It is asked about \(names).",
      ], parameters: ["of identifier: \(target.name)TaskIdentifier"], effects: "async -> Date?")
    requirement.leftOut = tasks.leftOut
    return requirement
  }

  private static func requirement(of task: GeneratedTask, _ target: GenerationContext) -> HandlerRequirement {
    let what = "Does the work of the \(task.kind) \(task.quotedName)."
    let end =
      "Return when it is done, and throw when it has failed. When the time is up, its Swift task is cancelled: leave then, as the system may kill an app whose task is not completed (\(Citation.taskHeader.title))."
    switch task.type {
    case .appRefresh:
      let limit = PlatformFacts.refreshRuntime
      return HandlerRequirement(
        name: task.swiftName,
        documentation: [what, "It has \(limit.value) at most (\(limit.citations[0].title)). \(end)"],
        effects: "async throws")
    case .processing:
      return HandlerRequirement(
        name: task.swiftName,
        documentation: [
          what,
          "It runs while nobody uses the device, for some minutes (\(Citation.wwdc19Background.title)). \(end)",
        ], effects: "async throws")
    case .healthResearch:
      return HandlerRequirement(
        name: task.swiftName,
        documentation: [what, "The device may be locked, so that protected files can't be read. \(end)"],
        effects: "async throws")
    case .continuedProcessing:
      return HandlerRequirement(
        name: task.swiftName,
        documentation: [
          what,
          "Report progress on `work.progress` all along: the system ends a task that shows none (\(Citation.taskHeader.title)). \(end)",
        ], condition: task.condition, parameters: ["_ work: \(target.name)ContinuedWork"],
        effects: "async throws")
    }
  }
}
