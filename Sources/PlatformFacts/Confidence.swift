/// The confidence in a fact.
package enum Confidence: String, CaseIterable, Comparable, Sendable {
  /// The fact is defined by bgpolicy's language, or by a standard on which the language is based. It is not a claim about Apple's
  /// platforms.
  case defined
  /// Apple's headers, documentation or session transcripts state the fact.
  case documented
  /// An engineer at Apple has stated the fact in public.
  case stated
  /// The fact was measured on the user's own devices, for example by `bgpolicy calibrate`.
  case measured
  /// Other people have measured the fact and published the measurement.
  case reported
  /// The fact is an assumption of bgpolicy, because no source exists.
  case assumed

  /// The meaning of the confidence, for readers of a finding.
  package var meaning: String {
    switch self {
    case .defined: "by the policy language or a standard that it builds on"
    case .documented: "in Apple's headers, documentation or sessions"
    case .stated: "by an Apple engineer in public"
    case .measured: "measured on one's own devices"
    case .reported: "measured and published by others"
    case .assumed: "for lack of anything published that we have read"
    }
  }

  /// The words that a policy may use for its own values, which exclude `defined`.
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

  /// Orders the more certain value first.
  package static func < (left: Confidence, right: Confidence) -> Bool { left.rank < right.rank }
}
