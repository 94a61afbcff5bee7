/// The launches for a task.
package struct TaskEstimate: Sendable {
  /// The task's name.
  package let name: String
  /// Launches a day.
  package let launchesPerDay: Distribution
  /// Seconds from submission to the first launch, or to the first start by a person, in runs that have one.
  package let firstLaunch: Distribution
  /// Seconds since an app refresh was last done or the user last left the app, when the user opens it: the age of its content.
  /// Empty for other tasks, and if the user never opens the app.
  package let ageAtOpen: Distribution
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
