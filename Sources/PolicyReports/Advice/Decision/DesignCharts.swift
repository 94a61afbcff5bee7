internal import PolicySim

/// The completion curves of one transfer in several designs, on the same axes.
struct DesignCurves {
  /// The distribution of a design's completion, as a curve.
  struct Curve {
    let letter: String
    let completion: Distribution
  }

  let id: String
  let name: String
  /// The curves, each with the letters of all designs that share the curve.
  private let curves: [(letters: String, number: Int, completion: Distribution)]
  private let axis: TimeAxis

  private static let plotHeight = 220.0
  private static let top = 14.0
  private static let shares = (0...100).map { Double($0) / 100 }

  /// The chart. `nil` if the transfer completes in no design.
  init?(id: String, name: String, _ all: [Curve]) {
    self.id = id
    self.name = name
    var curves: [(letters: String, number: Int, completion: Distribution)] = []
    for (number, curve) in all.enumerated() where curve.completion.least != nil {
      if let same = curves.firstIndex(where: { Self.looksTheSame($0.completion, curve.completion) }) {
        curves[same].letters += ", \(curve.letter)"
      } else {
        curves.append((curve.letter, number, curve.completion))
      }
    }
    guard !curves.isEmpty else { return nil }
    self.curves = curves
    axis = TimeAxis(
      curves.flatMap { [$0.completion.quantile(0.01) ?? $0.completion.least, $0.completion.greatest] }
        .compactMap(\.self))
  }

  private static func looksTheSame(_ one: Distribution, _ other: Distribution) -> Bool {
    shares.allSatisfy { one.quantile($0) == other.quantile($0) }
  }

  /// Whether the time axis is logarithmic.
  var isLogarithmic: Bool { axis.isLogarithmic }

  var svg: XMLNode {
    let bottom = Self.top + Self.plotHeight
    let grid = [0.0, 25, 50, 75, 100].flatMap { share -> [XMLNode] in
      let y = bottom - share / 100 * Self.plotHeight
      return [
        SVG.line(share == 0 ? "base" : "grid", x1: 0, y1: y, x2: 100, y2: y),
        SVG.gutterText("\(Int(share)) %", y: y + 4, style: "axis"),
      ]
    }
    let lines = curves.map { SVG.path("line d\($0.number)", points(of: $0.completion)) }
    let marks = curves.enumerated().flatMap { index, curve in
      mark(curve.letters, curve.number, of: curve.completion, index)
    }
    return SVG.chart(
      id: id, title: "Completion of \(name) by design", summary: summary, height: bottom + 26,
      grid + axis.marks(top: Self.top, bottom: bottom)
        + [SVG.stretched(y: Self.top, height: Self.plotHeight, lines)] + marks)
  }

  private var summary: String {
    curves.map { curve in
      let late = curve.completion.p95.map { "p95 \(NumberFormat.duration($0))" } ?? "p95 never"
      let half = curve.completion.p50.map { "p50 \(NumberFormat.duration($0))" } ?? "p50 never"
      return "\(curve.letters): \(half), \(late)"
    }.joined(separator: "; ")
  }

  private func points(of completion: Distribution) -> [(x: Double, y: Double)] {
    guard let first = completion.least, let last = completion.greatest else { return [] }
    let done = completion.finiteShare
    let values = Self.shares.compactMap { share in completion.quantile(share).map { point($0, share) } }
    return [(0, 1_000), point(first, 0)] + values + [point(last, done), (1_000, 1_000 - done * 1_000)]
  }

  private func point(_ seconds: Double, _ share: Double) -> (x: Double, y: Double) {
    (axis.position(seconds) * 10, 1_000 - share * 1_000)
  }

  /// The letters of a curve. Each curve has its letters at a different height.
  private func mark(_ letters: String, _ number: Int, of completion: Distribution, _ index: Int) -> [XMLNode]
  {
    let share = (0.3 + 0.5 * Double(index) / Double(max(1, curves.count - 1))) * completion.finiteShare
    guard let value = completion.quantile(share) else { return [] }
    let x = axis.position(value)
    let y = Self.top + (1 - share) * Self.plotHeight
    return [
      .tag("circle", ["class": "dot d\(number)", "cx": SVG.percent(x), "cy": SVG.number(y), "r": "4"]),
      SVG.text(
        letters, x: x, y: y + 4, anchor: x > 80 ? "end" : "start", style: "label halo strong",
        offset: x > 80 ? -9 : 9),
    ]
  }
}

/// One figure of several designs as bars with the same axis.
struct DesignBars {
  /// A design's value of the figure, as a bar.
  struct Bar {
    let letter: String
    let value: Double
    let text: String
  }

  let id: String
  let title: String
  let bars: [Bar]
  /// The value of a full bar. If this is 0, the largest value has a full bar.
  var most = 0.0

  private static let rowHeight = 26.0

  var svg: XMLNode {
    let most = max(most, bars.map(\.value).max() ?? 0)
    let parts = bars.enumerated().flatMap { index, bar -> [XMLNode] in
      let y = Double(index) * Self.rowHeight
      let width = most > 0 ? min(1, max(0, bar.value / most)) * 56 : 0
      return [
        SVG.text(bar.letter, x: 0, y: y + 16, style: "label strong"),
        SVG.line("grid", x1: 8, y1: y + 12, x2: 64, y2: y + 12),
        SVG.rectangle("bar d\(index)", x: 8, y: y + 6, width: width, height: 12),
        SVG.text(bar.text, x: 100, y: y + 16, anchor: "end"),
      ]
    }
    return SVG.chart(
      id: id, title: title, summary: bars.map { "\($0.letter): \($0.text)" }.joined(separator: "; "),
      height: Double(bars.count) * Self.rowHeight, parts)
  }
}

/// A figure by hour of day, a row of bars for each design.
struct HourChart {
  let id: String
  let title: String
  let series: [(letter: String, values: [Double])]

  private static let rowHeight = 56.0
  private static let barHeight = 40.0
  /// The left end of the bars, in percent; left of it are the letter of the design and the scale.
  private static let left = 16.0
  private static let hourWidth = (100 - left) / 24

  var svg: XMLNode {
    let most = series.flatMap(\.values).max() ?? 0
    let rows = series.enumerated().flatMap { index, row -> [XMLNode] in
      let bottom = Double(index) * Self.rowHeight + Self.barHeight + 8
      let top = bottom - Self.barHeight
      let bars = row.values.enumerated().compactMap { hour, value -> XMLNode? in
        guard most > 0, value > 0 else { return nil }
        let height = value / most * Self.barHeight
        return SVG.rectangle(
          "bar d\(index)", x: Self.position(hour), y: bottom - height, width: Self.hourWidth - 0.6,
          height: height)
      }
      let scale: [(value: Double, y: Double)] = [(0, bottom)] + (most > 0 ? [(most, top)] : [])
      return [
        SVG.text(row.letter, x: 0, y: top + 25, style: "label strong"),
        SVG.line("grid", x1: Self.left, y1: top, x2: 100, y2: top),
        SVG.line("base", x1: Self.left, y1: bottom, x2: 100, y2: bottom),
      ]
        + scale.map { value, y -> XMLNode in
          SVG.text(
            NumberFormat.count(value), x: Self.left, y: y + 4, anchor: "end", style: "axis", offset: -6)
        } + bars
    }
    let bottom = Double(series.count) * Self.rowHeight
    let hours = [0, 6, 12, 18].map { hour in
      SVG.text("\(hour < 10 ? "0" : "")\(hour):00", x: Self.position(hour), y: bottom + 14, style: "axis")
    }
    return SVG.chart(id: id, title: title, summary: summary, height: bottom + 20, rows + hours)
  }

  private static func position(_ hour: Int) -> Double { left + Double(hour) * hourWidth }

  private var summary: String {
    series.map { row in
      let all = row.values.reduce(0, +)
      guard let most = row.values.max(), most > 0, let hour = row.values.firstIndex(of: most) else {
        return "\(row.letter): none"
      }
      return
        "\(row.letter): \(NumberFormat.count(all)) a day, most (\(NumberFormat.count(most))) from \(hour):00 to \(hour + 1):00"
    }.joined(separator: "; ")
  }
}
