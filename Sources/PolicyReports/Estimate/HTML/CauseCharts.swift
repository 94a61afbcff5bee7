internal import PolicySim

/// The share of a figure that a mechanism causes.
struct MechanismShare {
  let mechanism: Mechanism
  /// The part of the figure that the mechanism causes, at most 1. It is negative if the figure is larger without the mechanism.
  let share: Double
}

/// The effect of a parameter on the p95 of a completion.
struct ParameterSwing {
  /// A value of the parameter, and the p95 with that value in seconds. `nil` if too few runs complete.
  struct End {
    let value: String
    let quantile: Double?
  }

  let parameter: String
  let low: End
  let high: End
  let isAssumed: Bool
}

/// The causes of a transfer's completion.
struct CompletionCauses {
  /// The mechanisms, the largest share first.
  let mechanisms: [MechanismShare]
  /// The parameters, the largest effect first.
  let swings: [ParameterSwing]
}

/// Shares of mechanisms as bars, each under its name.
struct MechanismChart {
  let id: String
  let transfer: String
  let shares: [MechanismShare]

  private static let rowHeight = 36.0
  /// The least share with a visible bar.
  private static let leastShare = 0.001

  /// A chart of the shares with a visible bar.
  init(id: String, transfer: String, shares: [MechanismShare]) {
    self.id = id
    self.transfer = transfer
    self.shares = shares.filter { abs($0.share) >= Self.leastShare }
  }

  /// Whether no share has a visible bar.
  var isEmpty: Bool { shares.isEmpty }

  var svg: XMLNode {
    let parts = shares.enumerated().flatMap { index, cost -> [XMLNode] in
      let y = Double(index) * Self.rowHeight
      return [
        SVG.text(Self.name(of: cost.mechanism), x: 0, y: y + 13),
        SVG.text(NumberFormat.share(cost.share), x: 100, y: y + 13, anchor: "end"),
        SVG.line("grid", x1: 0, y1: y + 23, x2: 100, y2: y + 23),
        SVG.rectangle("bar", x: 0, y: y + 19, width: min(1, max(0, cost.share)) * 100, height: 8),
      ]
    }
    return SVG.chart(
      id: id, title: "Mechanisms that delay \(DisplayText.line(transfer))", summary: summary,
      height: Double(shares.count) * Self.rowHeight, parts)
  }

  private var summary: String {
    shares.map { "\(Self.name(of: $0.mechanism)): \(NumberFormat.share($0.share))" }.joined(separator: "; ")
  }

  /// A mechanism in words.
  static func name(of mechanism: Mechanism) -> String {
    mechanism.rawValue.split(separator: "-").joined(separator: " ")
  }
}

/// The effects of parameters on a p95 as bars around the p95: a tornado chart.
struct TornadoChart {
  let id: String
  let transfer: String
  /// The p95 with the unchanged parameters, in seconds.
  let base: Double
  let swings: [ParameterSwing]

  private static let rowHeight = 40.0
  private static let head = 22.0

  var svg: XMLNode {
    let ends = swings.flatMap { [$0.low.quantile, $0.high.quantile] }.compactMap { $0 }
    let axis = TimeAxis([base] + ends)
    let bottom = Self.head + Double(swings.count) * Self.rowHeight
    let x = axis.position(base)
    // The line is drawn before the texts that cross it, so that the texts stay readable.
    var parts =
      axis.marks(top: Self.head, bottom: bottom)
      + [SVG.line("base", x1: x, y1: 14, x2: x, y2: bottom)]
    for (index, swing) in swings.enumerated() {
      parts += row(swing, y: Self.head + Double(index) * Self.rowHeight, axis: axis)
    }
    parts.append(
      SVG.text(
        "p95 \(NumberFormat.duration(base))", x: x, y: 12,
        anchor: x > 85 ? "end" : x < 15 ? "start" : "middle"))
    return SVG.chart(
      id: id, title: "Parameters that move the p95 of \(DisplayText.line(transfer))", summary: summary,
      height: bottom + 26, parts)
  }

  private func row(_ swing: ParameterSwing, y: Double, axis: TimeAxis) -> [XMLNode] {
    let middle = axis.position(base)
    let bars = [(swing.low, "bar low"), (swing.high, "bar")].compactMap { end, style -> XMLNode? in
      let x = end.quantile.map { axis.position($0) } ?? 100
      guard abs(x - middle) > 0.05 else { return nil }
      return SVG.rectangle(style, x: min(x, middle), y: y + 20, width: abs(x - middle), height: 10)
    }
    return [
      SVG.text(
        "\(swing.parameter)\(swing.isAssumed ? ", assumed" : "")", x: 0, y: y + 14, style: "label halo"),
      SVG.text(Self.words(swing), x: 100, y: y + 14, anchor: "end", style: "axis halo wide"),
    ] + bars
  }

  private static func words(_ swing: ParameterSwing) -> String {
    [swing.low, swing.high].map { "\($0.value): \($0.quantile.map(NumberFormat.duration) ?? "never")" }
      .joined(
        separator: ", ")
  }

  private var summary: String {
    swings.map { "\($0.parameter) \(Self.words($0))" }.joined(separator: "; ")
  }
}
