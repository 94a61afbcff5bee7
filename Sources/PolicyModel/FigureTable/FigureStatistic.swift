/// A number that sums up the values of a figure in all runs.
package enum Statistic: String, CaseIterable, Sendable {
  case p50, p90, p95, p99, mean

  /// The share of values that are at most the quantile; `nil` for the mean.
  package var share: Double? {
    switch self {
    case .p50: 0.5
    case .p90: 0.9
    case .p95: 0.95
    case .p99: 0.99
    case .mean: nil
    }
  }
}

/// A statistic of a figure, such as `completion.p95`.
package struct FigureStatistic: Hashable, Sendable {
  /// The figure that the statistic describes.
  package let figure: Figure
  /// The statistic; `mean` for a figure whose quantiles are of no interest.
  package let statistic: Statistic

  /// A statistic of a figure.
  package init(_ figure: Figure, _ statistic: Statistic = .mean) {
    self.figure = figure
    self.statistic = statistic
  }

  /// The statistics that budgets limit, in the order of the language's keys.
  package static let limited = Figure.limited.flatMap { figure in
    (figure.hasQuantiles ? Statistic.allCases : [.mean]).map { FigureStatistic(figure, $0) }
  }

  /// The statistics in comparisons, in their order.
  package static let compared = Figure.compared.flatMap { figure in
    (figure.change?.statistics ?? []).map { FigureStatistic(figure, $0) }
  }

  /// The statistic with a name in budgets.
  package init?(_ name: some StringProtocol) {
    guard let found = Self.limited.first(where: { $0.name == name }) else { return nil }
    self = found
  }

  /// The name in budgets, such as `completion.p95` or `energyPerDay`.
  package var name: String {
    figure.hasQuantiles ? "\(figure.name).\(statistic.rawValue)" : figure.name
  }

  /// The name in comparisons, such as `completionP95` or `energyPerDay`.
  package var comparedName: String {
    statistic == .mean ? figure.name : figure.name + statistic.rawValue.uppercased()
  }

  /// The name in tables, such as `completion p95` or `energy a day`.
  package var title: String {
    statistic == .mean ? figure.title : "\(figure.title) \(statistic.rawValue)"
  }

  /// The unit of the figure, as a name.
  package var unit: String { figure.unit.rawValue }
}
