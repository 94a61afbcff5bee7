internal import PolicySim

/// A run as lanes: the states of the device, the app and each transfer over time.
struct Timeline {
  /// The meaning of a span in a lane.
  enum State: String {
    /// A condition of the device holds.
    case on
    /// Items are being transmitted.
    case wire
    /// The limiter holds items, and no item is being transmitted.
    case held
    /// Items wait for a network, power or their turn.
    case waiting
  }

  /// A span of time, in milliseconds from the start.
  struct Span: Equatable {
    let start: Int64
    let end: Int64
    let state: State
  }

  /// A lane with its name.
  struct Lane {
    let name: String
    var spans: [Span]
  }

  /// A change of the limiter's delay, in milliseconds.
  struct Delay: Equatable {
    let time: Int64
    let delay: Int64
  }

  /// A launch of the app in the background.
  struct Launch: Equatable {
    let time: Int64
    let cause: TraceEvent.Cause
  }

  /// The length in milliseconds.
  let length: Int64
  /// The conditions of the device that hold at some time of the run.
  private(set) var device: [Lane] = []
  /// The transfers with any activity.
  private(set) var transfers: [Lane] = []
  private(set) var launches: [Launch] = []
  /// The changes of the limiter's delay.
  private(set) var delays: [Delay] = []

  /// The lanes of a run. `end` cuts the lanes at a time in milliseconds.
  init(_ trace: RunTrace, until end: Int64? = nil) {
    let last = trace.events.last?.time ?? 0
    length = end ?? max(1, last + last / 50)
    let events = end.map { end in trace.events.filter { $0.time <= end } } ?? trace.events
    for condition in TraceEvent.Condition.allCases {
      let spans = Self.spans(of: condition, events, until: length)
      if !spans.isEmpty { device.append(Lane(name: TraceText.name(of: condition), spans: spans)) }
    }
    for name in Self.names(events) {
      transfers.append(Lane(name: name, spans: Self.spans(ofTransfer: name, events, until: length)))
    }
    for event in events {
      switch event.kind {
      case .launched(let cause, let delay):
        launches.append(Launch(time: event.time, cause: cause))
        delays.append(Delay(time: event.time, delay: delay))
      case .delayForgotten: delays.append(Delay(time: event.time, delay: 0))
      default: break
      }
    }
  }

  private static func spans(
    of condition: TraceEvent.Condition, _ events: [TraceEvent], until end: Int64
  ) -> [Span] {
    var spans: [Span] = []
    var start: Int64?
    for event in events {
      guard case .condition(condition, let isOn) = event.kind else { continue }
      if isOn {
        start = start ?? event.time
      } else if let began = start {
        spans.append(Span(start: began, end: event.time, state: .on))
        start = nil
      }
    }
    if let start { spans.append(Span(start: start, end: end, state: .on)) }
    return spans
  }

  /// The transfers in the order of their first events.
  private static func names(_ events: [TraceEvent]) -> [String] {
    var names: [String] = []
    for event in events {
      if case .submitted(let name, _, _) = event.kind, !names.contains(name) { names.append(name) }
    }
    return names
  }

  private static func spans(ofTransfer name: String, _ events: [TraceEvent], until end: Int64) -> [Span] {
    var work = TransferWork()
    for event in events { work.record(event, of: name) }
    return work.spans(until: end)
  }
}

/// The items of one transfer in the course of a run.
private struct TransferWork {
  private var spans: [Timeline.Span] = []
  private var since: Int64 = 0
  private var state: Timeline.State?
  /// Items that the limiter holds, with the times of their release.
  private var held: [(until: Int64, items: Int)] = []
  private var waiting = 0
  private var active = 0

  mutating func record(_ event: TraceEvent, of name: String) {
    release(before: event.time)
    switch event.kind {
    case .submitted(name, let items, let until):
      if let until, until > event.time {
        held.append((until, items))
      } else {
        waiting += items
      }
    case .heldLonger(name, let items, let until):
      if let index = held.firstIndex(where: { $0.items == items && $0.until < until }) {
        held[index].until = until
      }
    case .began(name, let items):
      take(items)
      active += items
    case .paused(name, let items):
      active -= items
      waiting += items
    case .finished(name, let items): end(items)
    case .failed(name, let items, _): end(items)
    default: return
    }
    change(at: event.time)
  }

  mutating func spans(until end: Int64) -> [Timeline.Span] {
    release(before: end)
    close(at: end)
    return spans
  }

  /// Ends items. Items without a recorded beginning were not being transmitted.
  private mutating func end(_ items: Int) {
    let fromWire = min(active, items)
    active -= fromWire
    take(items - fromWire)
  }

  /// Takes items first from the waiting items, then from the held items, which a foreground session releases
  /// early.
  private mutating func take(_ items: Int) {
    var rest = items - min(waiting, items)
    waiting -= items - rest
    while rest > 0, let first = held.first {
      let taken = min(first.items, rest)
      held[0].items -= taken
      rest -= taken
      if held[0].items == 0 { held.removeFirst() }
    }
  }

  private mutating func release(before time: Int64) {
    while let first = held.first, first.until < time {
      held.removeFirst()
      waiting += first.items
      change(at: first.until)
    }
  }

  private mutating func change(at time: Int64) {
    let now: Timeline.State? = active > 0 ? .wire : !held.isEmpty ? .held : waiting > 0 ? .waiting : nil
    guard now != state else { return }
    close(at: time)
    state = now
    since = time
  }

  private mutating func close(at time: Int64) {
    guard let state, time > since else { return }
    spans.append(Timeline.Span(start: since, end: time, state: state))
  }
}
