/// The sign of a verdict: the first character of a line or of a table's row about it.
enum VerdictSign: String, Hashable, Sendable {
  /// Something never completes, is broken or fails; red.
  case bad = "✗"
  /// Uncertain values decide it, or it is a warning; yellow.
  case uncertain = "≈"
  /// It is as it should be; green.
  case good = "✓"
  /// Nothing was checked; without a color.
  case unknown = "–"

  /// The class of its color on a page.
  var styleClass: String {
    switch self {
    case .bad: "no"
    case .uncertain: "maybe"
    case .good: "yes"
    case .unknown: "unknown"
    }
  }
}
