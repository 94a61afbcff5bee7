internal import PolicySim

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
  /// Stretches that are closer to each other than this, in percent, are drawn as one.
  private static let resolution = 0.08
  /// So much of a name has room beside a lane.
  private static let nameLength = 20

  init(_ run: ChosenRun, id: String, title: String, summary: String) {
    timeline = Timeline(run.trace)
    axis = ClockAxis(length: timeline.length, clock: run.trace.clock)
    self.id = id
    self.title = title
    self.summary = summary
  }

  /// What the kinds of stretches and marks look like, those that there are.
  var key: [(sample: HTMLNode, text: String)] {
    let states = Set(timeline.transfers.flatMap(\.spans).map(\.state))
    let stretches: [(Timeline.State, String)] = [
      (.wire, "on the wire"), (.held, "held by the limiter"), (.waiting, "waiting for power or a network"),
    ]
    let causes = Set(timeline.launches.map { TraceWords.kind(of: $0.cause) })
    return stretches.filter { states.contains($0.0) }.map { (Self.sample($0.0), $0.1) }
      + ["transfer", "task", "push"].filter { causes.contains($0) }.map {
        (Self.sample(mark: $0), "launch for a \($0)")
      }
      + (timeline.delays.contains { $0.delay > 0 } ? [(Self.delaySample, "the limiter's delay")] : [])
  }

  private static func sample(_ state: Timeline.State) -> HTMLNode {
    .tag(
      "svg", ["width": "22", "height": "12", "aria-hidden": "true"],
      [.tag("rect", ["class": state.rawValue, "x": "1", "y": "1", "width": "20", "height": "10"])])
  }

  private static func sample(mark: String) -> HTMLNode {
    .tag(
      "svg", ["width": "12", "height": "12", "aria-hidden": "true"],
      [.tag("use", ["href": "#\(mark)", "x": "6", "y": "6"])])
  }

  private static let delaySample = HTMLNode.tag(
    "svg", ["width": "22", "height": "12", "aria-hidden": "true"],
    [
      .tag("rect", ["class": "delay", "x": "1", "y": "7", "width": "10", "height": "5"]),
      .tag("rect", ["class": "delay", "x": "11", "y": "2", "width": "10", "height": "10"]),
    ])

  // MARK: - The chart

  var svg: HTMLNode {
    var y = 6.0
    var lanes: [HTMLNode] = []
    for lane in timeline.device {
      lanes += self.lane(lane.name, lane.spans, y)
      y += Self.rowHeight
    }
    if !timeline.launches.isEmpty {
      if y > 6 { y += Self.gap }
      lanes += launchLane(y)
      y += Self.rowHeight
    }
    if timeline.delays.contains(where: { $0.delay > 0 }) {
      lanes += delayLane(y)
      y += Self.rowHeight
    }
    if !timeline.transfers.isEmpty, y > 6 { y += Self.gap }
    for lane in timeline.transfers {
      lanes += self.lane(DisplayText.line(lane.name), lane.spans, y)
      y += Self.rowHeight
    }
    return SVG.chart(
      id: id, title: title, summary: summary, height: y + 24, ruler(y) + lanes)
  }

  private func ruler(_ bottom: Double) -> [HTMLNode] {
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

  private func lane(_ name: String, _ spans: [Timeline.Span], _ y: Double) -> [HTMLNode] {
    [
      label(name, y),
      SVG.line("grid", x1: 0, y1: y + Self.barHeight / 2, x2: 100, y2: y + Self.barHeight / 2),
    ]
      + stretches(spans).map { stretch in
        SVG.rectangle(
          stretch.state.rawValue, x: stretch.start, y: y, width: stretch.end - stretch.start,
          height: Self.barHeight)
      }
  }

  private func label(_ name: String, _ y: Double) -> HTMLNode {
    let shown = name.count > Self.nameLength ? name.prefix(Self.nameLength - 1) + "…" : name[...]
    return SVG.gutterText(String(shown), y: y + Self.barHeight - 2)
  }

  /// Spans in percent, those that the eye can't tell apart as one.
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

  private func launchLane(_ y: Double) -> [HTMLNode] {
    var last: (kind: String, x: Double)?
    var parts = [label("launches", y)]
    parts.append(
      SVG.line("grid", x1: 0, y1: y + Self.barHeight / 2, x2: 100, y2: y + Self.barHeight / 2))
    for launch in timeline.launches {
      let kind = TraceWords.kind(of: launch.cause)
      let x = axis.position(launch.time)
      if let last, last.kind == kind, x - last.x < Self.resolution * 4 { continue }
      parts.append(SVG.use(kind, x: x, y: y + Self.barHeight / 2))
      last = (kind, x)
    }
    return parts
  }

  /// The delay by the height of its bars, each doubling a step.
  private func delayLane(_ y: Double) -> [HTMLNode] {
    let largest = timeline.delays.map(\.delay).max() ?? 1
    let smallest = timeline.delays.map(\.delay).filter { $0 > 0 }.min() ?? 1
    let steps = max(1, Logarithm.of(Double(largest) / Double(smallest)))
    var parts = [
      label("delay ≤ \(TraceWords.length(largest))", y),
      SVG.line("grid", x1: 0, y1: y + Self.barHeight, x2: 100, y2: y + Self.barHeight),
    ]
    var index = 0
    while index < timeline.delays.count {
      let delay = timeline.delays[index]
      let start = axis.position(delay.time)
      // Changes that the eye can't tell apart count as the last of them.
      while index + 1 < timeline.delays.count,
        axis.position(timeline.delays[index + 1].time) - start < Self.resolution
      { index += 1 }
      let shown = timeline.delays[index].delay
      index += 1
      let end = index < timeline.delays.count ? axis.position(timeline.delays[index].time) : 100
      guard shown > 0 else { continue }
      let share = 0.25 + 0.75 * Logarithm.of(Double(shown) / Double(smallest)) / steps
      let height = Self.barHeight * min(1, share)
      parts.append(
        SVG.rectangle(
          "delay", x: start, y: y + Self.barHeight - height, width: end - start, height: height))
    }
    return parts
  }
}
