/// The quantiles that reports show.
package enum Quantile: String, CaseIterable, Sendable {
  case p05, p50, p90, p95, p99

  /// The share of values up to the quantile.
  package var share: Double {
    switch self {
    case .p05: 0.05
    case .p50: 0.5
    case .p90: 0.9
    case .p95: 0.95
    case .p99: 0.99
    }
  }
}
