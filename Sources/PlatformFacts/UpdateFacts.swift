// The work of an earlier version that an update of the app finds on devices.
extension PlatformFacts {
  /// A pending request outlives an update.
  package static let requestOutlivesUpdate = Fact(
    "A request that an earlier version submitted stays pending after an update of the app", .reported,
    .weeklyRoundupHandler)
  /// A launch for a task without a handler ends the app.
  package static let launchWithoutHandler = Fact(
    "The system raises an exception in an app that it launches for a task without a launch handler",
    .reported, .weeklyRoundupHandler, .expoHandler)
  /// The launch handler receives the object that belongs to the request.
  package static let taskOfRequest = Fact(
    "The class of the task that a launch handler receives is that of the request", .documented, .taskHeader)
}
