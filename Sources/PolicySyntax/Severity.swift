/// How grave something is.
package enum Severity: String, CaseIterable, Comparable, Sendable {
  case info, warning, error

  package static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

  /// The name that compilers use: a finding of severity `info` is a note.
  package var label: String { self == .info ? "note" : rawValue }

  private var rank: Int {
    switch self {
    case .info: 0
    case .warning: 1
    case .error: 2
    }
  }
}
