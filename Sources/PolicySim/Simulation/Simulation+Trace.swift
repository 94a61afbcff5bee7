/// What is told of a run.
struct Trace: Sendable {
  fileprivate(set) var events: [TraceEvent] = []
  /// Whether the app was told to run in the background.
  fileprivate var isRunning = false
}

extension Simulation {
  /// What happened so far, in order of time; empty if the run is not traced.
  var timeline: [TraceEvent] {
    guard let trace else { return [] }
    return trace.events.enumerated().sorted {
      ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
    }.map(\.element)
  }

  /// Whether what happens is told.
  var isTraced: Bool { trace != nil }

  /// Tells of something that happens now.
  mutating func record(_ kind: TraceEvent.Kind) {
    trace?.events.append(TraceEvent(time: now, kind))
  }

  /// Tells of something that is going to happen.
  mutating func record(_ kind: TraceEvent.Kind, at time: Instant) {
    trace?.events.append(TraceEvent(time: time, kind))
  }

  /// An item has come through; those that do so together are told of together.
  mutating func recordFinished(_ job: Int) {
    guard trace != nil else { return }
    let name = name(of: job)
    if let last = trace?.events.last, last.time == now, case .finished(name, let items) = last.kind {
      trace?.events.removeLast()
      record(.finished(transfer: name, items: items + 1))
    } else {
      record(.finished(transfer: name, items: 1))
    }
  }

  func name(of job: Int) -> String { model.transfers[jobs[job].transfer].name }

  // MARK: - Conditions

  /// The conditions of the device with what they are.
  var conditions: [(condition: TraceEvent.Condition, isOn: Bool)] {
    [
      (.foreground, device.foregroundSessions.isOpen), (.wifi, device.hasWifi),
      (.cellular, device.cellular.isOn),
      (.charging, device.charging.isOn), (.lowPowerMode, device.lowPowerMode.isOn),
      (.lowDataMode, device.lowDataMode.isOn), (.batteryLow, device.battery.isLow),
      (.thermal, device.thermal.isOn),
    ]
  }

  /// Tells of the conditions that hold.
  mutating func recordConditions() {
    for (condition, isOn) in conditions where isOn { record(.condition(condition, isOn: true)) }
  }

  /// Tells of the conditions that are no longer what they were.
  mutating func recordChanges(from before: [(condition: TraceEvent.Condition, isOn: Bool)]) {
    for (old, new) in zip(before, conditions) where old.isOn != new.isOn {
      record(.condition(new.condition, isOn: new.isOn))
    }
  }

  /// The app begins to run in the background, unless it does already.
  mutating func recordAppRuns() {
    guard trace != nil, awakeUntil > now, trace?.isRunning == false else { return }
    trace?.isRunning = true
    record(.condition(.appRunning, isOn: true))
  }

  /// The app's time in the background is over before what comes next.
  mutating func recordAppStops(before time: Instant) {
    guard trace?.isRunning == true, awakeUntil <= time else { return }
    trace?.isRunning = false
    record(.condition(.appRunning, isOn: false), at: max(now, awakeUntil))
  }
}
