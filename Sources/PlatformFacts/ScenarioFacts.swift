package import Quantities

/// A device's day as the estimate assumes it.
package struct ScenarioFact: Sendable {
  /// The name by which `--scenario` finds it.
  package let name: String
  /// What kind of day it is, without a full stop.
  package let summary: String
  /// The ideal device: nothing is random, the app is suspended again at once, and nothing is limited.
  package let isIdeal: Bool
  /// How many times a day the app is in the foreground.
  package let visitsPerDay: Double
  /// How long each time, on average.
  package let visitDuration: TimeSpan
  /// In which part of the day.
  package let visitWindow: ClockWindow
  /// When there is Wi-Fi.
  package let wifi: [ClockWindow]
  /// When the device is on power.
  package let charging: [ClockWindow]
  /// When Low Power Mode is on.
  package let lowPowerMode: [ClockWindow]
}

extension PlatformFacts {
  /// The device days that need no entry in a policy; all of them are assumed.
  package static let scenarios: [ScenarioFact] = [
    ScenarioFact(
      name: "commuter", summary: "Wi-Fi at home and at work, power at night, a handful of visits a day",
      isIdeal: false,
      visitsPerDay: 8, visitDuration: .minutes(2), visitWindow: ClockWindow(start: 7 * 60, end: 23 * 60),
      wifi: [ClockWindow(start: 18 * 60 + 30, end: 8 * 60), ClockWindow(start: 9 * 60, end: 17 * 60 + 30)],
      charging: [ClockWindow(start: 23 * 60, end: 7 * 60)], lowPowerMode: []),
    ScenarioFact(
      name: "lab",
      summary: "the ideal device: never visited, Wi-Fi and power always there, no budgets, nothing random",
      isIdeal: true, visitsPerDay: 0, visitDuration: .zero, visitWindow: wholeDay, wifi: [wholeDay],
      charging: [wholeDay], lowPowerMode: []),
  ]

  private static let wholeDay = ClockWindow(start: 0, end: ClockWindow.minutesPerDay)

  /// The names of the built-in device days, in the order of the alphabet.
  package static let scenarioNames = scenarios.map(\.name)

  /// The built-in device day of a name.
  package static func scenario(_ name: String) -> ScenarioFact? {
    scenarios.first { $0.name == name }
  }
}
