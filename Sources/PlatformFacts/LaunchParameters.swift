package import Quantities

// The parameters of launches, and of the time that a launched app has.

extension ParameterKey<Double> {
  /// The app refreshes a day that the system grants.
  package static var refreshesPerDay: ParameterKey<Double> {
    Self(
      "refresh.per_day", 6, unit: "launches a day",
      meaning: "the app refreshes that the system grants, which depend on the use of the app",
      confidence: .assumed, citations: [.refreshLog, .ourAssumption], range: ParameterRange("0.5", "96"))
  }

  /// The app refreshes a day that the system grants an app of a use class.
  package static func refreshesPerDay(_ use: UseClass) -> ParameterKey<Double> {
    switch use {
    case .rare: refreshesPerDay(use, 0.5)
    case .low: refreshesPerDay(use, 2)
    case .medium: refreshesPerDay
    case .high: refreshesPerDay(use, 24)
    }
  }

  private static func refreshesPerDay(_ use: UseClass, _ usual: Double) -> ParameterKey<Double> {
    Self(
      "refresh.per_day.\(use.rawValue)", usual, unit: "launches a day",
      meaning: "the same for an app of \(use.rawValue) use, unless refresh.per_day is set",
      confidence: .assumed, citations: [.ourAssumption])
  }

  /// The share of the charging times in which a processing task runs.
  package static var processingPerDay: ParameterKey<Double> {
    Self(
      "processing.per_day", 1, unit: "nights a day",
      meaning: "the share of a day's times on power in which a processing task runs", confidence: .assumed,
      citations: [.backgroundFetchReadme, .ourAssumption], range: ParameterRange("0", "2"))
  }

  /// The joules of a background launch.
  package static var launchEnergy: ParameterKey<Double> {
    Self(
      "launch_J", 1, unit: "J", meaning: "the CPU energy of a background launch", confidence: .assumed,
      citations: [.pixelPowerProfile, .ourAssumption], range: ParameterRange("0", "3"))
  }

  /// The watts of a handler's work.
  package static var handlerPower: ParameterKey<Double> {
    Self(
      "handler_W", 0.8, unit: "W", meaning: "the CPU power of a handler's work", confidence: .assumed,
      citations: [.pixelPowerProfile, .ourAssumption])
  }
}

extension ParameterKey<TimeSpan> {
  /// The least time between two app refreshes.
  package static var refreshGap: ParameterKey<TimeSpan> {
    Self(
      "refresh.min_gap", .minutes(15), meaning: "the least time between two app refreshes",
      confidence: .reported, citations: [.backgroundFetchReadme, .refreshLog],
      range: ParameterRange("15m", "30m"))
  }
  /// The least time between two launches for silent pushes.
  package static var pushGap: ParameterKey<TimeSpan> {
    Self(
      "push.min_gap", .minutes(15), meaning: "the least time between two launches for silent pushes",
      confidence: .reported, citations: [.wwdc20Background], range: ParameterRange("10m", "30m"))
  }
  /// The time that the app may handle a session's events.
  package static var relaunchWindow: ParameterKey<TimeSpan> {
    window(
      "relaunch", usual: .seconds(30), meaning: "the time for which the app may handle a session's events",
      confidence: .documented,
      citations: [.wwdc14Networking, .transferCorrespondence], range: ParameterRange("30s", "60s"))
  }
  /// The time that the app may run for an app refresh or a push.
  package static var refreshWindow: ParameterKey<TimeSpan> {
    window(
      "app_refresh", usual: PlatformFacts.refreshRuntime.value,
      meaning: "the time for which the app may run for an app refresh or a push", confidence: .documented,
      citations: [.wwdc19Background])
  }
  /// The time that the app may go on after the user has left it.
  package static var backgroundTaskWindow: ParameterKey<TimeSpan> {
    window(
      "background_task", usual: PlatformFacts.backgroundTaskRuntime.value,
      meaning: "the time for which the app may continue after the user leaves it", confidence: .stated,
      citations: [.transferCorrespondence, .wwdc15LowEnergy], range: ParameterRange("30s", "3m"))
  }
  /// The time that the app may run for a processing task.
  package static var processingWindow: ParameterKey<TimeSpan> {
    window(
      "processing", usual: .minutes(5), meaning: "the time for which the app may run for a processing task",
      confidence: .reported,
      citations: [.backgroundFetchReadme, .wwdc19Background], range: ParameterRange("1m", "10m"))
  }

  private static func window(
    _ name: String, usual: TimeSpan, meaning: String, confidence: Confidence, citations: [Citation],
    range: ParameterRange? = nil
  ) -> ParameterKey<TimeSpan> {
    Self(
      "window.\(name)", usual, meaning: meaning, confidence: confidence, citations: citations, range: range)
  }
}

extension PlatformFacts {
  /// The parameters of launches, in the order of reports.
  static let launchParameters = [
    ParameterKey.refreshesPerDay.fact, ParameterKey.refreshesPerDay(.rare).fact,
    ParameterKey.refreshesPerDay(.low).fact, ParameterKey.refreshesPerDay(.high).fact,
    ParameterKey.refreshGap.fact, ParameterKey.processingPerDay.fact, ParameterKey.pushGap.fact,
    ParameterKey.relaunchWindow.fact, ParameterKey.refreshWindow.fact, ParameterKey.backgroundTaskWindow.fact,
    ParameterKey.processingWindow.fact, ParameterKey.launchEnergy.fact, ParameterKey.handlerPower.fact,
  ]
}
