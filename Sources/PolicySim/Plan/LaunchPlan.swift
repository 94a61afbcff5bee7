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
  /// How long the system may not yet fulfil a request.
  let earliest: EarliestPlan
  /// Whether its handler submits the next request before it works, and after.
  let reschedules: Bool
  let reschedulesAtEnd: Bool
  /// Whether the request is submitted whenever the user opens the app, and whenever the user leaves it.
  let isSubmittedAtLaunch: Bool
  let isSubmittedInBackground: Bool
  /// Whether a pending request stays as it is.
  let keepsPending: Bool
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

/// How long the system may not yet fulfil a request, in milliseconds.
enum EarliestPlan: Sendable {
  case after(Int64)
  /// Until so long after the next midnight, or the one before.
  case at(Int64)
  /// Longer after each failure in a row.
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
      // Nobody knows it, so that it holds nothing back.
      case .runtime, nil: .after(0)
      }
  }

  /// Whether it is longer after a failure.
  var dependsOnOutcome: Bool { if case .backoff = self { true } else { false } }

  /// How long a request waits that is submitted at a time of the device's clock, after some failures in a row.
  func wait(at clock: Int64, failures: Int) -> Int64 {
    switch self {
    case .after(let wait): return wait
    case .at(let time):
      let wait = (time - clock % DailyPattern.day + DailyPattern.day) % DailyPattern.day
      // The next one: this very moment is none.
      return wait == 0 ? DailyPattern.day : wait
    case .backoff(let from, let factor, let atMost):
      var wait = Double(from)
      for _ in 0..<failures where wait < Double(atMost) { wait *= factor }
      return Int64(min(wait, Double(atMost)))
    }
  }
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
    func starts(_ names: Located<[Located<String>]>?) -> [Int] {
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
      policy.wakingPushes.map { PushPlan($0, starts: starts($0.startsTransfers), settings) }, \.name)
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
    earliest = EarliestPlan(task.earliestBegin?.value)
    // A dependency's task goes on unless the policy says otherwise: nobody would keep one that runs once.
    let goesOn = task.isOfDependency && task.reschedule.isDefault && task.submittedAt == nil
    let comesAgain = goesOn || task.isSubmitted(at: .handlerStart)
    // What the outcome decides about is known when the work has ended.
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
    perDay = kind == .continuedProcessing ? task.perDay?.value : nil
    self.starts = starts
  }
}
