/// The record of a run.
struct Trace: Sendable {
  fileprivate(set) var events: [TraceEvent] = []
  /// Whether the app is recorded as running in the background.
  fileprivate var isRunning = false
}

extension Simulation {
  /// The recorded events in order of time; empty if the run is not traced.
  var timeline: [TraceEvent] {
    guard let trace else { return [] }
    return trace.events.enumerated().sorted {
      ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
    }.map(\.element)
  }

  var isTraced: Bool { trace != nil }

  /// Records an event that happens now.
  mutating func record(_ kind: TraceEvent.Kind) {
    trace?.events.append(TraceEvent(time: now, kind))
  }

  /// Records an event that will happen.
  mutating func record(_ kind: TraceEvent.Kind, at time: Instant) {
    trace?.events.append(TraceEvent(time: time, kind))
  }

  /// Records the end of items; items of a transfer that end together are one event.
  mutating func recordFinished(_ job: Int, items count: Int) {
    guard trace != nil else { return }
    let name = name(of: job)
    if let last = trace?.events.last, last.time == now, case .finished(name, let items) = last.kind {
      trace?.events.removeLast()
      record(.finished(transfer: name, items: items + count))
    } else {
      record(.finished(transfer: name, items: count))
    }
  }

  /// Records the new time at which the limiter releases a batch.
  mutating func recordHeldLonger(_ batch: Int) {
    record(
      .heldLonger(
        transfer: name(of: daemon.batches[batch].job), items: daemon.batches[batch].waiting,
        isHeldUntil: daemon.batches[batch].opens))
  }

  /// The name of a job's transfer.
  func name(of job: Int) -> String { model.transfers[jobs[job].transfer].name }

  // MARK: - Conditions

  /// The conditions of the device, and whether each holds.
  var conditions: [(condition: TraceEvent.Condition, isOn: Bool)] {
    [
      (.foreground, device.foregroundSessions.isOpen), (.wifi, device.hasWifi),
      (.cellular, device.cellular.isOn), (.charging, device.charging.isOn),
      (.lowPowerMode, device.lowPowerMode.isOn), (.lowDataMode, device.lowDataMode.isOn),
      (.batteryLow, device.battery.isLow), (.thermal, device.thermal.isOn),
    ]
  }

  /// Records the conditions that hold.
  mutating func recordConditions() {
    for (condition, isOn) in conditions where isOn { record(.condition(condition, isOn: true)) }
  }

  mutating func recordChanges(from before: [(condition: TraceEvent.Condition, isOn: Bool)]) {
    for (old, new) in zip(before, conditions) where old.isOn != new.isOn {
      record(.condition(new.condition, isOn: new.isOn))
    }
  }

  /// Records that the app begins to run in the background, unless the app already runs.
  mutating func recordAppRuns() {
    guard trace != nil, app.awakeUntil > now, trace?.isRunning == false else { return }
    trace?.isRunning = true
    record(.condition(.appRunning, isOn: true))
  }

  /// Records that the app's time in the background ends before the next event.
  mutating func recordAppStops(before time: Instant) {
    guard trace?.isRunning == true, app.awakeUntil <= time else { return }
    trace?.isRunning = false
    record(.condition(.appRunning, isOn: false), at: max(now, app.awakeUntil))
  }
}
