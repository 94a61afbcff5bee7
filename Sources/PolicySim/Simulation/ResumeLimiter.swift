internal import PlatformFacts
internal import Quantities

/// The resume rate limiter of an app.
///
/// The limiter holds tasks that an app creates in the background for a delay that grows with each resume. The limiter resets the delay when
/// the user opens the app, or when the delay has passed without a resume. Three alternative rules define when the delay has passed.
struct ResumeLimiter: Sendable {
  let rules: LimiterRules
  /// The current delay in milliseconds; 0 means no delay.
  private(set) var delay: Int64 = 0
  /// The time of the last resume.
  private(set) var lastResume: Instant?
  /// The time at which the delay is reset unless the app is resumed or a task is held before; valid only while no task is
  /// held.
  private(set) var delayEnd: Instant = .never

  init(_ rules: LimiterRules) {
    self.rules = rules
  }

  /// Increases the delay as the daemon resumes the app, before the app's code runs.
  @inline(__always)
  mutating func resume(at now: Instant) {
    delay = delay == 0 ? rules.base : min(grown, rules.cap)
    lastResume = now
    beginDelay(at: now)
  }

  /// Begins the time after which the delay is reset.
  @inline(__always)
  private mutating func beginDelay(at now: Instant) { delayEnd = delay > 0 ? now.later(by: delay) : .never }

  private var grown: Int64 {
    let product = Double(delay) * rules.factor
    return product < 0x1p62 ? max(delay, Int64(product.rounded())) : .max
  }

  /// Resets the delay as the user opens the app, unless visits don't count.
  mutating func foreground() { if rules.resetsInVisits { forget() } }

  @inline(__always)
  private mutating func forget() {
    delay = 0
    lastResume = nil
    delayEnd = .never
  }

  /// The time at which a task created at `now` may start; `now` if the limiter does not hold the task.
  @inline(__always)
  func opening(forTaskCreatedAt now: Instant, inForeground: Bool) -> Instant {
    guard !(inForeground && rules.resetsInVisits), delay > 0, rules.holdsNewTasks else { return now }
    switch rules.anchor {
    case .create: return now.later(by: delay)
    case .resume: return max(now, (lastResume ?? now).later(by: delay))
    }
  }

  /// The time at which the app receives an event that happened at `now` while the app did not run.
  @inline(__always)
  func deliveryTime(ofEventAt now: Instant) -> Instant {
    guard !rules.holdsNewTasks, delay > 0, let lastResume else { return now }
    return max(now, lastResume.later(by: delay))
  }

  /// Begins the delay again as held tasks are released.
  mutating func endHold(at now: Instant) {
    if rules.resetsAtRelease { delay = 0 }
    beginDelay(at: now)
  }

  /// Resets the delay, unless a task runs and the rule requires idleness; returns whether the delay was reset.
  @inline(__always)
  mutating func reset(whileRunning isRunning: Bool) -> Bool {
    guard !(rules.resetNeedsIdleness && isRunning) else { return false }
    forget()
    return true
  }
}
