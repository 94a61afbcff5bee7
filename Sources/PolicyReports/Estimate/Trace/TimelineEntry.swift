internal import PolicySim

/// An event of a run as reports show it: an event that lets the app run includes the duration, so that its
/// suspension needs no line.
struct TimelineEntry {
  let event: TraceEvent
  /// Milliseconds for which the app then runs in the background, if this event is the reason.
  private(set) var runsFor: Int64?

  /// Events without the beginnings and ends of the app's runs, which other entries include.
  static func folding(_ events: [TraceEvent]) -> [TimelineEntry] {
    var told: [TimelineEntry?] = events.map { TimelineEntry(event: $0) }
    var began: Int?
    for (index, event) in events.enumerated() {
      guard case .condition(.appRunning, let isOn) = event.kind else { continue }
      if isOn {
        began = began ?? index
      } else if let start = began {
        fold(from: start, to: index, events, &told)
        began = nil
      }
    }
    return told.compactMap { $0 }
  }

  private static func fold(
    from start: Int, to end: Int, _ events: [TraceEvent], _ told: inout [TimelineEntry?]
  ) {
    let time = events[start].time
    let before = events.indices[..<start].reversed().prefix { events[$0].time == time }
    let after = events.indices[(start + 1)...].prefix { events[$0].time == time }
    // A launch on either side is the reason rather than the foreground session that ended.
    let reason =
      (Array(before) + Array(after)).first { isLaunch(events[$0]) } ?? before.first { isLeaving(events[$0]) }
    // Conditions that hold at the very start are shown as a state.
    if reason == nil, time == 0 { return }
    told[reason ?? start]?.runsFor = events[end].time - time
    if reason != nil { told[start] = nil }
    told[end] = nil
  }

  private static func isLaunch(_ event: TraceEvent) -> Bool {
    if case .launched = event.kind { true } else { false }
  }

  private static func isLeaving(_ event: TraceEvent) -> Bool {
    event.kind == .condition(.foreground, isOn: false)
  }
}
