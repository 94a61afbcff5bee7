internal import PolicySim
internal import Quantities

/// A run as a chart: the device's state, the app's launches, the limiter's delay and each transfer as lanes.
struct TimelineChart {
  private let timeline: Timeline
  private let axis: ClockAxis
  private let id: String
  private let title: String
  private let summary: String

  private static let rowHeight = 22.0
  private static let barHeight = 12.0
  private static let gap = 10.0
  /// Spans with a smaller distance, in percent, are drawn as one span.
  private static let resolution = 0.08
  /// The least width, in percent, that is visible on a phone.
  private static let leastWidth = 0.3
  /// The most shapes in a lane that don't overlap each other.
  private static let mostMarks = 40
  /// The most characters of a transfer's name next to a lane.
  private static let nameLength = 20
  /// The most characters of a transfer's name on a phone.
  private static let narrowLength = 14

  init(_ run: ChosenRun, id: String, title: String, summary: String) {
    timeline = Timeline(run.trace, until: Self.end(of: run))
    axis = ClockAxis(length: timeline.length, clock: run.trace.clock)
    self.id = id
    self.title = title
    self.summary = summary
  }

  /// The end of a run's chart in milliseconds: after a day, or 10 % after the completion of the transfer that
  /// the run was chosen for. `nil` if the run is less than one and a half times as long.
  static func end(of run: ChosenRun) -> Int64? {
    guard let completion = run.completion, completion < longest else { return nil }
    let end = max(day, run.start + Int64(completion * 1_000 * 1.1))
    return (run.trace.events.last?.time ?? 0) > end * 3 / 2 ? end : nil
  }

  private static let day = TimeSpan.millisecondsPerDay
  /// The longest completion in seconds that fits into a trace's milliseconds.
  private static let longest = 1e12

  /// A sample of each kind of span and mark in the chart.
  var key: [(sample: XMLNode, text: String)] {
    let states = Set(timeline.transfers.flatMap(\.spans).map(\.state))
    let stretches: [(Timeline.State, String)] = [
      (.wire, "on the wire"), (.held, "held by the limiter"), (.waiting, "waiting for power or a network"),
    ]
    return stretches.filter { states.contains($0.0) }.map { (Self.sample($0.0), $0.1) }
      + (timeline.delays.contains { $0.delay > 0 } ? [(Self.delaySample, "the limiter's delay")] : [])
  }

  private static func sample(_ state: Timeline.State) -> XMLNode {
    .tag(
      "svg", ["width": "22", "height": "12", "aria-hidden": "true"],
      [.tag("rect", ["class": state.rawValue, "x": "1", "y": "1", "width": "20", "height": "10"])])
  }

  private static let delaySample = XMLNode.tag(
    "svg", ["width": "22", "height": "12", "aria-hidden": "true"],
    [
      .tag("rect", ["class": "delay", "x": "1", "y": "7", "width": "10", "height": "5"]),
      .tag("rect", ["class": "delay", "x": "11", "y": "2", "width": "10", "height": "10"]),
    ])

  // MARK: - The chart

  var svg: XMLNode {
    var y = 6.0
    var lanes: [XMLNode] = []
    for lane in timeline.device {
      lanes += [label(lane.name, at: y)] + self.lane(lane.spans, y)
      y += Self.rowHeight
    }
    if !timeline.launches.isEmpty, y > 6 { y += Self.gap }
    for kind in ["transfer", "task", "push"] {
      let times = timeline.launches.filter { TraceText.kind(of: $0.cause) == kind }.map(\.time)
      if times.isEmpty { continue }
      lanes += launchLane(kind, times: times, y: y)
      y += Self.rowHeight
    }
    if timeline.delays.contains(where: { $0.delay > 0 }) {
      lanes += delayLane(y)
      y += Self.rowHeight
    }
    if !timeline.transfers.isEmpty, y > 6 { y += Self.gap }
    for lane in timeline.transfers {
      lanes += nameLabel(DisplayText.line(lane.name), at: y) + self.lane(lane.spans, y)
      y += Self.rowHeight
    }
    return SVG.chart(
      id: id, title: title, summary: summary, height: y + 24, ruler(y) + lanes)
  }

  private func ruler(_ bottom: Double) -> [XMLNode] {
    let midnights = axis.midnights.map { SVG.line("base", x1: $0, y1: 0, x2: $0, y2: bottom + 4) }
    let ticks = axis.ticks.flatMap { tick in
      [
        SVG.line("grid", x1: tick.position, y1: 0, x2: tick.position, y2: bottom + 4),
        SVG.text(
          tick.label, x: tick.position, y: bottom + 18, anchor: tick.position < 3 ? "start" : "middle",
          style: tick.isWideOnly ? "axis wide" : "axis"),
      ]
    }
    return ticks + midnights + [SVG.line("base", x1: 0, y1: bottom, x2: 100, y2: bottom)]
  }

  private func lane(_ spans: [Timeline.Span], _ y: Double) -> [XMLNode] {
    let all = stretches(spans)
    // Widened spans are drawn last, so that the next spans don't cover them.
    let sorted =
      all.filter { $0.end - $0.start >= Self.leastWidth } + all.filter { $0.end - $0.start < Self.leastWidth }
    return [SVG.line("grid", x1: 0, y1: y + Self.barHeight / 2, x2: 100, y2: y + Self.barHeight / 2)]
      + sorted.map { stretch in
        Self.bar(
          stretch.state.rawValue, from: stretch.start, to: stretch.end, y: y, height: Self.barHeight)
      }
  }

  /// A bar between two positions in percent. The bar is at least wide enough to be visible.
  private static func bar(
    _ style: String, from start: Double, to end: Double, y: Double, height: Double
  ) -> XMLNode {
    let width = max(leastWidth, end - start)
    return SVG.rectangle(style, x: min(start, 100 - width), y: y, width: width, height: height)
  }

  private func label(_ name: String, at y: Double, style: String = "label") -> XMLNode {
    SVG.gutterText(name, y: y + Self.barHeight - 2, style: style)
  }

  /// The name of a transfer, shortened on a phone.
  private func nameLabel(_ name: String, at y: Double) -> [XMLNode] {
    guard name.count > Self.narrowLength else { return [label(name, at: y)] }
    return [
      label(Self.cut(name, to: Self.nameLength), at: y, style: "label wide"),
      label(Self.cut(name, to: Self.narrowLength), at: y, style: "label narrow"),
    ]
  }

  private static func cut(_ name: String, to length: Int) -> String {
    name.count > length ? name.prefix(length - 1) + "…" : name
  }

  /// Spans in percent. Spans that are too close to distinguish are joined.
  private func stretches(_ spans: [Timeline.Span]) -> [(start: Double, end: Double, state: Timeline.State)] {
    var result: [(start: Double, end: Double, state: Timeline.State)] = []
    for span in spans {
      let (start, end) = (axis.position(span.start), axis.position(span.end))
      if let index = result.lastIndex(where: { $0.state == span.state }),
        start - result[index].end < Self.resolution, index >= result.count - 3
      {
        result[index].end = max(result[index].end, end)
      } else {
        result.append((start, end, span.state))
      }
    }
    return result
  }

  /// The launches of a kind, as shapes if they don't overlap, otherwise as strokes.
  private func launchLane(_ kind: String, times: [Int64], y: Double) -> [XMLNode] {
    let middle = y + Self.barHeight / 2
    var positions: [Double] = []
    for x in times.map(axis.position) where x - (positions.last ?? -100) >= Self.resolution * 4 {
      positions.append(x)
    }
    let isDense = positions.count > Self.mostMarks
    return [label("\(kind) launches", at: y), SVG.line("grid", x1: 0, y1: middle, x2: 100, y2: middle)]
      + positions.map { x in
        isDense
          ? SVG.line("stroke", x1: x, y1: y, x2: x, y2: y + Self.barHeight) : SVG.use(kind, x: x, y: middle)
      }
  }

  /// The delay as the height of bars. Each doubling of the delay is a step.
  private func delayLane(_ y: Double) -> [XMLNode] {
    let largest = timeline.delays.map(\.delay).max() ?? 1
    let smallest = timeline.delays.map(\.delay).filter { $0 > 0 }.min() ?? 1
    let steps = max(1, naturalLog(Double(largest) / Double(smallest)))
    var parts = [
      label("delay ≤ \(TraceText.length(largest))", at: y),
      SVG.line("grid", x1: 0, y1: y + Self.barHeight, x2: 100, y2: y + Self.barHeight),
    ]
    var index = 0
    while index < timeline.delays.count {
      let first = index
      let start = axis.position(timeline.delays[first].time)
      // Among changes that are too close to distinguish, the chart shows the longest delay, and continues
      // with the last delay.
      while index + 1 < timeline.delays.count,
        axis.position(timeline.delays[index + 1].time) - start < Self.resolution
      { index += 1 }
      let shown = timeline.delays[first...index].map(\.delay).max() ?? 0
      let isOver = timeline.delays[index].delay == 0
      index += 1
      let next = index < timeline.delays.count ? axis.position(timeline.delays[index].time) : 100
      let end = isOver ? start : next
      guard shown > 0 else { continue }
      // A delay that never doubles has the full height.
      let share =
        largest == smallest ? 1 : 0.25 + 0.75 * naturalLog(Double(shown) / Double(smallest)) / steps
      let height = Self.barHeight * min(1, share)
      parts.append(Self.bar("delay", from: start, to: end, y: y + Self.barHeight - height, height: height))
    }
    return parts
  }
}
