package import PlatformFacts

/// The spread of figures over the possible values of uncertain parameters.
///
/// Each draw takes a value for every uncertain parameter from its range, and runs devices of the estimate again.
package struct Prediction: Sendable {
  /// The share of the draws within an interval.
  package static let level = 0.9

  /// A parameter's share in the spread of a figure.
  package struct Cause: Hashable, Sendable {
    /// The parameter's name.
    package let parameter: String
    /// The share of the variance of the figure's ranks that the parameter explains, from 0 to 1: by the order of its values, or by
    /// a threshold.
    package let share: Double
    /// The confidence in the parameter's value.
    package let confidence: Confidence
    /// Whether the parameter's value is assumed.
    package var isAssumed: Bool { confidence == .assumed }
  }

  /// The figures of one draw.
  struct Draw: Sendable {
    /// The quantiles of each transfer's completion; infinite if too little completes.
    let completions: [[Quantile: Double]]
    /// Whether each transfer keeps up with its work.
    let keepsUp: [Bool]
    /// The energy of the app a day in joules.
    let energyPerDay: Double
    /// The figure of each limit of a budget, by the limit's name; infinite if too little completes.
    let limited: [String: Double]
  }

  private let draws: [Draw]
  /// The number of groups of draws whose results are independent: draws of a group use the devices of the same runs.
  private let groups: Int
  /// The error of each quantile of each transfer's completion with the values of the model.
  private let errors: [[Quantile: RelativeError]]
  /// The uncertain parameters with their values in each draw.
  private let parameters: [DrawnValues]

  /// The prediction from draws in a number of groups: two draws whose numbers differ by a multiple of `groups` use the devices of the same
  /// runs. `errors` has the error of each quantile of each transfer's completion in the estimate.
  init(
    _ draws: [Draw], inGroups groups: Int, of parameters: ParameterDraws,
    errors: [[Quantile: RelativeError]]
  ) {
    self.draws = draws
    self.groups = max(1, groups)
    self.errors = errors
    self.parameters = parameters.parameters.enumerated().map { index, parameter in
      DrawnValues(parameter, at: parameters.positions(ofParameter: index))
    }
  }

  /// The number of draws.
  package var count: Int { draws.count }

  /// The interval that contains a quantile of a transfer's completion in `level` of the draws, in seconds; a bound is `nil`
  /// if it is infinite.
  ///
  /// The interval includes the Monte Carlo error of the estimate.
  package func interval(of quantile: Quantile, transfer: Int) -> Interval {
    let values = values(of: quantile, transfer: transfer)
    let sorted = values.flatMap { errors[transfer][quantile]?.values(of: $0) ?? [$0] }.sorted()
    let tail = (1 - Self.level) / 2 * Double(sorted.count + 1)
    let low = sorted[max(0, Int(tail) - 1)]
    let high = sorted[min(sorted.count - 1, sorted.count - Int(tail))]
    return Interval(low: low < .infinity ? low : nil, high: high < .infinity ? high : nil)
  }

  /// The median of a quantile of a transfer's completion over the draws, in seconds; `nil` if the quantile is never reached in half of the
  /// draws.
  package func median(of quantile: Quantile, transfer: Int) -> Double? {
    let sorted = values(of: quantile, transfer: transfer).sorted()
    guard !sorted.isEmpty, sorted[sorted.count / 2] < .infinity else { return nil }
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }

  /// The share of the draws in which a quantile of a transfer's completion is never reached, from 0 to 1.
  package func neverShare(of quantile: Quantile, transfer: Int) -> Double {
    let values = values(of: quantile, transfer: transfer)
    return Double(values.count { $0 == .infinity }) / Double(max(1, values.count))
  }

  /// The division of the draws by one parameter that explains most of a quantile of a transfer's completion; `nil` if no division
  /// is beyond chance.
  package func split(of quantile: Quantile, transfer: Int) -> Split? {
    split(of: values(of: quantile, transfer: transfer))
  }

  /// Whether a transfer keeps up with its work in most of the draws on each side of a division.
  package func keepsUp(on split: Split, transfer: Int) -> (below: Bool, above: Bool) {
    func keepsUp(_ side: [Int]) -> Bool { side.count { draws[$0].keepsUp[transfer] } * 2 > side.count }
    return (keepsUp(split.below), keepsUp(split.above))
  }

  /// The interval that contains a quantile of a transfer's completion in `level` of the draws on each side of a division, in
  /// seconds; a bound is `nil` if it is infinite.
  package func sides(
    of split: Split, _ quantile: Quantile, transfer: Int
  ) -> (below: Interval, above: Interval) {
    let values = values(of: quantile, transfer: transfer)
    func interval(_ draws: [Int]) -> Interval {
      let sorted = draws.map { values[$0] }.sorted()
      guard !sorted.isEmpty else { return Interval(low: nil, high: nil) }
      let tail = Int((1 - Self.level) / 2 * Double(sorted.count))
      let (low, high) = (sorted[tail], sorted[sorted.count - 1 - tail])
      return Interval(low: low < .infinity ? low : nil, high: high < .infinity ? high : nil)
    }
    return (interval(split.below), interval(split.above))
  }

  /// The division of the draws by one parameter that explains most of a figure, from its value in each draw; `nil` if no division is
  /// beyond chance.
  func split(of values: [Double]) -> Split? {
    guard values.count == count else { return nil }
    let ranks = Ranks(values)
    // Of equally good divisions, the first division stays.
    return parameters.compactMap { $0.split(of: ranks) }.reduce(nil) { best, split in
      best.map { $0.share >= split.share ? $0 : split } ?? split
    }
  }

  /// The interval that contains the energy of the app a day at the level, in joules; `nil` without draws.
  package var energyInterval: ClosedRange<Double>? {
    let sorted = draws.map(\.energyPerDay).sorted()
    guard !sorted.isEmpty else { return nil }
    let tail = Int((1 - Self.level) / 2 * Double(sorted.count + 1))
    let low = sorted[max(0, tail - 1)]
    return low...max(low, sorted[min(sorted.count - 1, sorted.count - tail)])
  }

  /// The share of draws in which the figure of a budget's limit meets a condition; `nil` if the figure is not estimated.
  func share(of limit: String, where holds: (Double) -> Bool) -> DrawShare? {
    let values = values(of: limit)
    return values.isEmpty ? nil : DrawShare(values.map(holds), inGroups: groups)
  }

  /// The parameters that decide a quantile of a transfer's completion, the largest share first, without parameters within
  /// the noise.
  package func causes(of quantile: Quantile, transfer: Int) -> [Cause] {
    causes(of: values(of: quantile, transfer: transfer))
  }

  /// The parameters that decide whether the figure of a budget's limit meets a condition, the largest share first, without parameters
  /// within the noise.
  func causes(of limit: String, where holds: (Double) -> Bool) -> [Cause] {
    let values = values(of: limit)
    return values.count == count ? causes(of: values.map { holds($0) ? 0 : 1 }) : []
  }

  /// The figure of a budget's limit in each draw; empty if the figure is not estimated.
  private func values(of limit: String) -> [Double] {
    draws.compactMap { $0.limited[limit] }
  }

  /// The share of assumed parameters in the spread of p95, from 0 to 1; `nil` if no parameter stands out.
  ///
  /// Each transfer has the same weight.
  package var assumedShare: Double? {
    let shares = errors.indices.compactMap { transfer -> Double? in
      let causes = causes(of: .p95, transfer: transfer)
      let all = causes.reduce(0) { $0 + $1.share }
      return all > 0 ? causes.reduce(0) { $0 + ($1.isAssumed ? $1.share : 0) } / all : nil
    }
    return shares.isEmpty ? nil : shares.reduce(0, +) / Double(shares.count)
  }

  /// The least and the greatest share of assumed parameters in the spread of p95, from 0 to 1; `nil` if no parameter stands out.
  ///
  /// The part of the spread that no single parameter explains may or may not come from assumed parameters. Each transfer has the same
  /// weight.
  package var assumedShares: ClosedRange<Double>? {
    let shares = errors.indices.compactMap { transfer -> (assumed: Double, known: Double)? in
      let causes = causes(of: .p95, transfer: transfer)
      guard !causes.isEmpty else { return nil }
      let assumed = causes.reduce(0) { $0 + ($1.isAssumed ? $1.share : 0) }
      let known = causes.reduce(0) { $0 + ($1.isAssumed ? 0 : $1.share) }
      // By chance, the shares may add up to a little more than 1.
      let all = max(1, assumed + known)
      return (assumed / all, known / all)
    }
    guard !shares.isEmpty else { return nil }
    let count = Double(shares.count)
    let least = shares.reduce(0) { $0 + $1.assumed } / count
    return least...max(least, 1 - shares.reduce(0) { $0 + $1.known } / count)
  }

  private func values(of quantile: Quantile, transfer: Int) -> [Double] {
    draws.map { $0.completions[transfer][quantile] ?? .infinity }
  }

  /// The parameters that decide a figure, from its value in each draw, the largest share first, without parameters within
  /// the noise.
  func causes(of values: [Double]) -> [Cause] {
    let ranks = Ranks(values)
    return parameters.compactMap { parameter -> Cause? in
      guard let share = parameter.share(in: ranks) else { return nil }
      return Cause(parameter: parameter.name, share: share, confidence: parameter.confidence)
    }.enumerated().sorted { ($1.element.share, $0.offset) < ($0.element.share, $1.offset) }.map(\.element)
  }
}
