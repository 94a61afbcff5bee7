/// How often the system launched the app for a task or a push, and what that cost.
struct LaunchCounts: Sendable {
  /// Launches in the first week.
  private(set) var launches = 0
  /// When the first of all was; `nil` if there is none.
  private(set) var first: Instant?
  /// Joules of the launches in the first week.
  private(set) var energy = 0.0
  /// Launches whose time was up before their work was done.
  var cutOffs = 0

  /// Takes in a launch.
  @inline(__always)
  mutating func add(at now: Instant, energy joules: Double) {
    if first == nil { first = now }
    guard now < DailyPattern.week else { return }
    launches += 1
    energy += joules
  }

  /// Takes in that the work began without a launch.
  mutating func begin(at now: Instant) {
    first = first ?? now
  }
}
