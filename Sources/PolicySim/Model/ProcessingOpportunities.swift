/// The time that a device has for processing tasks: mostly while its user sleeps, and only on power for tasks that need it.
struct ProcessingTime: Sendable {
  private let sessions: ForegroundSessionModel
  /// The weight of the hours in which the user is awake; all other hours have weight 1.
  private let awakeWeight: Double
  /// The weighted milliseconds of an average day: on power, and in total.
  private var onPower = 0.0
  private var always = 0.0

  /// The time for processing of a device, whose average day comes from the device's usual week.
  init(of device: DeviceModel, awakeWeight: Double) {
    sessions = device.foregroundSessions
    self.awakeWeight = awakeWeight
    let days = Double(DailyPattern.week / DailyPattern.day)
    onPower = device.charging.usualPresences.reduce(0) { $0 + weight(from: $1.start, to: $1.end) } / days
    always = weight(from: 0, to: DailyPattern.week) / days
  }

  /// The weighted milliseconds of an average day.
  func perDay(needsPower: Bool) -> Double { needsPower ? onPower : always }

  /// Whether the user is awake at a time since the midnight before a Monday, and the time at which this changes.
  func state(at time: Int64) -> (isAwake: Bool, until: Int64) {
    let today = DailyPattern.dayNumber(of: time)
    var next = (today + 2) * DailyPattern.day
    for number in (today - 1)...(today + 1) {
      let habits = sessions.habits(of: number)
      let start = number * DailyPattern.day + habits.start
      if start <= time, time < start + habits.length { return (true, start + habits.length) }
      if start > time { next = min(next, start) }
    }
    return (false, next)
  }

  /// The weighted time between two times.
  func weight(from start: Int64, to end: Int64) -> Double {
    var (sum, time) = (0.0, start)
    while time < end {
      let (isAwake, until) = state(at: time)
      sum += Double(min(until, end) - time) * (isAwake ? awakeWeight : 1)
      time = until
    }
    return sum
  }

  /// The time at which a weighted time of `left` has passed since `start`; `nil` if less has passed before `end`. Subtracts
  /// the time that has passed from `left`.
  func time(after start: Int64, passing left: inout Double, before end: Int64) -> Int64? {
    var time = start
    while time < end {
      let (isAwake, until) = state(at: time)
      let weight = isAwake ? awakeWeight : 1
      let room = Double(min(until, end) - time) * weight
      if left < room || left == 0 { return time + Int64(weight > 0 ? left / weight : 0) }
      left -= room
      time = until
    }
    return nil
  }
}

// The opportunities of processing tasks: random times in which the device is idle, and on power if the task needs power.
extension SimulationModel {
  private static let daysAhead: Int64 = 400
  private static let remembered = 64

  /// The first opportunity of a processing task at or after `time`, and after the task's last opportunity, which is `nil` if
  /// unknown.
  ///
  /// An average day of the device has `processing.per_day` opportunities.
  func processingOpportunity(
    after last: Instant?, from time: Instant, needsPower: Bool, _ device: Device, _ random: inout RandomStream
  ) -> Instant {
    let perDay = settings.launches.processingPerDay
    guard settings.launches.isThrottled else {
      return idleTime(after: time, passing: 0, needsPower: needsPower, device)
    }
    guard perDay > 0 else { return .never }
    if day.isIdeal {
      let gap = Double(DailyPattern.day) / perDay
      let next = last.map { max(time, $0.later(by: Int64(min(0x1p62, gap)))) } ?? time
      return idleTime(after: next, passing: 0, needsPower: needsPower, device)
    }
    let weight = processing.perDay(needsPower: needsPower)
    let gaps = OpportunityGaps(perDay: perDay, least: 0.5 / perDay)
    if var opportunity = last {
      for _ in 0..<Self.remembered {
        let gap = (gaps.least + gaps.spread * random.unit()) * weight
        opportunity = idleTime(after: opportunity, passing: gap, needsPower: needsPower, device)
        if opportunity >= time { return opportunity }
      }
    }
    return idleTime(
      after: time, passing: gaps.rest(random.unit()) * weight, needsPower: needsPower, device)
  }

  /// The time at which a device has had a weighted time of `wait` for processing since `time`; `never` if the next 400 days
  /// are not enough.
  private func idleTime(
    after time: Instant, passing wait: Double, needsPower: Bool, _ device: Device
  ) -> Instant {
    guard time < .never - device.offset - (Self.daysAhead + 60) * DailyPattern.day else { return .never }
    let end = time + device.offset + Self.daysAhead * DailyPattern.day
    var left = wait
    var from = time + device.offset
    guard needsPower else {
      return processing.time(after: from, passing: &left, before: end).map { $0 - device.offset } ?? .never
    }
    while from < end, let span = device.charging.presence(after: from - device.offset) {
      let start = max(from, span.start + device.offset)
      let stop = max(start, min(end, span.end + device.offset))
      if let time = processing.time(after: start, passing: &left, before: stop) {
        return time - device.offset
      }
      from = max(stop, from + 1)
    }
    return .never
  }
}
