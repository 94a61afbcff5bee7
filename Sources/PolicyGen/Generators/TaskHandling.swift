internal import PlatformFacts
internal import PolicyModel

/// The handler's methods for the work of tasks.
enum TaskHandling {
  /// A method for each task.
  static func requirements(of policy: Policy, in context: GenerationContext) -> [HandlerRequirement] {
    let tasks = GeneratedTask.all(of: policy, in: context)
    let asked = tasks.filter { $0.takesDate && !$0.moments.isEmpty }
    let own = tasks.map { task in
      var requirement = requirement(of: task, in: context)
      requirement.leftOut = task.leftOut
      requirement.documentation += starts(task.request.startsTransfers, in: policy, in: context)
      return requirement
    }
    return own + (asked.isEmpty ? [] : [date(of: asked, in: context)])
  }

  /// The transfers that a handler's method has to submit according to the policy, and the sessions' members
  /// that submit them.
  static func starts(
    _ names: Located<[Located<String>]>?, in policy: Policy, in context: GenerationContext
  ) -> [String] {
    let started = (names?.value ?? []).compactMap { name in
      policy.transfers.first { $0.name.value == name.value }
    }
    guard !started.isEmpty else { return [] }
    let submitted = started.filter { transfer in
      guard let session = policy.session(of: transfer) else { return false }
      return session.isBackground && session.target.value == Policy.Target.app
    }.map {
      $0.queue.value ? "`\(QueueAccess.key(of: $0))Queue`" : "`\(TransferSubmission.swiftName(of: $0))`"
    }
    let list = started.map { "`\(SwiftText.comment($0.name.value))`" }.joined(separator: ", ")
    return [
      "The policy starts \(list) here."
        + (submitted.isEmpty
          ? ""
          : " Submit the items by \(submitted.joined(separator: ", ")) of `\(context.name)Background.current?.sessions`.")
    ]
  }

  /// The method for the date of a request that generated code submits if the policy does not give the date.
  private static func date(of tasks: [GeneratedTask], in context: GenerationContext) -> HandlerRequirement {
    let names = tasks.map(\.quotedName).joined(separator: ", ")
    var requirement = HandlerRequirement(
      name: "earliestBeginDate",
      documentation: [
        "The earliest time at which the system may run a request that is about to be submitted; `nil` for any time.",
        "It is called for \(names).",
      ], parameters: ["of identifier: \(context.name)TaskIdentifier"], effects: "async -> Date?")
    requirement.leftOut = tasks.leftOut
    return requirement
  }

  private static func requirement(of task: GeneratedTask, in context: GenerationContext) -> HandlerRequirement
  {
    let what = "Does the work of the \(task.kind) \(task.quotedName)."
    let end =
      "Return when it is done, and throw if it fails. When the time is up, its Swift task is cancelled: return then, as the system may kill an app whose task is not completed (\(Citation.taskHeader.title))."
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
          "It runs while the device is not in use, for some minutes (\(Citation.wwdc19Background.title)). \(end)",
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
        ], parameters: ["_ work: \(context.name)ContinuedWork"],
        effects: "async throws")
    }
  }
}
