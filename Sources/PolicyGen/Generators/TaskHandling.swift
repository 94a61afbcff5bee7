internal import PlatformFacts
internal import PolicyModel

/// The handler's methods for the work of tasks.
enum TaskHandling {
  /// A method for each task.
  static func requirements(of policy: Policy, in context: GenerationContext) -> [HandlerRequirement] {
    let tasks = GeneratedTask.all(of: policy, in: context)
    let asked = tasks.filter(\.isAsked)
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
        "The earliest time of a request of \(names) that is about to be submitted; `nil` for any time."
      ], parameters: ["of task: ScheduledTask"], effects: "async -> Date?")
    requirement.leftOut = tasks.leftOut
    return requirement
  }

  private static func requirement(of task: GeneratedTask, in context: GenerationContext) -> HandlerRequirement
  {
    let what = "Does the work of the \(task.kind) \(task.quotedName)"
    let limit =
      switch task.type {
      case .appRefresh: ", for \(PlatformFacts.refreshRuntime.value) at most."
      case .processing: ", for some minutes while the device is not in use."
      case .healthResearch: ". The device may be locked, so that protected files can't be read."
      case .continuedProcessing: ". The system ends work that shows no progress on `work.progress`."
      }
    return HandlerRequirement(
      name: task.swiftName, documentation: [what + limit],
      parameters: task.type == .continuedProcessing ? ["_ work: ContinuedWork"] : [], effects: "async throws")
  }
}
