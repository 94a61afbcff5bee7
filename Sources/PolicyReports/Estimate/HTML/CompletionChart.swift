internal import PolicyModel
internal import PolicySim

/// A chart of a transfer's completion: the share of runs that have completed over time, with a band for the
/// limiter's other interpretations.
struct CompletionChart {
  /// A limit that a budget sets.
  struct Limit {
    /// The limited figure, such as `p95`.
    let figure: String
    let seconds: Double
    /// The verdict in words.
    let verdict: String
  }

  private let name: String
  private let id: String
  private let completion: Distribution
  private let others: [Distribution]
  private let limits: [Limit]
  /// Whether the interpretations differ too much for a single number.
  private let isBandTooWide: Bool
  private let axis: TimeAxis
  /// Whether the estimate is exact. Then all quantiles are the same number.
  private let isSingle: Bool

  private static let plotHeight = 190.0
  private static let limitRow = 16.0
  private static let shares = (0...100).map { Double($0) / 100 }

  /// The chart of a transfer. `nil` if the transfer never completes.
  init?(_ transfer: TransferEstimate, id: String, isSingle: Bool, _ verdicts: [BudgetVerdict]) {
    guard transfer.completion.least != nil else { return nil }
    name = transfer.name
    self.id = id
    self.isSingle = isSingle
    completion = transfer.completion
    isBandTooWide = transfer.isBandTooWide
    others = transfer.bands.all
    limits = verdicts.filter { $0.transfer == transfer.name && $0.figure.figure == .completion }.map {
      Limit(figure: $0.figure.statistic.rawValue, seconds: $0.limit, verdict: $0.word)
    }
    let ends = ([completion] + others).flatMap { [Self.start(of: $0), $0.greatest] }.compactMap { $0 }
    axis = TimeAxis(ends + limits.map(\.seconds))
  }

  /// The start of the visible part of a curve. A few early runs must not squeeze the other runs.
  private static func start(of completion: Distribution) -> Double? {
    guard let first = completion.quantile(0.01) else { return completion.least }
    return max(first, (completion.p05 ?? first) / 4)
  }

  /// Whether the results of the other interpretations differ visibly from the results of the used
  /// interpretation.
  var hasBand: Bool {
    Self.shares.contains { share in
      guard let ends = ends(at: share) else { return false }
      return ends.high - ends.low > 4
    }
  }

  /// Whether the time axis is logarithmic.
  var isLogarithmic: Bool { axis.isLogarithmic }

  var svg: XMLNode {
    let top = Double(limits.count) * Self.limitRow + 12
    let bottom = top + Self.plotHeight
    return SVG.chart(
      id: id, title: "Completion of \(DisplayText.line(name))", summary: summary, height: bottom + 26,
      grid(top, bottom) + axis.marks(top: top, bottom: bottom) + [curves(top)] + limitMarks(top, bottom)
        + quantileMarks(top))
  }

  /// The chart in words.
  var summary: String {
    if isSingle, let end = completion.p50 { return "It is done after \(NumberFormat.duration(end))." }
    let never =
      completion.finiteShare < 1
      ? " It is done in \(NumberFormat.share(completion.finiteShare)) of all runs, and never in the others."
      : ""
    let figures = [("half", completion.p50), ("95 of 100", completion.p95), ("99 of 100", completion.p99)]
    let parts = figures.compactMap { words, value in
      value.map { "after \(NumberFormat.duration($0)) in \(words)" }
    }
    let interpretation = isBandTooWide ? ", by the reading that is used" : ""
    let limitText = limits.map {
      "The budget for its \($0.figure) is \(NumberFormat.duration($0.seconds)), which is \($0.verdict)."
    }
    let times = parts.isEmpty ? "" : ": \(parts.joined(separator: ", ")) of all runs\(interpretation)"
    return (["Share of runs in which it is done, over time\(times).\(never)"] + limitText).joined(
      separator: " ")
  }

  private func grid(_ top: Double, _ bottom: Double) -> [XMLNode] {
    [0.0, 25, 50, 75, 100].flatMap { share in
      let y = bottom - share / 100 * (bottom - top)
      return [
        SVG.line(share == 0 ? "base" : "grid", x1: 0, y1: y, x2: 100, y2: y),
        SVG.gutterText("\(Int(share)) %", y: y + 4, style: "axis"),
      ]
    }
  }

  // MARK: - Curves

  private func curves(_ top: Double) -> XMLNode {
    var parts: [XMLNode] = []
    if hasBand {
      let ends = Self.shares.compactMap { share in self.ends(at: share).map { (share, $0) } }
      let outline =
        ends.map { ($1.low, Self.height(of: $0)) } + ends.reversed().map { ($1.high, Self.height(of: $0)) }
      parts.append(SVG.path("area", outline, isClosed: true))
      parts += others.filter { $0.least != nil }.map { SVG.path("edge", points(of: $0)) }
    }
    parts.append(SVG.path("line", points(of: completion)))
    return SVG.stretched(y: top, height: Self.plotHeight, parts)
  }

  private func points(of distribution: Distribution) -> [(x: Double, y: Double)] {
    guard let first = distribution.least, let last = distribution.greatest else { return [] }
    let values = Self.shares.compactMap { share in distribution.quantile(share).map { point($0, share) } }
    // The curve is 0 before the first value, and stays at the share of runs that complete after the last
    // value.
    let done = distribution.finiteShare
    return [(0, 1_000), point(first, 0)] + values + [point(last, done), (1_000, Self.height(of: done))]
  }

  /// The horizontal ends of the band at a share of the runs. `nil` if no interpretation reaches the share.
  private func ends(at share: Double) -> (low: Double, high: Double)? {
    let values = ([completion] + others).map { distribution in
      distribution.quantile(share).map { axis.position($0) * 10 }
    }
    guard let low = values.compactMap(\.self).min() else { return nil }
    // An interpretation in which too few runs complete has no time for the share. The band is then open to
    // the right.
    return (low, values.contains(nil) ? 1_000 : values.compactMap(\.self).max() ?? low)
  }

  private static func height(of share: Double) -> Double { 1_000 - share * 1_000 }

  private func point(_ seconds: Double, _ share: Double) -> (x: Double, y: Double) {
    (axis.position(seconds) * 10, Self.height(of: share))
  }

  // MARK: - Labels

  private func quantileMarks(_ top: Double) -> [XMLNode] {
    let marks =
      isSingle
      ? [("ends after", 0.5, completion.p50)]
      : [("p50", 0.5, completion.p50), ("p95", 0.95, completion.p95)]
    return marks.flatMap { name, share, value -> [XMLNode] in
      guard let value else { return [] }
      let x = axis.position(value)
      let y = top + (1 - share) * Self.plotHeight
      let isLeft = x > 60
      // A number in the label would present one of several interpretations as the result.
      let label = isBandTooWide ? name : "\(name) \(NumberFormat.duration(value))"
      return [
        .tag("circle", ["class": "dot", "cx": SVG.percent(x), "cy": SVG.number(y), "r": "4"]),
        SVG.text(
          label, x: x, y: y + (isLeft ? -6 : 14),
          anchor: isLeft ? "end" : "start", style: "label halo", offset: isLeft ? -7 : 7),
      ]
    }
  }

  private func limitMarks(_ top: Double, _ bottom: Double) -> [XMLNode] {
    limits.enumerated().flatMap { index, limit -> [XMLNode] in
      let x = axis.position(limit.seconds)
      let y = 12 + Double(index) * Self.limitRow
      let isLeft = x > 50
      let text =
        "budget: \(limit.figure) ≤ \(NumberFormat.duration(limit.seconds)), \(limit.verdict)"
      return [
        SVG.line("limit", x1: x, y1: y - 8, x2: x, y2: bottom),
        SVG.text(
          text, x: x, y: y, anchor: isLeft ? "end" : "start", style: "limited halo",
          offset: isLeft ? -6 : 6),
      ]
    }
  }
}
