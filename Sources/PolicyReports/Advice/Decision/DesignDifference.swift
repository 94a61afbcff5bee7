internal import PolicyAdvice
internal import PolicyModel
internal import PolicySim

/// A figure of two designs, with the values that the tiles and tables of the page show. A quantile of the completion is the median over the
/// possible values of the parameters.
struct DesignDifference {
  /// The figure with its values in the runs.
  private let figure: ComparedFigure
  /// The value of the first design, infinite if the transfer never completes.
  private let before: Double
  /// The value of the second design, infinite if the transfer never completes.
  private let after: Double

  /// `nil` if one of the designs doesn't have the figure.
  init?(_ figure: ComparedFigure, from first: Estimate, to second: Estimate) {
    self.figure = figure
    func value(_ own: Double?, _ estimate: Estimate) -> Double? {
      guard case .transfer(let name) = figure.subject else { return own }
      return estimate.middle(of: figure.figure, ofTransfer: name) ?? own
    }
    guard let before = value(figure.before, first), let after = value(figure.after, second) else {
      return nil
    }
    (self.before, self.after) = (before, after)
  }

  /// The size of the difference as a share of the first design's value; infinite if exactly one value is 0 or infinite.
  var size: Double {
    if before == after { return 0 }
    return before > 0 && before < .infinity ? abs(after - before) / before : .infinity
  }

  /// Whether the second design's value is worse.
  var isWorse: Bool { figure.figure.figure.prefersMore ? after < before : after > before }

  /// Whether a reader sees the difference.
  var differsInText: Bool { figure.figure.averageText(before) != figure.figure.averageText(after) }

  /// The values, such as `completion p95 of photos 5h instead of 20h 35m`.
  var text: String {
    "\(figure.title) \(figure.figure.averageText(after)) instead of \(figure.figure.averageText(before))"
  }
}
