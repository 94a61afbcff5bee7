internal import PlatformFacts
internal import PolicyModel
internal import Quantities

/// A task that the system or the user starts.
struct PlannedTask: Sendable {
  enum Kind: Sendable {
    case appRefresh, processing, continuedProcessing

    /// The kind of a task; `nil` if its type is missing.
    init?(of task: TaskRequest) {
      switch task.type?.value {
      case .appRefresh: self = .appRefresh
      case .processing, .healthResearch: self = .processing
      case .continuedProcessing: self = .continuedProcessing
      case nil: return nil
      }
    }

    /// The number of requests that can be pending at a time; `nil` if there is no limit.
    var pendingLimit: Int? {
      switch self {
      case .appRefresh: PlatformFacts.pendingRefreshRequests.value
      case .processing: PlatformFacts.pendingProcessingRequests.value
      case .continuedProcessing: nil
      }
    }
  }

  let name: String
  let key: UInt64
  let kind: Kind
  /// The time before which the system may not fulfill a request.
  let earliest: EarliestBeginRule
  /// Whether the app submits a first request that the system accepts.
  let isRequested: Bool
  /// Whether the task's handler submits the next request before its work; `reschedulesAtEnd` says the same for the time after its work.
  let reschedules: Bool
  let reschedulesAtEnd: Bool
  /// Whether the app submits the request each time the user opens the app; `isSubmittedInBackground` says the same for each time the user
  /// leaves the app.
  let isSubmittedAtLaunch: Bool
  let isSubmittedInBackground: Bool
  /// Whether a new submission keeps a pending request.
  let keepsPending: Bool
  /// The longest time that the handler may run.
  let timeToRun: Int64
  /// Whether the handler's time ends before its work is done.
  let isCutOff: Bool
  /// Joules of a launch and of the handler's work.
  let energy: Double
  let needsNetwork: Bool
  let needsPower: Bool
  /// The user's starts of continued processing a day; `nil` for one start in a run.
  let perDay: Double?
  /// The indices of the transfers that the handler submits.
  let starts: [Int]
}

/// The time before which the system may not fulfill a request, in milliseconds.
enum EarliestBeginRule: Sendable {
  case after(Int64)
  /// The time is a time of day, in milliseconds after midnight.
  case at(Int64)
  /// The wait grows with each consecutive failure.
  case backoff(from: Int64, factor: Double, atMost: Int64)

  init(_ begin: EarliestBegin?) {
    self =
      switch begin {
      case .after(let span): .after(span.milliseconds)
      case .at(let time): .at(Int64(time.minutes) * 60_000)
      case .backoff(let backoff):
        .backoff(
          from: backoff.first.milliseconds, factor: backoff.factor.value,
          atMost: backoff.longest.milliseconds)
      // The value is known at run time only; assume no delay.
      case .runtime, nil: .after(0)
      }
  }

  /// Whether the time depends on earlier failures.
  var dependsOnOutcome: Bool { if case .backoff = self { true } else { false } }

  /// The milliseconds that a request has to wait after a number of consecutive failures, if the app submits the request at a time of day.
  func wait(at clock: Int64, failures: Int) -> Int64 {
    switch self {
    case .after(let wait): return wait
    case .at(let time):
      let wait = (time - clock % DailyPattern.day + DailyPattern.day) % DailyPattern.day
      // A request at exactly this time of day waits for the next day.
      return wait == 0 ? DailyPattern.day : wait
    case .backoff(let from, let factor, let atMost):
      var wait = Double(from)
      for _ in 0..<failures where wait < Double(atMost) { wait *= factor }
      return Int64(min(wait, Double(atMost)))
    }
  }
}

/// A silent push that a server sends.
struct PlannedPush: Sendable {
  let name: String
  let key: UInt64
  let perDay: Double
  /// The longest time that the handler may run.
  let timeToRun: Int64
  /// Whether the handler's time ends before its work is done.
  let isCutOff: Bool
  /// Joules of a launch and of the handler's work.
  let energy: Double
  let starts: [Int]
}

/// Work that the app finishes after the user leaves it.
struct PlannedBackgroundTask: Sendable {
  let name: String
  let runtime: Int64
  let window: Int64
}

/// The tasks, pushes and background tasks that make the app run.
struct LaunchModel: Sendable {
  /// The tasks that can be pending, by name; tasks beyond the system's limits are left out.
  ///
  /// If two tasks have the same time, the order by name decides, not the order in which a policy declares the tasks.
  let tasks: [PlannedTask]
  /// The pushes by name.
  let pushes: [PlannedPush]
  /// The indices of the tasks whose requests the app submits each time the user opens the app, and each time the user leaves
  /// the app.
  let submittedAtLaunch: [Int]
  let submittedInBackground: [Int]
  /// The indices in `tasks` and `pushes` of the policy's tasks and pushes, in the policy's order.
  let taskOrder: [Int]
  let pushOrder: [Int]
  let backgroundTasks: [PlannedBackgroundTask]
  /// The indices of the transfers that tasks and pushes submit.
  let started: Set<Int>

  /// Whether there are no tasks and no pushes.
  var isEmpty: Bool { tasks.isEmpty && pushes.isEmpty }

  /// The number of times a day that tasks and pushes usually submit each transfer. Transfers that no task or push submits are missing.
  func startsPerDay(_ settings: LaunchSettings) -> [Int: Double] {
    var result: [Int: Double] = [:]
    for task in tasks where task.isRequested {
      let perDay: Double =
        switch task.kind {
        case .appRefresh: settings.refreshesPerDay
        case .processing: settings.processingPerDay
        case .continuedProcessing: task.perDay ?? 0
        }
      for transfer in task.starts { result[transfer, default: 0] += perDay }
    }
    for push in pushes { for transfer in push.starts { result[transfer, default: 0] += push.perDay } }
    return result
  }

  /// The mean milliseconds between the visits or pushes for which the work of a transfer waits; `nil` if the work does not wait,
  /// or waits for tasks, which the system launches at least every few days.
  func gap(before index: Int, _ transfer: PlannedTransfer, on day: DeviceDay) -> Double? {
    guard transfer.isStarted else { return transfer.startsInBackground ? nil : day.visitGap }
    guard !tasks.contains(where: { $0.isRequested && $0.starts.contains(index) }) else { return nil }
    let perDay = pushes.filter { $0.starts.contains(index) }.reduce(0) { $0 + $1.perDay }
    return perDay > 0 ? Double(DailyPattern.day) / perDay : nil
  }

  /// The launches of a policy; `transferIndices` maps names to indices in the model.
  init(_ policy: Policy, transferIndices: [String: Int], _ settings: LaunchSettings) {
    func starts(_ names: Located<[Located<String>]>?) -> [Int] {
      (names?.value ?? []).compactMap { transferIndices[$0.value] }.sorted()
    }
    var tasks: [PlannedTask] = []
    for request in policy.tasks {
      let isRequested = !request.neverStarts && policy.permits(request)
      guard
        let task = PlannedTask(
          request, isRequested: isRequested, starts: starts(request.startsTransfers), settings)
      else {
        continue
      }
      let limit = task.kind.pendingLimit ?? .max
      if tasks.count(where: { $0.kind == task.kind }) < limit { tasks.append(task) }
    }
    let (ordered, taskOrder) = Self.byName(tasks, \.name)
    (self.tasks, self.taskOrder) = (ordered, taskOrder)
    let requested = ordered.indices.filter {
      ordered[$0].kind != .continuedProcessing && ordered[$0].isRequested
    }
    submittedAtLaunch = requested.filter { ordered[$0].isSubmittedAtLaunch }
    submittedInBackground = requested.filter { ordered[$0].isSubmittedInBackground }
    (pushes, pushOrder) = Self.byName(
      policy.wakingPushes.map { PlannedPush($0, starts: starts($0.startsTransfers), settings) }, \.name)
    backgroundTasks = policy.backgroundTasks.map { task in
      PlannedBackgroundTask(
        name: task.name.value, runtime: task.expectedRuntime?.value.milliseconds ?? 0,
        window: settings.backgroundTaskWindow)
    }
    started = Set(policy.tasks.flatMap { starts($0.startsTransfers) } + pushes.flatMap(\.starts))
  }

  /// Elements sorted by name, and the new index of each original element.
  private static func byName<Thing>(_ things: [Thing], _ name: (Thing) -> String) -> ([Thing], [Int]) {
    let order = things.indices.sorted {
      name(things[$0]).isBefore(name(things[$1]))
    }
    var indices = [Int](repeating: 0, count: things.count)
    for (new, old) in order.enumerated() { indices[old] = new }
    return (order.map { things[$0] }, indices)
  }
}

extension PlannedPush {
  fileprivate init(_ push: Policy.Push, starts: [Int], _ settings: LaunchSettings) {
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

extension PlannedTask {
  fileprivate init?(_ task: TaskRequest, isRequested: Bool, starts: [Int], _ settings: LaunchSettings) {
    guard let kind = Kind(of: task) else { return nil }
    self.kind = kind
    self.isRequested = isRequested
    name = task.name.value
    key = RandomStream.key(of: "task/\(name)")
    earliest = EarliestBeginRule(task.earliestBegin?.value)
    // A dependency's task is rescheduled unless the policy says otherwise: a task that runs only once would be of no use.
    let goesOn = task.isOfDependency && task.reschedule.isDefault && task.submittedAt == nil
    let comesAgain = goesOn || task.isSubmitted(at: .handlerStart)
    // A backoff depends on the outcome of the work, which is known only at its end.
    reschedules = comesAgain && !earliest.dependsOnOutcome
    reschedulesAtEnd = task.isSubmitted(at: .handlerEnd) || comesAgain && earliest.dependsOnOutcome
    isSubmittedAtLaunch = task.isSubmitted(at: .launch)
    isSubmittedInBackground = task.isSubmitted(at: .enteringBackground)
    keepsPending = task.unlessPending.value
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
    needsPower = kind == .processing && task.requiresExternalPower.value
    perDay = kind == .continuedProcessing ? task.perDay?.value : nil
    self.starts = starts
  }
}
