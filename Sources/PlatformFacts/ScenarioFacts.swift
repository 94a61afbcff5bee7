extension PlatformFacts {
  /// The names of the device days that need no entry in a policy.
  package static let scenarioNames = ["commuter", "lab"]
}
