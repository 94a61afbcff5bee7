internal import PlatformFacts

/// A rule of the limiter that replaces the corresponding rule of the settings.
enum LimiterVariant: Hashable, Sendable {
  /// The rule for when the delay is reset.
  case reset(ResumeDelayReset)
  /// The rule for when held tasks start.
  case hold(ResumeDelayHold)

  /// The variants that bound the unknown behavior: the earliest reset, the latest reset, and the alternative to the rule for held tasks in
  /// `rules`.
  static func bounds(of rules: LimiterRules) -> [LimiterVariant] {
    [.reset(.idle), .reset(.literal), .hold(rules.movesHeldTasks ? .creation : .resume)]
  }

  /// Sets the rule in `rules`.
  func change(_ rules: inout LimiterRules) {
    switch self {
    case .reset(let rule): rules.delayReset = rule
    case .hold(let rule): rules.hold = rule
    }
  }

  /// Whether `rules` already has this rule.
  func isRule(of rules: LimiterRules) -> Bool {
    switch self {
    case .reset(let rule): rules.delayReset == rule
    case .hold(let rule): rules.hold == rule
    }
  }
}
