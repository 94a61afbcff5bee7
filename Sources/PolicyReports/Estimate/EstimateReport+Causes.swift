internal import PolicySim

extension EstimateReport {
  /// What goes with each mechanism, and what the figures hang on.
  func causeLines(_ explanation: Explanation, _ style: Style) -> [String] {
    let figures =
      zip(estimate.transfers, explanation.transfers).map {
        ("\(DisplayText.line($0.name)), completion", "s", $1)
      }
      + [("the app, launches a day", "", explanation.launches)]
    return figures.flatMap { title, unit, causes in
      costLines(title, causes, explanation, style) + swingLines(title, unit, causes, explanation, style)
    }
  }

  private func costLines(
    _ title: String, _ causes: Explanation.Causes, _ explanation: Explanation, _ style: Style
  ) -> [String] {
    guard explanation.parts.contains(.mechanisms) else { return [] }
    let head = style.bold("\(title): what goes where a mechanism does")
    guard !causes.costs.isEmpty else { return [head, "  no mechanism costs anything beyond the noise", ""] }
    let rows = causes.costs.filter { abs($0.share) >= 0.001 }.map { cost in
      Self.row(["  \(cost.mechanism.rawValue)", NumberFormat.cost(cost)])
    }
    return [head] + rows + ["  of the mean; they act on each other, so these need not add up to 100 %", ""]
  }

  private func swingLines(
    _ title: String, _ unit: String, _ causes: Explanation.Causes, _ explanation: Explanation, _ style: Style
  ) -> [String] {
    guard explanation.parts.contains(.parameters) else { return [] }
    let head = style.bold("\(title): what p95 hangs on")
    guard !causes.swings.isEmpty else { return [head, "  no parameter moves it beyond the noise", ""] }
    func text(_ end: Explanation.Swing.End) -> String {
      end.quantile.map { NumberFormat.value($0, unit: unit, isShare: false) } ?? "never"
    }
    let names = causes.swings.map { "\($0.parameter) \($0.low.value) … \($0.high.value)" }
    let width = names.map { DisplayText.width(of: $0) }.max() ?? 0
    let rows = zip(names, causes.swings).map { name, swing in
      "  \(DisplayText.padded(name, to: width + 4))\(text(swing.low)) … \(text(swing.high))"
        + (swing.isAssumed ? ", assumed" : "")
    }
    return [head] + rows + [""]
  }
}

extension NumberFormat {
  /// What goes with a mechanism: a share of the whole, or how many times the whole there is without it.
  static func cost(_ cost: Explanation.Cost) -> String {
    if cost.share < -1 { return "\(count(1 - cost.share)) times without it" }
    let share = cost.share < 0 ? "−\(share(-cost.share))" : share(cost.share)
    return share + error(cost.interval, of: cost.share, shareError)
  }
}
