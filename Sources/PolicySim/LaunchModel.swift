internal import PolicyModel
internal import Quantities

/// When the system launches the app for its tasks and pushes, over a week of a device's days.
struct LaunchModel: Sendable {
  private static let day: Int64 = 86_400_000
  private static let days: Int64 = 7
  private static let week = days * day

  /// What a week came to.
  struct Sample: Sendable {
    /// Launches by day, on average over the week.
    let launchesPerDay: Double
    /// Milliseconds to the first launch; `nil` where there is none.
    let firstLaunch: Instant?
  }

  private let device: DeviceDay
  private let charging: DailyPattern
  private let visitWindow: ClockWindow
  private let refreshesPerDay: Double
  private let refreshGap: Int64
  private let nightsPerDay: Double
  private let pushGap: Int64

  private let isThrottled: Bool

  init(_ device: DeviceDay, _ parameters: Parameters, without: Set<Mechanism> = []) {
    self.device = device
    isThrottled = !without.contains(.launchThrottle)
    charging = DailyPattern(device, \.charging)
    visitWindow = device.weekday.visits.usual.first ?? .wholeDay
    refreshesPerDay = parameters.number("refresh.per_day")
    refreshGap = max(1, parameters.milliseconds("refresh.min_gap"))
    nightsPerDay = parameters.number("processing.per_day")
    pushGap = isThrottled ? parameters.milliseconds("push.min_gap") : 0
  }

  // MARK: - Tasks

  /// A task's launches in a run; the request is submitted at its start.
  func sample(_ task: TaskRequest, seed: UInt64, run: Int) -> Sample {
    let launches = launches(of: task, seed: seed, run: run)
    return Sample(launchesPerDay: Double(launches.count) / Double(Self.days), firstLaunch: launches.first)
  }

  /// When a run's week has a task launched.
  func launches(of task: TaskRequest, seed: UInt64, run: Int) -> [Instant] {
    var random = RandomStream(seed: seed, run: run, name: "task/\(task.name.value)")
    let offset = device.isIdeal ? 0 : random.below(Self.day) + random.below(7) * Self.day
    if task.type?.value == .appRefresh { return refreshes(task, offset, &random) }
    let habit = RandomHabit(seed: seed, run: run, name: "charging")
    return nights(task, DailySwitch(charging, startingAt: offset, habit), &random)
  }

  /// The least time from a request to its launch.
  private func earliest(_ task: TaskRequest) -> Int64 { task.earliestBegin?.value.milliseconds ?? 0 }

  /// The launches of an app refresh task: whenever the system finds time for it, and not too soon after the last.
  private func refreshes(_ task: TaskRequest, _ offset: Int64, _ random: inout RandomStream) -> [Instant] {
    var launches: [Instant] = []
    var eligible: Instant = earliest(task)
    while launches.isEmpty || task.reschedule.value {
      let next = refreshChance(from: eligible, offset, &random)
      guard next < Self.week else { break }
      launches.append(next)
      eligible = next.later(by: max(earliest(task), refreshGap))
    }
    return launches
  }

  /// The launches of a processing task: once in each time on power, as soon as it may.
  private func nights(
    _ task: TaskRequest, _ charging: DailySwitch, _ random: inout RandomStream
  ) -> [Instant] {
    var launches: [Instant] = []
    var eligible: Instant = earliest(task)
    var power = charging
    var start: Instant = 0
    while start < Self.week, launches.isEmpty || task.reschedule.value {
      let end = min(power.nextChange, Self.week)
      let launch = max(start, eligible)
      // Power that is always there is a night each day.
      let isConstant = power.nextChange == .never
      if power.isOn, launch < end, random.unit() < nightsPerDay {
        launches.append(launch)
        eligible = launch.later(by: max(earliest(task), isConstant ? Self.day : 1))
        if isConstant, task.reschedule.value {
          start = launch
          continue
        }
      }
      guard !isConstant else { break }
      start = power.nextChange
      power.flip()
    }
    return launches
  }

  /// The next time at which the system has time for an app refresh: any in the part of the day in which the app is used.
  private func refreshChance(from time: Instant, _ offset: Int64, _ random: inout RandomStream) -> Instant {
    guard isThrottled, !device.isIdeal else { return time }
    guard refreshesPerDay > 0 else { return .never }
    // Chances come at random: the time to the next is drawn anew from each, which needs no memory of those before.
    let window = Double(visitWindow.minutes) * 60_000
    var wait = window / refreshesPerDay * 2 * random.unit()
    var now = time
    while true {
      let clock = (now + offset) % Self.day
      let start = Int64(visitWindow.start) * 60_000
      let position = (clock - start + Self.day) % Self.day
      guard position < Int64(window) else {
        now += Self.day - position
        continue
      }
      let left = window - Double(position)
      if wait < left { return now.later(by: Int64(wait)) }
      wait -= left
      now += Int64(left)
    }
  }

  // MARK: - Pushes

  /// A push's launches in a run, evenly sent on the ideal device and at random times on any other.
  func sample(_ push: Push, seed: UInt64, run: Int) -> Sample {
    guard let perDay = push.perDay?.value, perDay > 0 else {
      return Sample(launchesPerDay: 0, firstLaunch: nil)
    }
    var random = RandomStream(seed: seed, run: run, name: "push/\(push.name.value)")
    let count = min(Int(perDay * Double(Self.days)), 1_000_000)
    var times = (0..<count).map { index in
      device.isIdeal ? Int64(Double(index) * Double(Self.day) / perDay) : random.below(Self.week)
    }
    times.sort()
    var throttle = PushThrottle(gap: pushGap)
    for time in times { throttle.push(at: time) }
    throttle.deliverStored(by: Self.week)
    return Sample(
      launchesPerDay: Double(throttle.launches.count) / Double(Self.days),
      firstLaunch: throttle.launches.first)
  }
}
