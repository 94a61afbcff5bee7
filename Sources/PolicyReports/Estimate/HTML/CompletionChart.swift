internal import PolicySim

/// The completion of a transfer: the share of runs in which it is done, over time, with the band of the limiter's other interpretations.
struct CompletionChart {
  /// A limit that a budget sets.
  struct Limit {
    /// The figure that it limits: `p95`.
    let figure: String
    let seconds: Double
    let isKept: Bool
  }

  private let name: String
  private let id: String
  private let completion: Distribution
  private let others: [Distribution]
  /// The share of runs that complete.
  private let completeShare: Double
  private let limits: [Limit]
  private let axis: TimeAxis
  /// Whether nothing is random, so that all quantiles are one number.
  private let isSingle: Bool

  private static let plotHeight = 190.0
  private static let limitRow = 16.0
  private static let shares = (0...100).map { Double($0) / 100 }

  /// The chart of a transfer; `nil` if it is never done.
  init?(_ transfer: TransferEstimate, id: String, isSingle: Bool, _ verdicts: [BudgetVerdict]) {
    guard transfer.completion.p50 != nil else { return nil }
    name = transfer.name
    self.id = id
    self.isSingle = isSingle
    completion = transfer.completion
    completeShare = transfer.completeShare ?? 1
    others = [transfer.bands.literal, transfer.bands.idle]
    let prefix = "\(transfer.name).completion."
    limits = verdicts.filter { $0.name.hasPrefix(prefix) }.map {
      Limit(figure: String($0.name.dropFirst(prefix.count)), seconds: $0.limit, isKept: $0.isKept)
    }
    let ends = ([completion] + others).flatMap { [Self.start(of: $0), $0.quantile(1)] }.compactMap { $0 }
    axis = TimeAxis(ends + limits.map(\.seconds))
  }

  /// The start of the visible part of a curve: a few early runs must not take the room of all others.
  private static func start(of completion: Distribution) -> Double? {
    guard let first = completion.quantile(0.01), let early = completion.quantile(0.05) else { return nil }
    return max(first, early / 4)
  }

  /// Whether the other interpretations differ visibly from the one that is used.
  var hasBand: Bool {
    Self.shares.contains { share in
      let values = ([completion] + others).compactMap { $0.quantile(share) }
      return axis.position(values.max() ?? 0) - axis.position(values.min() ?? 0) > 0.4
    }
  }

  /// Whether its time axis is logarithmic.
  var isLogarithmic: Bool { axis.isLogarithmic }

  /// The chart.
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
    if isSingle, let end = completion.p50 {
      return completeShare < 1
        ? "It never completes; the last item that arrives does so after \(NumberFormat.duration(end))."
        : "It is done after \(NumberFormat.duration(end))."
    }
    let runs =
      completeShare < 1
      ? "the runs in which any item arrives; \(NumberFormat.share(completeShare)) of all runs complete"
      : "all runs"
    let figures = [("half", completion.p50), ("95 of 100", completion.p95), ("99 of 100", completion.p99)]
    let parts = figures.compactMap { words, value in
      value.map { "after \(NumberFormat.duration($0)) in \(words)" }
    }
    let limitText = limits.map {
      "The budget for its \($0.figure) is \(NumberFormat.duration($0.seconds)), which is \($0.isKept ? "kept" : "broken")."
    }
    return
      (["Share of runs in which it is done, over time: \(parts.joined(separator: ", ")) of \(runs)."]
      + limitText).joined(separator: " ")
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
      let ends = Self.shares.compactMap { share -> (share: Double, low: Double, high: Double)? in
        let values = ([completion] + others).compactMap { $0.quantile(share) }
        guard let low = values.min(), let high = values.max() else { return nil }
        return (share, low, high)
      }
      let outline = ends.map { point($0.low, $0.share) } + ends.reversed().map { point($0.high, $0.share) }
      parts.append(SVG.path("area", outline, isClosed: true))
      parts += others.filter { $0.p50 != nil }.map { SVG.path("edge", points(of: $0)) }
    }
    parts.append(SVG.path("line", points(of: completion)))
    return SVG.stretched(y: top, height: Self.plotHeight, parts)
  }

  private func points(of distribution: Distribution) -> [(x: Double, y: Double)] {
    let values = Self.shares.compactMap { share in distribution.quantile(share).map { (share, $0) } }
    guard let first = values.first?.1, let last = values.last?.1 else { return [] }
    // Before the first value nothing is done, after the last everything.
    return [(0, 1_000), point(first, 0)] + values.map { point($0.1, $0.0) } + [point(last, 1), (1_000, 0)]
  }

  private func point(_ seconds: Double, _ share: Double) -> (x: Double, y: Double) {
    (axis.position(seconds) * 10, 1_000 - share * 1_000)
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
      return [
        .tag("circle", ["class": "dot", "cx": SVG.percent(x), "cy": SVG.number(y), "r": "4"]),
        SVG.text(
          "\(name) \(NumberFormat.duration(value))", x: x, y: y + (isLeft ? -6 : 14),
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
        "budget: \(limit.figure) ≤ \(NumberFormat.duration(limit.seconds)), \(limit.isKept ? "kept" : "broken")"
      return [
        SVG.line("limit", x1: x, y1: y - 8, x2: x, y2: bottom),
        SVG.text(
          text, x: x, y: y, anchor: isLeft ? "end" : "start", style: "limited halo",
          offset: isLeft ? -6 : 6),
      ]
    }
  }
}
