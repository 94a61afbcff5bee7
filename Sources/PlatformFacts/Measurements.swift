internal import Quantities

/// A published measurement on devices, to compare the model with.
package struct Measurement: Sendable {
  /// The part of a measurement in the comparison.
  package enum Role: Hashable, Sendable {
    /// The value of a parameter comes from the measurement, so agreement proves nothing.
    case source(of: String)
    /// The model predicts the measured quantity.
    case test
    /// The model can't predict the measured quantity, for a reason.
    case outOfScope(String)
  }

  /// The relation of a figure to the measured quantity.
  package enum Bound: Sendable {
    case exact, most, least
  }

  /// The name in tests.
  package let name: String
  /// The measured quantity, without a full stop.
  package let statement: String
  /// The figure; `nil` if the publication has no figure.
  package let observed: Double?
  /// The unit of the figure: `s`, or empty for a count.
  package let unit: String
  /// The part in the comparison.
  package let role: Role
  /// Whether the figure is exact, or the most or the least that is possible.
  package var bound = Bound.exact
  /// The name of the quantity, if other measurements have the same quantity.
  package var quantity: String?
  /// The figure that would result if the system did everything at once, or as often as the app requested. This figure is the naive
  /// forecast, unless other publications have measured the quantity.
  package var requested: Double?
  /// The publication.
  package let citation: Citation
}

extension PlatformFacts {
  /// All public measurements of quantities that the model is about.
  package static let measurements = [
    limiterMeasurements, refreshMeasurements, launchMeasurements, transferMeasurements,
  ].flatMap { $0 }

  /// The naive forecast of a measurement: the figures that other publications have measured, or otherwise the figure that the
  /// app requested.
  package static func naiveForecast(of measurement: Measurement) -> [Double] {
    let others = measurements.filter {
      $0.quantity != nil && $0.quantity == measurement.quantity && $0.citation != measurement.citation
    }.compactMap(\.observed)
    return others.count > 1 ? others : [measurement.requested].compactMap { $0 }
  }

  private static let refreshCount = "refreshes a day"
  private static let refreshGap = "time between refreshes"
  private static let quarter = 900.0

  private static let limiterMeasurements: [Measurement] = [
    limiterLog("delay-1", "the delay that the log sets at the first resume", 60, .source(of: "limiter.base")),
    limiterLog("delay-2", "the delay that it sets at the second", 120, .source(of: "limiter.base")),
    limiterLog("delay-3", "the delay that it sets at the third", 240, .source(of: "limiter.base")),
    limiterLog(
      "resume-gap-1", "the time from the first resume to the second", 70.88,
      .outOfScope("a task that ran before a resume may end at any time, and resume the app again")),
    limiterLog(
      "resume-gap-2", "the time from the second resume to the third", 59.31,
      .outOfScope("the same; one task of 70 s that began before the first resume explains both gaps")),
    Measurement(
      name: "wait-in-foreground-29", statement: "the wait of a task that was created in the foreground",
      observed: 29, unit: "s", role: .test, requested: 0, citation: .foregroundWait),
    Measurement(
      name: "wait-in-foreground-475", statement: "the wait of another one, 475 s with its transfer",
      observed: 475, unit: "s", role: .test, requested: 0, citation: .ownCloudWait),
  ]

  private static let refreshMeasurements: [Measurement] = [
    Measurement(
      name: "refreshes-in-a-day", statement: "app refreshes in a day, at 12:38, 16:30, 16:51 and 18:26",
      observed: 4, unit: "", role: .source(of: "refresh.per_day"), quantity: refreshCount,
      citation: .refreshLog),
    Measurement(
      name: "least-refresh-gap",
      statement: "the least time between two of four app refreshes in a day",
      observed: 1_260, unit: "s",
      role: .test, requested: quarter, citation: .refreshLog),
    Measurement(
      name: "longest-refresh-gap",
      statement: "the longest time between two of them, the first and the second", observed: 13_920,
      unit: "s", role: .test, requested: quarter, citation: .refreshLog),
    Measurement(
      name: "pause-after-refresh", statement: "the time from an app refresh at 18:26 to the next, at 10:05",
      observed: 56_340,
      unit: "s", role: .test, requested: quarter, citation: .refreshLog),
    Measurement(
      name: "night-without-refresh",
      statement: "app refreshes from 17:09 to 05:26 UTC, until the app was opened",
      observed: 0, unit: "", role: .test, requested: 49, citation: .ownTracksNight),
    Measurement(
      name: "many-refreshes", statement: "app refreshes in 23.5 hours, as a daily rate", observed: 76.6,
      unit: "", role: .source(of: "refresh.spread"), quantity: refreshCount, citation: .deltaChatLaunches),
    Measurement(
      name: "many-pushes", statement: "launches for silent pushes in 23.5 hours", observed: 68, unit: "",
      role: .outOfScope("the number of pushes that were sent is not published; the model allows 94"),
      citation: .deltaChatLaunches),
    Measurement(
      name: "wake-up-gap", statement: "the time between two wake-ups, for pushes and refreshes together",
      observed: 600, unit: "s", role: .test, requested: 450, citation: .deltaChatGaps),
    Measurement(
      name: "refresh-gaps",
      statement: "intervals of 16, 17, 19 or 25 minutes between app refreshes, on average",
      observed: 1_155, unit: "s", role: .test, quantity: refreshGap, requested: quarter, citation: .fetchGaps),
    Measurement(
      name: "refresh-each-day", statement: "app refreshes a day, exactly 24 hours apart for four days",
      observed: 1, unit: "", role: .test, quantity: refreshCount, requested: 96, citation: .dailyFetches),
    Measurement(
      name: "first-refresh",
      statement: "the time to the first app refresh of that device",
      observed: TimeSpan.secondsPerDay, unit: "s",
      role: .test, requested: quarter, citation: .dailyFetches),
    Measurement(
      name: "rare-refreshes", statement: "none to two app refreshes a day", observed: 1, unit: "",
      role: .source(of: "refresh.spread"), quantity: refreshCount, citation: .rareFetches),
    Measurement(
      name: "refreshes-beyond-minimum",
      statement: "app refreshes a day of an app that asks for 12 hours between two", observed: 9.5, unit: "",
      role: .test, requested: 2, citation: .frequentFetches),
    Measurement(
      name: "refreshes-without-use", statement: "app refreshes on a day on which nobody opens the app",
      observed: 0, unit: "", role: .source(of: "refresh.used_within"), citation: .fetchesWithUse),
    Measurement(
      name: "refresh-quarter-hour",
      statement: "every 15 minutes between app refreshes, unless the battery is low",
      observed: quarter, unit: "s", role: .test, quantity: refreshGap, requested: quarter,
      citation: .ownTracksFetches),
    Measurement(
      name: "refresh-ten-to-twenty", statement: "10 to 20 minutes between app refreshes", observed: quarter,
      unit: "s", role: .test, quantity: refreshGap, requested: quarter, citation: .nightguardFetches),
    Measurement(
      name: "refresh-quarter-to-hour",
      statement: "15 minutes to an hour between app refreshes, in the middle",
      observed: 1_800, unit: "s", role: .test, quantity: refreshGap, requested: quarter,
      citation: .varyingFetches),
    Measurement(
      name: "early-expiry", statement: "the time after which app refreshes expire, 2 to 5 s", observed: 3.5,
      unit: "s", role: .source(of: "refresh.early_share"), citation: .earlyExpiry),
  ]

  private static let launchMeasurements: [Measurement] = [
    Measurement(
      name: "push-launches", statement: "launches for 14 silent pushes, one every 450 s", observed: 7,
      unit: "", role: .source(of: "push.min_gap"), citation: .wwdc20Background),
    Measurement(
      name: "push-burst", statement: "the time after use of the app in which pushes pass, 8 to 10 minutes",
      observed: 540, unit: "s", role: .source(of: "push.free_after_use"), citation: .pushBursts),
    Measurement(
      name: "push-pause", statement: "the time without any push that follows, about an hour", observed: 3_600,
      unit: "s", role: .test, requested: 0, citation: .pushBursts),
    Measurement(
      name: "push-budget", statement: "budgets of pushes that are reset every 24 hours", observed: nil,
      unit: "", role: .outOfScope("no amount is published"), citation: .pushBudgets),
    Measurement(
      name: "processing-a-night", statement: "processing tasks in a night of about eight hours, at most",
      observed: 1, unit: "", role: .source(of: "processing.per_day"), citation: .backgroundFetchReadme),
    Measurement(
      name: "processing-time", statement: "the time of a processing task, always something like 300 s",
      observed: 300, unit: "s", role: .test, requested: 180, citation: .zingoProcessing),
    Measurement(
      name: "power-sync-time", statement: "the time of another one that ends by itself, 4 min 55 s",
      observed: 295, unit: "s", role: .test, bound: .least, requested: 180,
      citation: .powerSyncs),
    Measurement(
      name: "processing-off-power",
      statement: "launches a day off power of a processing task that requires none", observed: 0, unit: "",
      role: .test, requested: 1, citation: .tasksOnPower),
    Measurement(
      name: "launch-after-quit", statement: "processing tasks a night after a force quit", observed: 1,
      unit: "", role: .test, requested: 1, citation: .launchesAfterQuit),
  ]

  private static let transferMeasurements: [Measurement] = [
    Measurement(
      name: "gigabyte", statement: "the time of a download of 1 GB over Wi-Fi, 500 to 700 s", observed: 600,
      unit: "s", role: .test, requested: 205, citation: .downloadedGigabyte),
    Measurement(
      name: "upload-on-leaving", statement: "the time of an upload of a few kB on leaving the app, at most",
      observed: 3, unit: "s", role: .test, bound: .most, requested: 0, citation: .uploadOnLeaving),
    Measurement(
      name: "request-wait", statement: "the time from a request of a small download to its response",
      observed: 0.71, unit: "s", role: .source(of: "request.wait"), citation: .foregroundWait),
    Measurement(
      name: "request-wait-connected",
      statement: "the time from a connection to the response of a large download", observed: 0.16, unit: "s",
      role: .source(of: "request.wait"), citation: .ownCloudMetrics),
    Measurement(
      name: "five-downloads", statement: "the time of five downloads of 3 MB, about half an hour",
      observed: 1_800, unit: "s",
      role: .outOfScope("neither the state of the app nor that of the device is published"),
      citation: .slowDownloads),
    Measurement(
      name: "hundred-downloads", statement: "downloads of 100 that end after the app was left, about 20",
      observed: 20, unit: "",
      role: .outOfScope("its author found later that only simulators do so"), citation: .stoppedDownloads),
    Measurement(
      name: "hand-over",
      statement: "the time after which an app that hands over 300 tasks is ended, 6 to 7 s",
      observed: 6.5, unit: "s",
      role: .outOfScope("an estimate reports the time for many items, but does not count it"),
      citation: .handOver),
    Measurement(
      name: "background-download",
      statement: "the time of a download in a background session, in times of one in the app",
      observed: 10, unit: "",
      role: .outOfScope(
        "neither networks nor sizes are published; wifi.throughput is that of a background session"),
      citation: .slowBackground),
    Measurement(
      name: "locked-download", statement: "a download that nearly stops on a locked device", observed: nil,
      unit: "", role: .outOfScope("the lock of the device is not part of the model"),
      citation: .lockedDownload),
    Measurement(
      name: "request-timeout", statement: "uploads over a slow link that restart at the request timeout",
      observed: nil, unit: "", role: .outOfScope("the request timeout is not part of the model"),
      citation: .requestTimeouts),
  ]

  private static func limiterLog(
    _ name: String, _ statement: String, _ observed: Double, _ role: Measurement.Role
  ) -> Measurement {
    Measurement(
      name: name, statement: statement, observed: observed, unit: "s", role: role, citation: .limiterLog)
  }
}
