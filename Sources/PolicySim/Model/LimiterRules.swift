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
  var era: ResumeLimiterEra
}

extension LimiterRules {
  init(_ parameters: Parameters) {
    self.init(
      base: parameters[.resumeBase].milliseconds, factor: parameters[.resumeFactor],
      cap: parameters[.resumeCap]?.milliseconds ?? .max, delayReset: parameters[.delayReset],
      anchor: parameters[.delayAnchor], era: parameters[.limiterEra])
  }
}
