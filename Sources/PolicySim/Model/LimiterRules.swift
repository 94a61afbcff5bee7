internal import PlatformFacts
internal import Quantities

/// The rules of the resume rate limiter.
struct LimiterRules: Sendable {
  /// The delay after the first resume, in milliseconds.
  var base: Int64
  /// The growth of the delay with each resume.
  var factor: Double
  /// The longest delay in milliseconds.
  var cap: Int64
  var delayReset: ResumeDelayReset
  var anchor: ResumeDelayAnchor
  var hold: ResumeDelayHold
  var visits: ResumeDelayVisits
  var era: ResumeLimiterEra

  // Comparing enumerations of another module takes a call; matching their cases does not.

  /// Whether the delay holds new tasks, instead of the events of finished tasks.
  @inline(__always) var holdsNewTasks: Bool { if case .ios8 = era { true } else { false } }
  /// Whether a resume postpones the start of tasks that are already held.
  @inline(__always) var movesHeldTasks: Bool { if case .resume = hold { true } else { false } }
  /// Whether the user's visits reset the delay.
  @inline(__always) var resetsInVisits: Bool { if case .app = visits { true } else { false } }
  /// Whether the delay is reset as soon as held tasks are released.
  @inline(__always) var resetsAtRelease: Bool { if case .literal = delayReset { true } else { false } }
  /// Whether the delay is reset only while nothing runs.
  @inline(__always) var resetNeedsIdleness: Bool { if case .idle = delayReset { true } else { false } }
}

extension LimiterRules {
  init(_ parameters: Parameters) {
    self.init(
      base: parameters[.resumeBase].milliseconds, factor: parameters[.resumeFactor],
      cap: parameters[.resumeCap]?.milliseconds ?? .max, delayReset: parameters[.delayReset],
      anchor: parameters[.delayAnchor], hold: parameters[.delayHold],
      visits: parameters[.delayVisits], era: parameters[.limiterEra])
  }
}
