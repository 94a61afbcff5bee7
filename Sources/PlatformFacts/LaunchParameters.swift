package import Quantities

// The parameters of launches, and of the time that a launched app has.

extension ParameterKey<Double> {
  /// The app refreshes a day that the system grants.
  package static var refreshesPerDay: ParameterKey<Double> {
    Self(
      "refresh.per_day", 6, unit: "launches a day",
      meaning: "the app refreshes that the system grants on a typical device while the app is in use",
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

  /// The spread of the app refreshes between devices.
  package static var refreshSpread: ParameterKey<Double> {
    Self(
      "refresh.spread", 1.6,
      meaning:
        "the standard deviation of the logarithm of refresh.per_day between devices; 0 if refresh.per_day is set alone",
      confidence: .reported, citations: [.deltaChatLaunches, .rareFetches], range: ParameterRange("0", "2.2"))
  }

  /// The share of app refreshes that expire within seconds.
  package static var earlyExpiryShare: ParameterKey<Double> {
    Self(
      "refresh.early_share", 0.1, unit: "of the app refreshes",
      meaning: "the share of app refreshes whose time ends after 2 to 5 s", confidence: .assumed,
      citations: [.earlyExpiry, .ourAssumption], range: ParameterRange("0", "0.5"), bounds: .share)
  }

  /// The processing launches a day.
  package static var processingPerDay: ParameterKey<Double> {
    Self(
      "processing.per_day", 1, unit: "launches a day",
      meaning: "the launches of a processing task, in the time that the device has for it",
      confidence: .assumed,
      citations: [.backgroundFetchReadme, .ourAssumption], range: ParameterRange("0", "2"))
  }

  /// The share of the user's waking hours in which the device is idle enough for processing.
  package static var idleShare: ParameterKey<Double> {
    Self(
      "device.idle_awake", 0.1, unit: "of the waking hours",
      meaning: "the share of its user's waking hours in which the device is idle enough for processing",
      confidence: .assumed, citations: [.ourAssumption], range: ParameterRange("0", "0.5"), bounds: .share)
  }

  /// The launches for silent pushes that a device's daily budget allows.
  package static var pushesPerDay: ParameterKey<Double> {
    Self(
      "push.per_day", 96, unit: "launches a day",
      meaning:
        "the launches for silent pushes that the budget of a day allows; that there is a budget is stated, its amount is not",
      confidence: .assumed, citations: [.pushBudgets, .ourAssumption], range: ParameterRange("20", "96"))
  }

  /// The spread of the budgets for pushes between devices.
  package static var pushSpread: ParameterKey<Double> {
    Self(
      "push.spread", 0.5,
      meaning:
        "the standard deviation of the logarithm of push.per_day between devices; 0 if push.per_day is set alone",
      confidence: .assumed, citations: [.ourAssumption], range: ParameterRange("0", "1"))
  }
  /// The share of devices on which Background App Refresh is off.
  package static var refreshOffShare: ParameterKey<Double> {
    Self(
      "device.refresh_off", 0, unit: "of the devices",
      meaning:
        "the share of devices on which Background App Refresh is off, unless the scenario says whether it is; none is published",
      confidence: .assumed, citations: [.ourAssumption], bounds: .share)
  }
  /// The share of users who force quit the app after each use.
  package static var quitterShare: ParameterKey<Double> {
    Self(
      "device.quitters", 0, unit: "of the devices",
      meaning:
        "the share of users who force quit the app after each visit, unless the scenario says how often; none is published",
      confidence: .assumed, citations: [.ourAssumption], bounds: .share)
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
  /// The time after use of the app in which silent pushes launch the app without the least gap.
  package static var pushFreeTime: ParameterKey<TimeSpan> {
    Self(
      "push.free_after_use", .minutes(10),
      meaning: "the time after use of the app in which silent pushes launch it without the least gap",
      confidence: .reported, citations: [.pushBursts], range: ParameterRange("0s", "10m"))
  }
  /// The average time between two uses of the device.
  package static var deviceUseGap: ParameterKey<TimeSpan> {
    Self(
      "device.use_gap", .minutes(15),
      meaning:
        "the average time between two uses of the device while its user is awake, which end processing",
      confidence: .assumed, citations: [.ourAssumption], range: ParameterRange("5m", "1h"))
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
  /// The time for which the app may continue after the user leaves the app.
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

extension ParameterKey<TimeSpan?> {
  /// The time since the last use of the app in which the system grants app refreshes.
  package static var refreshUse: ParameterKey<TimeSpan?> {
    Self(
      "refresh.used_within", .days(1),
      meaning: "the time since the app was last open in which the system grants app refreshes",
      confidence: .reported, citations: [.fetchesWithUse], range: ParameterRange("24h", "7d"))
  }
  /// The time since the last use of the app in which the system attempts processing tasks.
  package static var processingUse: ParameterKey<TimeSpan?> {
    Self(
      "processing.used_within", .days(7),
      meaning: "the time since the app was last open in which the system attempts processing tasks",
      confidence: .documented, citations: [.taskRequestHeader])
  }
  /// The time since the last use of the app in which silent pushes launch the app.
  package static var pushUse: ParameterKey<TimeSpan?> {
    Self(
      "push.used_within", .days(7),
      meaning:
        "the time since the app was last open in which silent pushes launch it; that it ends is stated, when is not",
      confidence: .assumed, citations: [.pushBudgets, .ourAssumption], range: ParameterRange("2d", "30d"))
  }
}

extension PlatformFacts {
  /// The parameters of launches, in the order of reports.
  static let launchParameters = [
    ParameterKey.refreshesPerDay.fact, ParameterKey.refreshesPerDay(.rare).fact,
    ParameterKey.refreshesPerDay(.low).fact, ParameterKey.refreshesPerDay(.high).fact,
    ParameterKey.refreshSpread.fact, ParameterKey.refreshUse.fact, ParameterKey.refreshGap.fact,
    ParameterKey.earlyExpiryShare.fact, ParameterKey.processingPerDay.fact, ParameterKey.processingUse.fact,
    ParameterKey.idleShare.fact, ParameterKey.deviceUseGap.fact, ParameterKey.pushGap.fact,
    ParameterKey.pushFreeTime.fact, ParameterKey.pushesPerDay.fact, ParameterKey.pushSpread.fact,
    ParameterKey.pushUse.fact, ParameterKey.refreshOffShare.fact, ParameterKey.quitterShare.fact,
    ParameterKey.relaunchWindow.fact, ParameterKey.refreshWindow.fact, ParameterKey.backgroundTaskWindow.fact,
    ParameterKey.processingWindow.fact, ParameterKey.launchEnergy.fact, ParameterKey.handlerPower.fact,
  ]
}
