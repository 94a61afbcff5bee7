extension PlatformFacts {
  /// The parameters of launches, and of the time that a launched app is given.
  static let launchParameters = [
    ParameterFact(
      name: "refresh.per_day", kind: .number(unit: "launches a day"), text: "6",
      meaning: "how often the system finds time for an app refresh; it follows the app's use",
      confidence: .assumed,
      citations: [.refreshLog, .ourAssumption], range: ParameterRange("0.5", "96")),
    refreshes(of: .rare, "0.5"),
    refreshes(of: .low, "2"),
    refreshes(of: .high, "24"),
    ParameterFact(
      name: "refresh.min_gap", kind: .duration(isOptional: false), text: "15m",
      meaning: "the least time between two app refreshes", confidence: .reported,
      citations: [.backgroundFetchReadme, .refreshLog], range: ParameterRange("15m", "30m")),
    ParameterFact(
      name: "processing.per_day", kind: .number(unit: "nights a day"), text: "1",
      meaning: "in how many of a day's times on power a processing task runs", confidence: .assumed,
      citations: [.backgroundFetchReadme, .ourAssumption], range: ParameterRange("0", "2")),
    ParameterFact(
      name: "push.min_gap", kind: .duration(isOptional: false), text: "15m",
      meaning: "the least time between two launches for silent pushes", confidence: .reported,
      citations: [.wwdc20Background], range: ParameterRange("10m", "30m")),
    window(
      "relaunch", "30s", "how long the app may handle a session's events", .documented,
      [.wwdc14Networking, .transferCorrespondence], ParameterRange("30s", "60s")),
    window(
      "app_refresh", "30s", "how long the app may run for an app refresh or a push", .documented,
      [.wwdc19Background]),
    window(
      "background_task", "30s", "how long the app may go on when the user has left it", .stated,
      [.transferCorrespondence, .wwdc15LowEnergy], ParameterRange("30s", "3m")),
    window(
      "processing", "5m", "how long the app may run for a processing task", .reported,
      [.backgroundFetchReadme, .wwdc19Background], ParameterRange("1m", "10m")),
    ParameterFact(
      name: "launch_J", kind: .number(unit: "J"), text: "1",
      meaning: "what a background launch costs the CPU",
      confidence: .assumed, citations: [.pixelPowerProfile, .ourAssumption], range: ParameterRange("0", "3")),
    ParameterFact(
      name: "handler_W", kind: .number(unit: "W"), text: "0.8",
      meaning: "what a handler's work draws from the CPU", confidence: .assumed,
      citations: [.pixelPowerProfile, .ourAssumption]),
  ]

  private static func refreshes(of use: UseClass, _ text: String) -> ParameterFact {
    ParameterFact(
      name: "refresh.per_day.\(use.rawValue)", kind: .number(unit: "launches a day"), text: text,
      meaning: "the same for an app of \(use.rawValue) use, unless refresh.per_day is set",
      confidence: .assumed, citations: [.ourAssumption])
  }

  private static func window(
    _ name: String, _ text: String, _ meaning: String, _ confidence: Confidence, _ citations: [Citation],
    _ range: ParameterRange? = nil
  ) -> ParameterFact {
    ParameterFact(
      name: "window.\(name)", kind: .duration(isOptional: false), text: text, meaning: meaning,
      confidence: confidence, citations: citations, range: range)
  }
}
