/// How sure we are of a fact.
package enum Confidence: String, CaseIterable, Comparable, Sendable {
  /// What bgpolicy's own language or a standard that it builds on defines: no claim about Apple's platforms.
  case defined
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
    case .defined: "by the policy language or a standard that it builds on"
    case .documented: "in Apple's headers, documentation or sessions"
    case .stated: "said in public by an Apple engineer"
    case .measured: "measured on one's own devices"
    case .reported: "measured and published by others"
    case .assumed: "for lack of anything published that we have read"
    }
  }

  /// The words that a policy may use of its own values: what the language defines is no value of a parameter.
  package static let allCases: [Confidence] = [.documented, .stated, .measured, .reported, .assumed]

  private var rank: Int {
    switch self {
    case .defined, .documented: 0
    case .stated: 1
    case .measured: 2
    case .reported: 3
    case .assumed: 4
    }
  }

  /// Surer first.
  package static func < (left: Confidence, right: Confidence) -> Bool { left.rank < right.rank }
}
