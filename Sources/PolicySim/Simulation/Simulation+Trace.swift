/// What is told of a run.
struct Story: Sendable {
  fileprivate(set) var events: [TraceEvent] = []
  /// Whether the app was told to run in the background.
  fileprivate var isRunning = false
}

extension Simulation {
  /// What happened so far, in order of time; empty where the run is not traced.
  var trace: [TraceEvent] {
    guard let story else { return [] }
    return story.events.enumerated().sorted {
      ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
    }.map(\.element)
  }

  /// Whether what happens is told.
  var isTraced: Bool { story != nil }

  /// Tells of something that happens now.
  mutating func tell(_ kind: TraceEvent.Kind) {
    story?.events.append(TraceEvent(time: now, kind))
  }

  /// Tells of something that is going to happen.
  mutating func tell(_ kind: TraceEvent.Kind, at time: Instant) {
    story?.events.append(TraceEvent(time: time, kind))
  }

  /// An item has come through; those that do so together are told of together.
  mutating func tellFinished(_ occurrence: Int) {
    guard story != nil else { return }
    let name = name(of: occurrence)
    if let last = story?.events.last, last.time == now, case .finished(name, let items) = last.kind {
      story?.events.removeLast()
      tell(.finished(transfer: name, items: items + 1))
    } else {
      tell(.finished(transfer: name, items: 1))
    }
  }

  func name(of occurrence: Int) -> String { plan.entries[occurrences[occurrence].entry].name }

  // MARK: - Conditions

  /// The conditions of the device with what they are.
  var conditions: [(condition: TraceEvent.Condition, isOn: Bool)] {
    [
      (.foreground, device.visits.isOpen), (.wifi, device.hasWifi), (.cellular, device.cellular.isOn),
      (.charging, device.charging.isOn), (.lowPowerMode, device.lowPowerMode.isOn),
      (.lowDataMode, device.lowDataMode.isOn), (.batteryLow, device.battery.isLow),
      (.thermal, device.thermal.isOn),
    ]
  }

  /// Tells of the conditions that hold.
  mutating func tellConditions() {
    for (condition, isOn) in conditions where isOn { tell(.condition(condition, isOn: true)) }
  }

  /// Tells of the conditions that are no longer what they were.
  mutating func tellChanges(from before: [(condition: TraceEvent.Condition, isOn: Bool)]) {
    for (old, new) in zip(before, conditions) where old.isOn != new.isOn {
      tell(.condition(new.condition, isOn: new.isOn))
    }
  }

  /// The app begins to run in the background, unless it does already.
  mutating func tellAppRuns() {
    guard story != nil, awakeUntil > now, story?.isRunning == false else { return }
    story?.isRunning = true
    tell(.condition(.appRunning, isOn: true))
  }

  /// The app's time in the background is over before what comes next.
  mutating func tellAppStops(before time: Instant) {
    guard story?.isRunning == true, awakeUntil <= time else { return }
    story?.isRunning = false
    tell(.condition(.appRunning, isOn: false), at: max(now, awakeUntil))
  }
}
