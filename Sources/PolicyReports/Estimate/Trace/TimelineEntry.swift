internal import PolicySim

/// An event of a run, as a line shows it.
///
/// The line of an event that lets the app run also contains the time until the app is suspended. The
/// suspension has no line of its own.
struct TimelineEntry {
  let event: TraceEvent
  /// The milliseconds for which the app runs in the background after the event. `nil` if the event does not
  /// let the app run.
  private(set) var runsFor: Int64?

  /// The entries of events. Starts and ends of the app's runs that are part of another entry are left out.
  static func folding(_ events: [TraceEvent]) -> [TimelineEntry] {
    var entries: [TimelineEntry?] = events.map { TimelineEntry(event: $0) }
    var began: Int?
    for (index, event) in events.enumerated() {
      guard case .condition(.appRunning, let isOn) = event.kind else { continue }
      if isOn {
        began = began ?? index
      } else if let start = began {
        fold(from: start, to: index, events, &entries)
        began = nil
      }
    }
    return entries.compactMap { $0 }
  }

  private static func fold(
    from start: Int, to end: Int, _ events: [TraceEvent], _ entries: inout [TimelineEntry?]
  ) {
    let time = events[start].time
    let before = events.indices[..<start].reversed().prefix { events[$0].time == time }
    let after = events.indices[(start + 1)...].prefix { events[$0].time == time }
    // The reason is a launch before or after the start of the app's run. Without a launch, the reason is the
    // end of a foreground session.
    let reason =
      (Array(before) + Array(after)).first { isLaunch(events[$0]) } ?? before.first { isLeaving(events[$0]) }
    // If the app runs in the background at the start of the trace, this is shown as a state.
    if reason == nil, time == 0 { return }
    entries[reason ?? start]?.runsFor = events[end].time - time
    if reason != nil { entries[start] = nil }
    entries[end] = nil
  }

  private static func isLaunch(_ event: TraceEvent) -> Bool {
    if case .launched = event.kind { true } else { false }
  }

  private static func isLeaving(_ event: TraceEvent) -> Bool {
    event.kind == .condition(.foreground, isOn: false)
  }
}
