package import PolicyModel
package import PolicySim
internal import Quantities

/// A limit on a figure of the transfers that a change of a policy adds or changes: `completion.p95=+10%`.
package struct CostThreshold: Sendable {
  /// The largest value, or the largest increase, of a figure.
  package enum Limit: Sendable {
    /// The largest value.
    case absolute(Double)
    /// The largest increase, in the unit of the figure.
    case change(Double)
    /// The largest increase as a share of the value before the change.
    case relative(Double)
  }

  /// An error for a text that is not a threshold.
  package struct Malformed: Error {
    /// The reason, as the predicate of a sentence without a full stop.
    package let reason: String
  }

  /// The threshold as the user wrote it.
  package let text: String
  /// The transfer; `nil` if the threshold applies to every transfer.
  package let transfer: String?
  /// The limited figure, with its statistic.
  package let figure: FigureStatistic
  /// The limit on the figure.
  package let limit: Limit

  /// Reads `FIGURE=LIMIT` or `TRANSFER.FIGURE=LIMIT`; a limit is a value, `+VALUE` or `+N%`.
  package init(_ text: String) throws(Malformed) {
    self.text = text
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      throw Malformed(
        reason: "must have the form FIGURE=LIMIT, for example completion.p95=+10%; found \"\(text)\"")
    }
    if let figure = FigureStatistic(parts[0]) {
      (self.figure, transfer) = (figure, nil)
    } else if let (figure, transfer) = Self.figureOfTransfer(parts[0]) {
      (self.figure, self.transfer) = (figure, transfer)
    } else {
      let names = FigureStatistic.limited.map(\.name).joined(separator: ", ")
      throw Malformed(
        reason:
          "has no figure \(parts[0]); the figures are \(names), also after the name of a transfer and a dot")
    }
    guard let limit = Self.limit(parts[1], of: figure) else {
      throw Malformed(
        reason:
          "must limit \(figure.name) by a value, an increase or a percentage, for example \(Self.example(of: figure)); found \"\(parts[1])\""
      )
    }
    self.limit = limit
  }

  /// The name of the figure, preceded by the name of the transfer and a dot if the threshold has a transfer.
  package var name: String { transfer.map { "\($0).\(figure.name)" } ?? figure.name }

  private static func figureOfTransfer(_ text: Substring) -> (FigureStatistic, String)? {
    for figure in FigureStatistic.limited where text.hasSuffix("." + figure.name) {
      let transfer = text.dropLast(figure.name.count + 1)
      if !transfer.isEmpty { return (figure, String(transfer)) }
    }
    return nil
  }

  private static func limit(_ text: Substring, of figure: FigureStatistic) -> Limit? {
    guard text.hasPrefix("+") else { return value(String(text), of: figure).map { .absolute($0) } }
    let increase = String(text.dropFirst())
    // The increase of a share is written in percentage points.
    guard increase.hasSuffix("%"), !figure.figure.isShare else {
      return value(increase, of: figure).map { .change($0) }
    }
    return number(increase.dropLast()).map { .relative($0 / 100) }
  }

  private static func value(_ text: String, of figure: FigureStatistic) -> Double? {
    if figure.figure.isShare { return Share(text)?.fraction }
    switch figure.figure.unit {
    case .seconds: return TimeSpan(text)?.seconds
    case .bytes: return ByteCount(text).map { Double($0.bytes) }
    case .joules: return Energy(text)?.joules
    case .one: return number(text[...])
    }
  }

  /// A number that consists of digits and at most one dot.
  private static func number(_ text: Substring) -> Double? {
    guard text.utf8.count <= Quantity.longestText,
      text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E })
    else { return nil }
    return Double(text)
  }

  private static func example(of figure: FigureStatistic) -> String {
    if figure.figure.isShare { return "1% or +0.5%" }
    switch figure.figure.unit {
    case .seconds: return "2d, +1h or +10%"
    case .bytes: return "100MB, +10MB or +10%"
    case .joules: return "500J, +50J or +10%"
    case .one: return "5, +1 or +10%"
    }
  }
}

/// The verdict on a figure of a changed policy by a threshold.
package struct ThresholdVerdict: Sendable {
  /// The outcomes of comparing a figure with a threshold.
  package enum Outcome: String, Sendable {
    case kept, exceeded
    /// The increase is larger than the threshold, but may be due to chance.
    case noise
  }

  /// The threshold that the figure keeps or exceeds.
  package let threshold: CostThreshold
  /// The name of the scenario, or of the scenario of a part of the population.
  package let scenario: String
  /// The figure before and after the change; a new transfer has no value before the change.
  package let compared: ComparedFigure
  /// The result of comparing the figure with the threshold.
  package let outcome: Outcome

  /// The name of the figure with its transfer.
  package var name: String { "\(compared.subject.title).\(compared.figure.name)" }

  /// The verdict on a figure; `nil` if the figure has no value after the change, or if the threshold limits an increase and
  /// the figure has no value before the change.
  init?(_ threshold: CostThreshold, _ compared: ComparedFigure, in scenario: String) {
    guard let after = compared.after else { return nil }
    self.threshold = threshold
    self.scenario = scenario
    self.compared = compared
    switch threshold.limit {
    case .absolute(let limit): outcome = after > limit ? .exceeded : .kept
    case .change(let limit):
      guard let difference = compared.difference else { return nil }
      outcome = Self.outcome(difference > limit, compared)
    case .relative(let share):
      guard let before = compared.before, let difference = compared.difference else { return nil }
      outcome = Self.outcome(difference > 0 && difference > before * share, compared)
    }
  }

  private static func outcome(_ isAbove: Bool, _ compared: ComparedFigure) -> Outcome {
    isAbove ? compared.isBeyondNoise ? .exceeded : .noise : .kept
  }

  /// The verdicts on a policy's transfers by thresholds, in the order of the thresholds.
  package static func all(
    _ thresholds: [CostThreshold], on comparison: Comparison, in scenario: String
  ) -> [ThresholdVerdict] {
    thresholds.flatMap { threshold in
      comparison.transfers.filter { threshold.transfer ?? $0 == $0 }.compactMap { transfer in
        ThresholdVerdict(threshold, comparison.figure(threshold.figure, of: transfer), in: scenario)
      }
    }
  }
}
