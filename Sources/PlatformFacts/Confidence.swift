/// How sure we are of a fact.
package enum Confidence: String, CaseIterable, Comparable, Sendable {
  /// In Apple's headers, documentation or session transcripts.
  case documented
  /// Said in public by an engineer at Apple.
  case stated
  /// Measured on one's own devices, as `bgpolicy calibrate` does.
  case measured
  /// Measured and published by someone else.
  case reported
  /// Our own assumption, for want of anything better.
  case assumed

  /// What the word means, for those who read a finding.
  package var meaning: String {
    switch self {
    case .documented: "in Apple's headers, documentation or sessions"
    case .stated: "said in public by an Apple engineer"
    case .measured: "measured on one's own devices"
    case .reported: "measured and published by others"
    case .assumed: "assumed, for want of anything published"
    }
  }

  private var rank: Int {
    switch self {
    case .documented: 0
    case .stated: 1
    case .measured: 2
    case .reported: 3
    case .assumed: 4
    }
  }

  /// Surer first.
  package static func < (left: Confidence, right: Confidence) -> Bool { left.rank < right.rank }
}
