internal import PlatformFacts

/// A rule of the limiter in place of that of the settings.
enum LimiterVariant: Hashable, Sendable {
  /// The rule for when the delay is reset.
  case reset(ResumeDelayReset)
  /// The rule for when held tasks start.
  case hold(ResumeDelayHold)

  /// The bounds of the known rules: both ends of the reset, and the other rule for held tasks.
  static func bounds(of rules: LimiterRules) -> [LimiterVariant] {
    [.reset(.idle), .reset(.literal), .hold(rules.movesHeldTasks ? .creation : .resume)]
  }

  /// Puts the rule in place.
  func change(_ rules: inout LimiterRules) {
    switch self {
    case .reset(let rule): rules.delayReset = rule
    case .hold(let rule): rules.hold = rule
    }
  }

  /// Whether rules have this one.
  func isRule(of rules: LimiterRules) -> Bool {
    switch self {
    case .reset(let rule): rules.delayReset == rule
    case .hold(let rule): rules.hold == rule
    }
  }
}
