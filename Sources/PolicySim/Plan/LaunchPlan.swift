internal import PolicyModel
internal import Quantities

/// A task that the system, or the user, has the app run.
struct TaskPlan: Sendable {
  enum Kind: Sendable {
    case appRefresh, processing, continuedProcessing
  }

  let name: String
  /// The key of its random numbers.
  let key: UInt64
  let kind: Kind
  /// The least time from a request to its launch.
  let earliestBegin: Int64
  let reschedules: Bool
  /// How long its handler runs at most.
  let timeToRun: Int64
  /// Whether the time that the app is given is up before its work is done.
  let isCutOff: Bool
  /// Joules of a launch and of what the handler does.
  let energy: Double
  let needsNetwork: Bool
  /// How often a day the user wants it, for continued processing; `nil` for once in a run.
  let perDay: Double?
  /// The transfers that its handler submits, by their places in the plan.
  let starts: [Int]
}

/// A silent push that a server sends.
struct PushPlan: Sendable {
  let name: String
  /// The key of its random numbers.
  let key: UInt64
  let perDay: Double
  /// How long the handler runs at most.
  let timeToRun: Int64
  /// Whether its time is up before its work is done.
  let isCutOff: Bool
  /// Joules of a launch and of what the handler does.
  let energy: Double
  let starts: [Int]
}

/// Work that the app finishes when the user leaves it.
struct BackgroundTaskPlan: Sendable {
  let name: String
  let runtime: Int64
  let window: Int64
}

/// What has the app run besides its sessions.
struct LaunchPlan: Sendable {
  /// How many processing requests may be pending.
  private static let pendingProcessing = 10

  /// The tasks that can be pending, by name: the first app refresh of the policy, and ten of the others.
  ///
  /// Equal times are settled by their places here, so never by where a policy declares them.
  let tasks: [TaskPlan]
  /// The pushes, by name.
  let pushes: [PushPlan]
  /// The places of the tasks and pushes above in the policy's order.
  let taskOrder: [Int]
  let pushOrder: [Int]
  let backgroundTasks: [BackgroundTaskPlan]
  /// The transfers that wait for one of these to submit them.
  let started: Set<Int>

  /// Whether there is anything that the system launches the app for.
  var isEmpty: Bool { tasks.isEmpty && pushes.isEmpty }

  /// What a policy declares; `places` are the transfers' places in the plan.
  init(_ policy: Policy, places: [String: Int], _ settings: LaunchSettings) {
    func starts(_ names: Placed<[Placed<String>]>?) -> [Int] {
      (names?.value ?? []).compactMap { places[$0.value] }.sorted()
    }
    var tasks: [TaskPlan] = []
    for request in policy.tasks {
      guard let task = TaskPlan(request, starts: starts(request.startsTransfers), settings) else { continue }
      let most = task.kind == .appRefresh ? 1 : task.kind == .processing ? Self.pendingProcessing : .max
      if tasks.count(where: { $0.kind == task.kind }) < most { tasks.append(task) }
    }
    (self.tasks, taskOrder) = Self.byName(tasks, \.name)
    (pushes, pushOrder) = Self.byName(
      policy.pushes.map { PushPlan($0, starts: starts($0.startsTransfers), settings) }, \.name)
    backgroundTasks = policy.backgroundTasks.map { task in
      BackgroundTaskPlan(
        name: task.name.value, runtime: task.expectedRuntime?.value.milliseconds ?? 0,
        window: settings.backgroundTaskWindow)
    }
    started = Set(policy.tasks.flatMap { starts($0.startsTransfers) } + pushes.flatMap(\.starts))
  }

  /// Things by name, and where each of them has gone.
  private static func byName<Thing>(_ things: [Thing], _ name: (Thing) -> String) -> ([Thing], [Int]) {
    let order = things.indices.sorted {
      name(things[$0]).isBefore(name(things[$1]))
    }
    var places = [Int](repeating: 0, count: things.count)
    for (place, index) in order.enumerated() { places[index] = place }
    return (order.map { things[$0] }, places)
  }
}

extension PushPlan {
  fileprivate init(_ push: Push, starts: [Int], _ settings: LaunchSettings) {
    name = push.name.value
    key = RandomStream.key(of: "push/\(name)")
    perDay = max(0, push.perDay?.value ?? 0)
    let runtime = push.expectedRuntime?.value.milliseconds ?? 0
    timeToRun = min(runtime, settings.refreshWindow)
    isCutOff = runtime > settings.refreshWindow
    energy = settings.launchEnergy + settings.handlerPower * Double(timeToRun) / 1_000
    self.starts = starts
  }
}

extension TaskPlan {
  fileprivate init?(_ task: TaskRequest, starts: [Int], _ settings: LaunchSettings) {
    switch task.type?.value {
    case .appRefresh: kind = .appRefresh
    case .processing, .healthResearch: kind = .processing
    case .continuedProcessing: kind = .continuedProcessing
    case nil: return nil
    }
    name = task.name.value
    key = RandomStream.key(of: "task/\(name)")
    earliestBegin = task.earliestBegin?.value.milliseconds ?? 0
    // A dependency's task goes on unless the policy says otherwise: nobody would keep one that runs once.
    reschedules = task.isOfDependency && task.reschedule.isDefault ? true : task.reschedule.value
    let runtime = task.expectedRuntime?.value.milliseconds ?? 0
    let window: Int64 =
      switch kind {
      case .appRefresh: settings.refreshWindow
      case .processing: settings.processingWindow
      case .continuedProcessing: .max
      }
    timeToRun = min(runtime, window)
    isCutOff = runtime > window
    energy = settings.launchEnergy + settings.handlerPower * Double(timeToRun) / 1_000
    needsNetwork = task.requiresNetworkConnectivity.value
    perDay = kind == .continuedProcessing ? task.perDay?.value : nil
    self.starts = starts
  }
}
