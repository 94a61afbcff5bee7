/// The sign of a verdict: the first character of a line, or of a row of a table, about the verdict.
enum VerdictSign: String, Hashable, Sendable {
  /// Work never completes, a budget is broken, or a check fails; red.
  case bad = "✗"
  /// Uncertain values decide the verdict, or the verdict is a warning; yellow.
  case uncertain = "≈"
  /// The checked property is fulfilled; green.
  case good = "✓"
  /// The property was not checked; without a color.
  case unknown = "–"

  /// The class of the sign's color on a page.
  var styleClass: String {
    switch self {
    case .bad: "no"
    case .uncertain: "maybe"
    case .good: "yes"
    case .unknown: "unknown"
    }
  }
}
