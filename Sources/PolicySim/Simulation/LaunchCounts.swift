/// The launches for a task or a push, and their energy.
struct LaunchCounts: Sendable {
  /// The part of the run that counts.
  private let windowStart: Instant
  private let windowEnd: Instant
  /// Launches in the window.
  private(set) var launches = 0
  /// Starts by the user in the window.
  private(set) var starts = 0
  /// The time of the first launch or start in the whole run; `nil` if there was neither.
  private(set) var first: Instant?
  /// Joules of the launches in the window.
  private(set) var energy = 0.0
  /// The number of launches whose time ended before their work was done.
  var cutOffs = 0

  init(in window: Range<Instant>) {
    (windowStart, windowEnd) = (window.lowerBound, window.upperBound)
  }

  /// Whether a time is in the part of the run that counts.
  @inline(__always)
  func includes(_ now: Instant) -> Bool { now >= windowStart && now < windowEnd }

  @inline(__always)
  mutating func add(at now: Instant, energy joules: Double) {
    if first == nil { first = now }
    guard includes(now) else { return }
    launches += 1
    energy += joules
  }

  /// Counts a start by the user, which is not a launch.
  mutating func begin(at now: Instant) {
    first = first ?? now
    if includes(now) { starts += 1 }
  }
}
