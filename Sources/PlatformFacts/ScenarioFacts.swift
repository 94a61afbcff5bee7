package import Quantities

/// The habits of a device and its user in an estimate. All habits are our own assumption.
package struct ScenarioFact: Sendable {
  /// The name by which `--scenario` finds the scenario.
  package let name: String
  /// The description of the day, without a full stop.
  package let summary: String
  /// Whether the device is ideal: nothing is random, nothing is limited, and the app is suspended again at once.
  package var isIdeal = false
  /// A day from Monday to Friday.
  package let weekday: DayFact
  /// A Saturday or a Sunday; `nil` if the weekend is like any other day.
  package var weekend: DayFact?
  /// The time by which windows begin and end earlier or later than usual.
  package var variation = TimeSpan.minutes(30)
  /// The share of a full battery that an hour off power takes.
  package var drainPerHour = Share(fraction: 0.04)
  /// The share of a full battery that an hour on power gives.
  package var chargePerHour = Share(fraction: 0.5)
  /// Whether the user lets the app refresh in the background.
  package var refreshesInBackground = true
  /// The share of visits after which the user ends the app.
  package var forceQuitShare = Share(fraction: 0)
  /// The average number of restarts of the device in a week.
  package var rebootsPerWeek = 0.0
  /// The use of the app, as the system classifies it.
  package var use = UseClass.medium
  /// The confidence in the scenario: no source describes the day of a typical user, so every value is assumed.
  package let confidence = Confidence.assumed
  /// The sources.
  package let citations = [Citation.ourAssumption]
}

/// The use of an app, on which the number of its app refreshes depends.
package enum UseClass: String, CaseIterable, Sendable {
  case rare, low, medium, high
}

/// The habits of a day.
package struct DayFact: Sendable {
  /// The times a day that the app is in the foreground.
  package var visitsPerDay: Double
  /// The average length of a visit.
  package var visitDuration = TimeSpan.minutes(2)
  /// The part of the day in which the visits are.
  package var visitWindow = ClockWindow(start: 7 * 60, end: 23 * 60)
  /// The hours with Wi-Fi.
  package var wifi: [ClockWindow]
  /// The hours with cellular.
  package var cellular = [ClockWindow.wholeDay]
  /// The hours with expensive Wi-Fi, such as another device's hotspot.
  package var hotspot: [ClockWindow] = []
  /// The hours on power.
  package var charging: [ClockWindow]
  /// The hours in Low Power Mode.
  package var lowPowerMode: [ClockWindow] = []
  /// The hours in Low Data Mode.
  package var lowDataMode: [ClockWindow] = []
  /// The hours in which the thermal state is serious or critical.
  package var thermal: [ClockWindow] = []

  func with(_ change: (inout DayFact) -> Void) -> DayFact {
    var day = self
    change(&day)
    return day
  }
}

extension PlatformFacts {
  /// The built-in device days, in alphabetical order.
  package static let scenarios: [ScenarioFact] = [
    commuter, fieldWorker, homeCharging, kiosk, lab, office, rareUser, student, weekendUser,
  ]

  /// The name of the built-in device day on which other days are based, and which an estimate uses by default.
  package static let usualScenarioName = "commuter"

  /// The names of the built-in device days, in alphabetical order.
  package static let scenarioNames = scenarios.map(\.name)

  /// The built-in device day of a name.
  package static func scenario(_ name: String) -> ScenarioFact? {
    scenarios.first { $0.name == name }
  }

  private static let night = ClockWindow(start: 23 * 60, end: 7 * 60)

  private static let commuter = ScenarioFact(
    name: usualScenarioName, summary: "Wi-Fi at home and at work, power at night, a handful of visits a day",
    weekday: DayFact(
      visitsPerDay: 8,
      wifi: [ClockWindow(start: 18 * 60 + 30, end: 8 * 60), ClockWindow(start: 9 * 60, end: 17 * 60 + 30)],
      charging: [night]),
    weekend: DayFact(
      visitsPerDay: 6, visitWindow: ClockWindow(start: 8 * 60, end: 24 * 60),
      wifi: [ClockWindow(start: 17 * 60, end: 12 * 60)],
      charging: [ClockWindow(start: 24 * 60 - 30, end: 8 * 60)]))

  private static let fieldWorker = ScenarioFact(
    name: "fieldWorker",
    summary: "on the road all day on cellular and an empty battery, Wi-Fi and power at night only",
    weekday: DayFact(
      visitsPerDay: 6, wifi: [ClockWindow(start: 19 * 60, end: 7 * 60)],
      charging: [ClockWindow(start: 22 * 60, end: 6 * 60)],
      lowPowerMode: [ClockWindow(start: 15 * 60, end: 18 * 60)],
      thermal: [ClockWindow(start: 13 * 60, end: 14 * 60)]),
    weekend: DayFact(
      visitsPerDay: 1, wifi: [ClockWindow(start: 16 * 60, end: 11 * 60)],
      charging: [ClockWindow(start: 22 * 60, end: 8 * 60)]),
    drainPerHour: Share(fraction: 0.07), rebootsPerWeek: 0.25)

  private static let homeCharging = ScenarioFact(
    name: "homeCharging", summary: "at home most of the time, and on power and Wi-Fi whenever it is",
    weekday: DayFact(
      visitsPerDay: 6, wifi: [ClockWindow(start: 15 * 60, end: 10 * 60)],
      charging: [ClockWindow(start: 15 * 60, end: 10 * 60)]))

  private static let kiosk = ScenarioFact(
    name: "kiosk",
    summary: "mounted on a wall with the app in front at opening hours, on power and Wi-Fi, no cellular",
    weekday: DayFact(
      visitsPerDay: 1, visitDuration: .hours(10), visitWindow: ClockWindow(start: 7 * 60, end: 9 * 60),
      wifi: [.wholeDay], cellular: [], charging: [.wholeDay]),
    weekend: DayFact(visitsPerDay: 0, wifi: [.wholeDay], cellular: [], charging: [.wholeDay]),
    rebootsPerWeek: 1, use: .high)

  private static let lab = ScenarioFact(
    name: "lab",
    summary: "the ideal device: never visited, Wi-Fi and power always there, no budgets, nothing random",
    isIdeal: true, weekday: DayFact(visitsPerDay: 0, wifi: [.wholeDay], charging: [.wholeDay]),
    variation: .zero,
    drainPerHour: Share(fraction: 0))

  private static let office = ScenarioFact(
    name: "office",
    summary: "Wi-Fi at home and at work, on power at the desk and at night, many short visits",
    weekday: DayFact(
      visitsPerDay: 15, visitDuration: .minutes(1),
      wifi: [ClockWindow(start: 18 * 60, end: 8 * 60 + 30), ClockWindow(start: 9 * 60, end: 17 * 60 + 30)],
      charging: [
        ClockWindow(start: 23 * 60, end: 7 * 60), ClockWindow(start: 9 * 60 + 30, end: 12 * 60),
        ClockWindow(start: 13 * 60, end: 17 * 60),
      ]),
    weekend: DayFact(
      visitsPerDay: 3, wifi: [ClockWindow(start: 17 * 60, end: 12 * 60)],
      charging: [ClockWindow(start: 24 * 60 - 30, end: 8 * 60)]),
    use: .high)

  private static let rareUser = ScenarioFact(
    name: "rareUser", summary: "the app is opened once a week or less, and refreshes next to never",
    weekday: commuter.weekday.with { $0.visitsPerDay = 0.1 },
    weekend: commuter.weekend?.with { $0.visitsPerDay = 0.2 }, rebootsPerWeek: 0.1, use: .rare)

  private static let student = ScenarioFact(
    name: "student",
    summary: "campus Wi-Fi and a hotspot, Low Data Mode on the way, an old battery, apps ended by hand",
    weekday: DayFact(
      visitsPerDay: 12, visitWindow: ClockWindow(start: 8 * 60, end: 60),
      wifi: [ClockWindow(start: 20 * 60, end: 8 * 60), ClockWindow(start: 10 * 60, end: 16 * 60)],
      hotspot: [ClockWindow(start: 17 * 60, end: 19 * 60)], charging: [ClockWindow(start: 60, end: 8 * 60)],
      lowPowerMode: [ClockWindow(start: 18 * 60, end: 22 * 60)],
      lowDataMode: [ClockWindow(start: 16 * 60, end: 20 * 60)]),
    weekend: DayFact(
      visitsPerDay: 10, visitWindow: ClockWindow(start: 10 * 60, end: 120),
      wifi: [ClockWindow(start: 18 * 60, end: 13 * 60)], charging: [ClockWindow(start: 120, end: 10 * 60)],
      lowDataMode: [ClockWindow(start: 13 * 60, end: 18 * 60)]),
    variation: .hours(1), drainPerHour: Share(fraction: 0.08), forceQuitShare: Share(fraction: 0.1))

  private static let weekendUser = ScenarioFact(
    name: "weekendUser", summary: "the app is used for hours on Saturday and Sunday, and hardly ever between",
    weekday: commuter.weekday.with { $0.visitsPerDay = 0.5 },
    weekend: DayFact(
      visitsPerDay: 6, visitDuration: .minutes(20), visitWindow: ClockWindow(start: 9 * 60, end: 24 * 60),
      wifi: [ClockWindow(start: 17 * 60, end: 12 * 60)],
      charging: [ClockWindow(start: 24 * 60 - 30, end: 8 * 60)]),
    use: .low)
}
