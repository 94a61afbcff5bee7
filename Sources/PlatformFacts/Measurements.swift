/// A published measurement on devices, to compare the model with.
package struct Measurement: Sendable {
  /// The name in tests.
  package let name: String
  /// The measured quantity, without a full stop.
  package let statement: String
  /// The figure.
  package let observed: Double
  /// Its unit: `s`, or empty for a count.
  package let unit: String
  /// Whether a parameter's value comes from this measurement, so that agreement proves nothing.
  package let isSource: Bool
  /// The publication.
  package let citation: Citation
}

extension PlatformFacts {
  /// All public measurements of quantities that the model predicts.
  package static let measurements = [
    limiterLog(
      "delay-1", statement: "the delay that the log sets at the first resume", observed: 60, isSource: true),
    limiterLog("delay-2", statement: "the delay that it sets at the second", observed: 120, isSource: true),
    limiterLog("delay-3", statement: "the delay that it sets at the third", observed: 240, isSource: true),
    limiterLog(
      "resume-gap-1", statement: "the time from the first resume to the second", observed: 70.88,
      isSource: false),
    limiterLog(
      "resume-gap-2", statement: "the time from the second resume to the third", observed: 59.31,
      isSource: false),
    Measurement(
      name: "wait-in-foreground-29", statement: "the wait of a task that was created in the foreground",
      observed: 29, unit: "s", isSource: false, citation: .foregroundWait),
    Measurement(
      name: "wait-in-foreground-475", statement: "the wait of another one, 475 s with its transfer",
      observed: 475, unit: "s", isSource: false, citation: .ownCloudWait),
    Measurement(
      name: "wait-in-window-29", statement: "the same 29 s, if the visit had not reset a delay of 60 s",
      observed: 29, unit: "s", isSource: false, citation: .foregroundWait),
    Measurement(
      name: "wait-in-window-475", statement: "the same 475 s, if the visit had not reset a delay of 480 s",
      observed: 475, unit: "s", isSource: false, citation: .ownCloudWait),
    Measurement(
      name: "refreshes-in-a-day", statement: "app refreshes in a day, at 12:38, 16:30, 16:51 and 18:26",
      observed: 4, unit: "", isSource: true, citation: .refreshLog),
    Measurement(
      name: "least-refresh-gap", statement: "the least time between two of them", observed: 1_260, unit: "s",
      isSource: false, citation: .refreshLog),
    Measurement(
      name: "night-without-refresh", statement: "a pause without an app refresh over a night",
      observed: 44_251,
      unit: "s",
      isSource: false, citation: .ownTracksNight),
    Measurement(
      name: "push-launches", statement: "launches for 14 silent pushes, one every 450 s", observed: 7,
      unit: "",
      isSource: true, citation: .wwdc20Background),
    Measurement(
      name: "processing-a-night", statement: "processing tasks in a night of about eight hours, at most",
      observed: 1, unit: "", isSource: true, citation: .backgroundFetchReadme),
  ]

  private static func limiterLog(
    _ name: String, statement: String, observed: Double, isSource: Bool
  ) -> Measurement {
    Measurement(
      name: name, statement: statement, observed: observed, unit: "s", isSource: isSource,
      citation: .limiterLog)
  }
}
