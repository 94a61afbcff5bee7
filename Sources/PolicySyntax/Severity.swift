/// How grave something is.
package enum Severity: String, CaseIterable, Comparable, Sendable {
  case info, warning, error

  package static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .info: 0
    case .warning: 1
    case .error: 2
    }
  }
}
