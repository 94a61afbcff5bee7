internal import PolicySim

/// A run as lines in the order of time. Repetitions are folded into one line.
struct TraceTable {
  /// A row: an event, or the number of times that the preceding rows repeat.
  struct Row: Equatable {
    /// Milliseconds from the start.
    let time: Int64
    let text: String
    /// Whether the row replaces repeated rows.
    var isFold = false
    fileprivate let shape: String
  }

  private(set) var rows: [Row]

  /// The least number of consecutive repetitions that are folded into one row.
  private static let foldedRepeats = 4
  /// The longest sequence of rows whose repetition is detected.
  private static let longestBlock = 12

  init(_ trace: RunTrace) {
    rows = Self.folded(Self.merged(trace.events))
  }

  // MARK: - Consecutive items

  /// The rows of events. Items of the same transfer that begin or finish without other events in between are
  /// one row.
  private static func merged(_ all: [TraceEvent]) -> [Row] {
    let entries = TimelineEntry.folding(all)
    let events = entries.map(\.event)
    var rows: [Row] = []
    var index = 0
    // Conditions that hold at the start are a state, not a change.
    let start = events.prefix { event in
      if case .condition(_, isOn: true) = event.kind { event.time == 0 } else { false }
    }
    if !start.isEmpty {
      let names = start.compactMap { event in
        if case .condition(let condition, _) = event.kind { TraceText.name(of: condition) } else { nil }
      }
      rows.append(row(0, "at the start: \(names.joined(separator: ", "))"))
      index = start.count
    }
    while index < events.count {
      let event = events[index]
      let flow = events[index...].prefix { transfer(onWire: $0) == transfer(onWire: event) }
      if transfer(onWire: event) != nil, flow.count > 2, let last = flow.last {
        rows.append(flowRow(flow, from: event, to: last))
        index += flow.count
      } else {
        rows.append(row(event.time, TraceText.sentence(event, runsFor: entries[index].runsFor)))
        index += 1
      }
    }
    return rows
  }

  /// The transfer whose items begin or finish. `nil` for other events.
  private static func transfer(onWire event: TraceEvent) -> String? {
    switch event.kind {
    case .began(let name, _), .finished(let name, _): name
    default: nil
    }
  }

  private static func flowRow(_ events: ArraySlice<TraceEvent>, from first: TraceEvent, to last: TraceEvent)
    -> Row
  {
    var began = 0
    var finished = 0
    for event in events {
      switch event.kind {
      case .began(_, let items): began += items
      case .finished(_, let items): finished += items
      default: break
      }
    }
    let name = DisplayText.line(transfer(onWire: first) ?? "")
    let length = TraceText.length(last.time - first.time)
    let head =
      began > 0
      ? "\(DisplayText.count(began, "item")) \(began == 1 ? "goes" : "go") on the wire, \(finished) "
      : "\(DisplayText.count(finished, "item")) "
    return row(
      first.time, "\(name): \(head)\(finished == 1 ? "is" : "are") through within \(length)")
  }

  /// A row. The shape of the row is its text without numbers, and equal shapes are repetitions.
  private static func row(_ time: Int64, _ text: String) -> Row {
    let words = text.split(separator: " ").filter { $0.first?.isNumber != true }.map { word in
      // The number of items does not change the shape.
      switch word {
      case "item": "items"
      case "goes": "go"
      case "is": "are"
      case "fails,": "fail,"
      default: String(word)
      }
    }
    return Row(time: time, text: text, shape: words.joined(separator: " "))
  }

  // MARK: - Repetitions

  private static func folded(_ rows: [Row]) -> [Row] {
    var result: [Row] = []
    var index = 0
    while index < rows.count {
      guard let (length, count) = repetition(in: rows, at: index) else {
        result.append(rows[index])
        index += 1
        continue
      }
      let end = index + length * count
      result += rows[index..<index + length]
      let text =
        length == 1
        ? "… \(count - 2) more times the same" : "… \(count - 2) more times these \(length) lines"
      result.append(Row(time: rows[index + length].time, text: text, isFold: true, shape: ""))
      result += rows[end - length..<end]
      index = end
    }
    return result
  }

  /// The block at a row that repeats often enough. Among several blocks, the block whose repetitions cover
  /// the most rows.
  private static func repetition(in rows: [Row], at index: Int) -> (length: Int, count: Int)? {
    var best: (length: Int, count: Int)?
    for length in 1...longestBlock {
      var count = 1
      while index + (count + 1) * length <= rows.count,
        (0..<length).allSatisfy({ rows[index + $0].shape == rows[index + count * length + $0].shape })
      {
        count += 1
      }
      guard count >= foldedRepeats, length * count > (best.map { $0.length * $0.count } ?? 0) else {
        continue
      }
      best = (length, count)
    }
    return best
  }
}
