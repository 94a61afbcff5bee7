internal import PlatformFacts
internal import Quantities

/// The daemon's limit on how often it resumes an app, one for each app.
///
/// It holds what an app creates in the background for a delay that grows with each resume, and forgets the delay when
/// the user opens the app, or when it has passed without a resume. What "passed" means has three readings.
struct ResumeLimiter: Sendable {
  let rules: LimiterRules
  /// The current delay in milliseconds; 0 if there is none.
  private(set) var delay: Int64 = 0
  /// When the app was last resumed.
  private(set) var lastResume: Instant?
  /// Since when nothing has been resumed or held.
  private var quietSince: Instant?

  init(_ rules: LimiterRules) {
    self.rules = rules
  }

  /// The daemon wakes the app: the delay grows before the app's code runs.
  @inline(__always)
  mutating func resume(at now: Instant) {
    delay = delay == 0 ? rules.base : min(grown, rules.cap)
    lastResume = now
    quietSince = now
  }

  private var grown: Int64 {
    let product = Double(delay) * rules.factor
    return product < 0x1p62 ? max(delay, Int64(product.rounded())) : .max
  }

  /// The user opens the app.
  mutating func foreground() {
    delay = 0
    lastResume = nil
    quietSince = nil
  }

  /// When a task created at `now` may start; `now` where nothing holds it.
  @inline(__always)
  func opening(forTaskCreatedAt now: Instant, inForeground: Bool) -> Instant {
    guard !inForeground, delay > 0, rules.era == .ios8 else { return now }
    switch rules.anchor {
    case .create: return now.later(by: delay)
    case .resume: return max(now, (lastResume ?? now).later(by: delay))
    }
  }

  /// When the app hears of something that happened at `now` while it did not run.
  @inline(__always)
  func deliveryTime(ofEventAt now: Instant) -> Instant {
    guard rules.era == .ios7, delay > 0, let lastResume else { return now }
    return max(now, lastResume.later(by: delay))
  }

  /// What was held is let go.
  mutating func endHold(at now: Instant) {
    if rules.delayReset == .literal { delay = 0 } else { quietSince = now }
  }

  /// When the delay is forgotten if nothing happens until then; only while nothing is held.
  @inline(__always) var delayEnd: Instant {
    guard delay > 0, let quietSince else { return .never }
    return quietSince.later(by: delay)
  }

  /// Forgets the delay, unless something runs and the reading forbids it.
  @inline(__always)
  mutating func reset(whileRunning isRunning: Bool) -> Bool {
    guard !(rules.delayReset == .idle && isRunning) else { return false }
    delay = 0
    lastResume = nil
    quietSince = nil
    return true
  }
}
