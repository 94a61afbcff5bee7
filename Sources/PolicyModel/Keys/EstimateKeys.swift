internal import JSON
internal import PolicySyntax
internal import Quantities

extension Scenario {
  static let keys = KeyTable(
    "scenario", { Scenario(name: .unnamed) },
    [
      Key("extends", .string, "The scenario that it changes: another one of this policy, or a built-in one.")
      {
        $0.extends = $1
      },
      Key(
        "foregroundSessions", .mapping(ForegroundSessions.keys),
        "How often and how long the app is in the foreground, at random times."
      ) { $0.foregroundSessions = $1 },
      Key(
        "foreground", .list(of: .mapping(ForegroundVisit.keys)),
        "When exactly the app is in the foreground, from the start of the run, instead of at random times."
      ) { $0.foreground = $1 },
      Key("wifi", .list(of: .clockWindow), "When there is Wi-Fi, as 19:00-07:00; an empty list means never.")
      {
        $0.wifi = $1
      },
      Key("charging", .list(of: .clockWindow), "When the device is on power; an empty list means never.") {
        $0.charging = $1
      },
      Key("lowPowerMode", .list(of: .clockWindow), "When Low Power Mode is on; an empty list means never.") {
        $0.lowPowerMode = $1
      },
    ])
}

extension ForegroundSessions {
  static let keys = KeyTable(
    "foregroundSessions", { ForegroundSessions() },
    [
      Key("perDay", .number(0...1_000), required: true, "How many times a day, on average.") {
        $0.perDay = $1
      },
      Key("duration", .duration, "How long each time, on average.") { $0.duration = $1 },
    ])
}

extension ForegroundVisit {
  static let keys = KeyTable(
    "foregroundVisit", { ForegroundVisit() },
    [
      Key("at", .duration, required: true, "When it begins, from the start of the run.") { $0.at = $1 },
      Key("for", .duration, required: true, "How long it lasts.") { $0.duration = $1 },
    ])
}

extension Budget {
  static let keys = KeyTable(
    "budget", { Budget(name: .unnamed) },
    [
      Key(
        "completion", .mapping(Quantiles<TimeSpan>.keys),
        "The longest time from submission to the end, as { p95: 3d }."
      ) { $0.completion = $1 },
      Key("launchesPerDay", .mapping(Quantiles<Double>.keys), "The most launches in a day, as { p95: 12 }.") {
        $0.launchesPerDay = $1
      },
      Key("cellularBytesPerDay", .size, "The most bytes over cellular in a day, on average.") {
        $0.cellularBytesPerDay = $1
      },
      Key("energyPerDay", .energy, "The most energy in a day, on average, as 900J.") { $0.energyPerDay = $1 },
      Key("expiredShare", .share, "The most items that may outlive validFor, as 1%.") {
        $0.expiredShare = $1
      },
      Key("unfinishedShare", .share, "The most items that may never finish, as 1%.") {
        $0.unfinishedShare = $1
      },
      Key("missedDeadlineShare", .share, "The most items that may finish after their deadline, as 1%.") {
        $0.missedDeadlineShare = $1
      },
      Key(
        "severity", .word(BudgetSeverity.self), default: "error",
        "What a broken budget counts as; a warning leaves the exit status 0."
      ) { $0.severity.written = $1 },
    ])
}

extension Quantiles<TimeSpan> {
  static let keys = table("completionQuantiles", of: .duration)
}

extension Quantiles<Double> {
  static let keys = table("countQuantiles", of: .number(0...Double.infinity))
}

extension Quantiles {
  fileprivate static func table(_ name: String, of value: Shape<Value>) -> KeyTable<Quantiles> {
    KeyTable(
      name, { Quantiles() },
      [
        Key("p50", value, "The most in half of all runs.") { $0.p50 = $1 },
        Key("p90", value, "The most in 90 of 100 runs.") { $0.p90 = $1 },
        Key("p95", value, "The most in 95 of 100 runs.") { $0.p95 = $1 },
        Key("p99", value, "The most in 99 of 100 runs.") { $0.p99 = $1 },
        Key("mean", value, "The most on average.") { $0.mean = $1 },
      ])
  }
}
