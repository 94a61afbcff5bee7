/// The launches for a task.
package struct TaskEstimate: Sendable {
  /// The task's name.
  package let name: String
  /// The number of launches a day.
  package let launchesPerDay: Distribution
  /// Seconds from the start of a run to the first launch, or to the first start by the user, in runs that have a launch or a
  /// start.
  package let firstLaunch: Distribution
  /// The age of the content when the user opens the app: seconds since an app refresh was last done or the user last left
  /// the app, whichever is later. Empty for other tasks, and if the user never opens the app.
  package let ageAtOpen: Distribution
  /// The number of times a day that the user starts the task; `nil` if the system launches the app for the task.
  package let startsPerDay: Mean?
}

/// The launches for a silent push.
package struct PushEstimate: Sendable {
  /// The push's name.
  package let name: String
  /// Pushes that the server sends a day.
  package let sentPerDay: Double
  /// The number of launches a day.
  package let launchesPerDay: Distribution
  /// The outcomes of the pushes that do not launch the app.
  package let outcomes: PushOutcomes
}
