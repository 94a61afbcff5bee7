/// The launches for a task.
package struct TaskEstimate: Sendable {
  /// The task's name.
  package let name: String
  /// Launches a day.
  package let launchesPerDay: Distribution
  /// Seconds from submission to the first launch, or to the first start by a person, in runs that have one.
  package let firstLaunch: Distribution
  /// The times a day that a person starts it; `nil` if the system launches it.
  package let startsPerDay: Mean?
}

/// The launches for a silent push.
package struct PushEstimate: Sendable {
  /// The push's name.
  package let name: String
  /// Pushes that the server sends a day.
  package let sentPerDay: Double
  /// Launches a day.
  package let launchesPerDay: Distribution
  /// The outcomes of the pushes that do not launch the app.
  package let outcomes: PushOutcomes
}
