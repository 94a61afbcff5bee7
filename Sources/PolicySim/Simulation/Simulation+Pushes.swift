/// A push in the course of a run.
struct PushState: Sendable {
  var random: RandomStream
  /// How many came in the first week.
  var sent = 0
  var counts = LaunchCounts()
  /// How many have been scheduled.
  var scheduled = 0
  /// The times of those of a day, and which of them comes next.
  var times: [Instant] = []
  var position = 0
  var nextDay: Int64 = 0
}

extension PushState {
  private static let mostPerDay = 100_000.0
  private static let daysAhead: Int64 = 10_000

  /// The next time at which one comes: evenly spaced from 0, or at any times of each day.
  @inline(__always)
  mutating func next(perDay: Double, isEven: Bool) -> Instant {
    guard position < times.count else { return nextOfLaterDays(perDay: perDay, isEven: isEven) }
    position += 1
    return times[position - 1]
  }

  private mutating func nextOfLaterDays(perDay: Double, isEven: Bool) -> Instant {
    guard perDay > 0 else { return .never }
    if isEven {
      scheduled += 1
      return Instant(min(0x1p61, Double(scheduled - 1) * Double(DailyPattern.day) / perDay))
    }
    let end = nextDay + Self.daysAhead
    while position >= times.count {
      guard nextDay < end else { return .never }
      draw(min(perDay, Self.mostPerDay))
    }
    position += 1
    return times[position - 1]
  }

  private mutating func draw(_ perDay: Double) {
    let whole = Int(perDay)
    let count = whole + (random.unit() < perDay - Double(whole) ? 1 : 0)
    position = 0
    let midnight = nextDay * DailyPattern.day
    if times.count != count { times = [Instant](repeating: 0, count: count) }
    // A copy can be kept in registers.
    var random = random
    times.withUnsafeMutableBufferPointer { times in
      for index in times.indices { times[index] = midnight + random.below(DailyPattern.day) }
    }
    self.random = random
    times.sortFew(by: <)
    nextDay += 1
  }
}

extension Simulation {
  @inline(__always)
  mutating func scheduleNextPush(_ push: Int) {
    let time = pushes[push].next(perDay: model.launches.pushes[push].perDay, isEven: model.day.isIdeal)
    if time < .never { events.push(Event(time: time, kind: .push, index: push)) }
  }

  /// A push arrives: it launches the app, or waits behind the throttle.
  @inline(__always)
  mutating func pushArrives(_ push: Int) {
    if now < DailyPattern.week { pushes[push].sent += 1 }
    scheduleNextPush(push)
    // What comes while the app is open is neither limited nor a launch.
    if device.foregroundSessions.isOpen { return startWork(ofPush: push) }
    guard mayLaunch else { return }
    if throttle.push(push, at: now) {
      launch(forPush: push)
    } else {
      if isTraced { record(.pushStored(model.launches.pushes[push].name)) }
      events.push(Event(time: throttle.storedIsDue, kind: .storedPush, index: push))
    }
  }

  /// The throttle lets the stored push go, unless there is none any more.
  mutating func storedPushComes() {
    guard mayLaunch, let push = throttle.deliverStored(by: now) else { return }
    launch(forPush: push)
  }

  /// The user opens the app, which gets what was stored.
  mutating func deliverStoredPush() {
    guard let push = throttle.forgetStored() else { return }
    startWork(ofPush: push)
  }

  @inline(__always)
  private mutating func launch(forPush index: Int) {
    let time = model.launches.pushes[index].timeToRun
    pushes[index].counts.add(at: now, energy: model.launches.pushes[index].energy)
    launches += 1
    if isTraced { record(.launched(.push(model.launches.pushes[index].name), delay: limiter.delay)) }
    if model.launches.pushes[index].isCutOff {
      pushes[index].counts.cutOffs += 1
      if isTraced { record(.cutOff(.push(model.launches.pushes[index].name)), at: now.later(by: time)) }
    }
    runApp(for: max(time, model.settings.awake))
    deliverFinishedSessions()
    startWork(ofPush: index)
  }

  /// What the app does when it hears of a push.
  private mutating func startWork(ofPush index: Int) {
    for position in model.launches.pushes[index].starts.indices {
      startWork(model.launches.pushes[index].starts[position])
    }
  }
}
