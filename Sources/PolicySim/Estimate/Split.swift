package import PlatformFacts

/// A division of the draws by the value of one parameter. The figure differs between the draws on the two sides.
package struct Split: Hashable, Sendable {
  /// The parameter's name.
  package let parameter: String
  /// The confidence in the parameter's value.
  package let confidence: Confidence
  /// The threshold: the least value of the parameter in the draws above the threshold, to two digits. For a
  /// parameter with a few possible values, the threshold is the value in the draws above the threshold.
  package let threshold: ParameterValue
  /// The share of the variance of the figure's ranks that is between the two sides, from 0 to 1.
  package let share: Double
  /// The numbers of the draws below the threshold, in ascending order: the draws with smaller values than the
  /// threshold or, for a parameter with a few possible values, with other values.
  let below: [Int]
  /// The numbers of the draws above the threshold, in ascending order.
  let above: [Int]

  /// The share of the draws below the threshold, from 0 to 1.
  package var shareBelow: Double { Double(below.count) / Double(max(1, below.count + above.count)) }
}

/// The values of a parameter in the draws, in a form that shows how much of a figure's variance they explain.
struct DrawnValues: Sendable {
  private enum Values: Sendable {
    /// For a parameter with a range: the ranks of the positions in the range, and the draws sorted by position.
    case positions(Ranks, order: [Int])
    /// For a parameter with a few values: the index of the value in each draw, and the number of values.
    case choices([Int], count: Int)
  }

  private let values: Values
  private let positions: [Double]
  private let parameter: UncertainParameter

  /// The least share of the draws on a side of a division.
  private static let leastSide = 0.05

  /// The parameter's name.
  var name: String { parameter.name }
  /// The confidence in the parameter's value.
  var confidence: Confidence { parameter.confidence }

  /// The values of a parameter at positions in its range, from 0 to 1, one for each draw.
  init(_ parameter: UncertainParameter, at positions: [Double]) {
    self.parameter = parameter
    self.positions = positions
    if let count = parameter.choiceCount {
      values = .choices(positions.map { min(count - 1, Int($0 * Double(count))) }, count: count)
    } else {
      values = .positions(
        Ranks(positions), order: positions.indices.sorted { positions[$0] < positions[$1] })
    }
  }

  /// The share of the variance of a figure's ranks that the parameter explains, by the order of its values or by a division of the
  /// draws; `nil` if the share may be due to chance.
  func share(in figure: Ranks) -> Double? {
    switch values {
    case .positions(let ranks, _):
      let ordered = figure.significant(figure.correlation(with: ranks), freedom: 1)
      return [ordered, split(of: figure)?.share].compactMap(\.self).max()
    case .choices(let choices, let count):
      return figure.significant(figure.varianceBetween(choices, count: count), freedom: count - 1)
    }
  }

  /// The division of the draws by the parameter that explains most of a figure; `nil` if the division may be due to chance.
  func split(of figure: Ranks) -> Split? {
    switch values {
    case .positions(_, let order):
      let least = max(1, Int(Double(order.count) * Self.leastSide))
      guard let division = figure.division(inOrder: order, least: least),
        let share = figure.significantDivision(division.share)
      else { return nil }
      let threshold = (positions[order[division.first - 1]] + positions[order[division.first]]) / 2
      return Split(
        parameter: name, confidence: confidence, threshold: parameter.roundValue(at: threshold), share: share,
        below: order[..<division.first].sorted(), above: order[division.first...].sorted())
    case .choices(let choices, let count):
      let divisions = (0..<count).map { choice in
        (choice, figure.varianceBetween(choices.map { $0 == choice ? 1 : 0 }, count: 2))
      }
      guard let best = divisions.max(by: { $0.1 < $1.1 }), let share = figure.significantDivision(best.1)
      else { return nil }
      return Split(
        parameter: name, confidence: confidence,
        threshold: parameter.value(at: (Double(best.0) + 0.5) / Double(count)), share: share,
        below: choices.indices.filter { choices[$0] != best.0 },
        above: choices.indices.filter { choices[$0] == best.0 })
    }
  }
}
