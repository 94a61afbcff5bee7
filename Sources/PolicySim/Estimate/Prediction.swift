internal import PlatformFacts
internal import Quantities

/// The spread of figures over the values that uncertain parameters may have.
///
/// Each draw takes a value for every uncertain parameter from its range, and runs devices of its own.
package struct Prediction: Sendable {
  /// The share of the draws within an interval.
  package static let level = 0.9

  /// A figure of a transfer.
  package enum Figure: CaseIterable, Hashable, Sendable {
    case p50, p90, p95, p99

    /// The share of values up to the quantile.
    var share: Double {
      switch self {
      case .p50: 0.5
      case .p90: 0.9
      case .p95: 0.95
      case .p99: 0.99
      }
    }
  }

  /// A parameter's share in the spread of a figure.
  package struct Cause: Hashable, Sendable {
    /// The parameter's name.
    package let parameter: String
    /// The share of the variance of the figure's ranks that goes with the parameter, from 0 to 1.
    package let share: Double
    /// Whether the parameter's value is assumed.
    package let isAssumed: Bool
  }

  /// The figures of one draw.
  struct Draw: Sendable {
    /// The quantiles of each transfer's completion, in the order of the cases of `Figure`; infinite if too little completes.
    let completions: [[Double]]
    /// Whether each budget is kept, by name.
    let keeps: [String: Bool]
  }

  private let draws: [Draw]
  /// The Monte Carlo error of each transfer's quantiles, in the order of the cases of `Figure`.
  private let errors: [[RelativeError]]
  /// The uncertain parameters with their values.
  private let parameters: [Parameter]

  /// A parameter with its value in each draw.
  private struct Parameter: Sendable {
    let name: String
    let isAssumed: Bool
    /// The positions in the range, or the numbers of the choices.
    let values: DrawnValues
  }

  init(_ draws: [Draw], of parameters: ParameterDraws, in estimate: Estimate) {
    self.draws = draws
    errors = estimate.transfers.map { transfer in
      Figure.allCases.map { RelativeError(of: $0.share, in: transfer.completion) }
    }
    self.parameters = parameters.parameters.enumerated().map { index, parameter in
      Parameter(
        name: parameter.name, isAssumed: parameter.fact.confidence == .assumed,
        values: DrawnValues(parameters.positions(ofParameter: index), choices: parameter.choiceCount))
    }
  }

  /// The number of draws.
  package var count: Int { draws.count }

  /// The interval that contains a quantile of a transfer's completion at the level, in seconds; no bound is `never`.
  ///
  /// The draws change an estimate that has a Monte Carlo error, which is part of the interval.
  package func interval(of figure: Figure, transfer: Int) -> Interval {
    let error = errors[transfer][Figure.allCases.firstIndex(of: figure) ?? 0]
    let sorted = values(of: figure, transfer: transfer).flatMap(error.values).sorted()
    let tail = (1 - Self.level) / 2 * Double(sorted.count + 1)
    let low = sorted[max(0, Int(tail) - 1)]
    let high = sorted[min(sorted.count - 1, sorted.count - Int(tail))]
    return Interval(low: low < .infinity ? low : nil, high: high < .infinity ? high : nil)
  }

  /// The share of draws in which a budget is kept, from 0 to 1; `nil` if it is not estimated.
  package func keptShare(ofBudget name: String) -> Double? {
    let verdicts = verdicts(onBudget: name)
    guard !verdicts.isEmpty else { return nil }
    return Double(verdicts.count { $0 }) / Double(verdicts.count)
  }

  /// The parameters that decide a quantile of a transfer's completion, the largest share first; none within the noise.
  package func causes(of figure: Figure, transfer: Int) -> [Cause] {
    causes(of: values(of: figure, transfer: transfer))
  }

  /// The parameters that decide whether a budget is kept, the largest share first; none within the noise.
  package func causes(ofBudget name: String) -> [Cause] {
    let verdicts = verdicts(onBudget: name)
    return verdicts.count == count ? causes(of: verdicts.map { $0 ? 0 : 1 }) : []
  }

  /// Whether a budget is kept in each draw; empty if it is not estimated.
  private func verdicts(onBudget name: String) -> [Bool] { draws.compactMap { $0.keeps[name] } }

  /// The share of assumed parameters in the spread of p95, from 0 to 1; `nil` if no parameter stands out.
  ///
  /// Each transfer has the same weight.
  package var assumedShare: Double? {
    let shares = (draws.first?.completions ?? []).indices.compactMap { transfer -> Double? in
      let causes = causes(of: .p95, transfer: transfer)
      let all = causes.reduce(0) { $0 + $1.share }
      return all > 0 ? causes.reduce(0) { $0 + ($1.isAssumed ? $1.share : 0) } / all : nil
    }
    return shares.isEmpty ? nil : shares.reduce(0, +) / Double(shares.count)
  }

  private func values(of figure: Figure, transfer: Int) -> [Double] {
    let index = Figure.allCases.firstIndex(of: figure) ?? 0
    return draws.map { $0.completions[transfer][index] }
  }

  private func causes(of values: [Double]) -> [Cause] {
    let ranks = Ranks(values)
    return parameters.compactMap { parameter -> Cause? in
      guard let share = parameter.values.share(in: ranks) else { return nil }
      return Cause(parameter: parameter.name, share: share, isAssumed: parameter.isAssumed)
    }.enumerated().sorted { ($1.element.share, $0.offset) < ($0.element.share, $1.offset) }.map(\.element)
  }
}

/// The Monte Carlo error of a quantile, as a part of it.
private struct RelativeError: Sendable {
  /// The standard deviations of the logarithm below and above the quantile.
  private let low: Double
  private let high: Double

  /// The middles of equally likely parts of the normal distribution.
  private static let points = [-1.2816, -0.5244, 0, 0.5244, 1.2816]

  init(of share: Double, in distribution: Distribution) {
    let interval = distribution.interval(of: share)
    guard let value = distribution.quantile(share), value > 0, let low = interval?.low, low > 0 else {
      (self.low, high) = (0, 0)
      return
    }
    self.low = naturalLog(value / low) / NormalDistribution.quantile975
    high = naturalLog((interval?.high ?? value) / value) / NormalDistribution.quantile975
  }

  /// A value with the errors that it may have.
  func values(of value: Double) -> [Double] {
    Self.points.map { value * exponential($0 * ($0 < 0 ? low : high)) }
  }
}

/// The values of a parameter in the draws, as far as they can explain a figure.
private enum DrawnValues: Sendable {
  case positions(Ranks)
  case choices([Int], count: Int)

  init(_ positions: [Double], choices count: Int?) {
    self =
      count.map { count in .choices(positions.map { Int($0 * Double(count)) }, count: count) }
      ?? .positions(Ranks(positions))
  }

  /// The share of the variance of a figure's ranks that goes with the parameter; `nil` if that may be chance.
  func share(in figure: Ranks) -> Double? {
    switch self {
    case .positions(let ranks): figure.significant(figure.correlation(with: ranks), freedom: 1)
    case .choices(let choices, let count):
      figure.significant(figure.varianceBetween(choices, count: count), freedom: count - 1)
    }
  }
}

/// The ranks of values around their mean; equal values have the same rank.
private struct Ranks: Sendable {
  private let centered: [Double]
  private let squares: Double

  init(_ values: [Double]) {
    let order = values.indices.sorted { (values[$0], $0) < (values[$1], $1) }
    var ranks = [Double](repeating: 0, count: values.count)
    var start = 0
    while start < order.count {
      var end = start + 1
      while end < order.count, values[order[end]] == values[order[start]] { end += 1 }
      for index in start..<end { ranks[order[index]] = Double(start + end - 1) / 2 }
      start = end
    }
    let middle = Double(values.count - 1) / 2
    centered = ranks.map { $0 - middle }
    squares = centered.reduce(0) { $0 + $1 * $1 }
  }

  /// The square of Spearman's coefficient, from 0 to 1.
  func correlation(with other: Ranks) -> Double {
    let product = zip(centered, other.centered).reduce(0) { $0 + $1.0 * $1.1 }
    guard squares > 0, other.squares > 0 else { return 0 }
    return product * product / (squares * other.squares)
  }

  /// The share of the variance that is between the means of groups, from 0 to 1.
  func varianceBetween(_ groups: [Int], count: Int) -> Double {
    var sums = [Double](repeating: 0, count: count)
    var sizes = sums
    for (value, group) in zip(centered, groups) {
      sums[group] += value
      sizes[group] += 1
    }
    guard squares > 0 else { return 0 }
    return zip(sums, sizes).reduce(0) { $1.1 > 0 ? $0 + $1.0 * $1.0 / $1.1 : $0 } / squares
  }

  /// A share of the variance that unrelated values hardly ever have; `nil` for a smaller one.
  ///
  /// The share times the number of values has a chi-square distribution. With one degree of freedom it exceeds 16 once in
  /// 16,000 times, so that no one of some thirty parameters is named by chance; the bound grows by 4 with each further one.
  func significant(_ share: Double, freedom: Int) -> Double? {
    share * Double(centered.count - 1) > 16 + 4 * Double(freedom - 1) ? share : nil
  }
}
