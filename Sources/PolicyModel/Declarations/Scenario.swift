package import PlatformFacts
package import Quantities

/// A device's habits.
package struct Scenario: Named {
  /// What the policy calls it.
  package var name: Located<String>
  /// The scenario that it changes: another one of the policy's, or a built-in one.
  package var extends: Located<String>?
  /// What it says of every day.
  package var days = ScenarioDay()
  /// What is different on Saturday and Sunday.
  package var weekend: Located<ScenarioDay>?
  /// When exactly the app is in the foreground, instead of at random.
  package var foreground: Located<[Located<ForegroundVisit>]>?
  /// How the battery empties and fills.
  package var battery: Located<ScenarioBattery>?
  /// Whether the user lets the app refresh in the background.
  package var backgroundRefresh: Located<Bool>?
  /// How often the device starts anew.
  package var rebootsPerWeek: Located<Double>?
  /// How much the app is used.
  package var use: Located<UseClass>?
}

/// What a scenario says of the days of the week, or of those of the weekend.
package struct ScenarioDay: Sendable {
  /// How often and how long the app is in the foreground, at random times.
  package var foregroundSessions: Located<ForegroundSessions>?
  /// When there is Wi-Fi.
  package var wifi: Located<[Located<ClockWindow>]>?
  /// When there is cellular.
  package var cellular: Located<[Located<ClockWindow>]>?
  /// When there is Wi-Fi that counts as expensive.
  package var hotspot: Located<[Located<ClockWindow>]>?
  /// When the device is on power.
  package var charging: Located<[Located<ClockWindow>]>?
  /// When Low Power Mode is on.
  package var lowPowerMode: Located<[Located<ClockWindow>]>?
  /// When Low Data Mode is on.
  package var lowDataMode: Located<[Located<ClockWindow>]>?
  /// When the thermal state is serious or critical.
  package var thermal: Located<[Located<ClockWindow>]>?
  /// The share of visits after which the user ends the app.
  package var forceQuitShare: Located<Share>?
  /// By how much all of these times come earlier or later from day to day.
  package var variation: Located<TimeSpan>?
}

/// How a battery empties and fills.
package struct ScenarioBattery: Sendable {
  /// The share that an hour off power takes.
  package var drainPerHour: Located<Share>?
  /// The share that an hour on power gives.
  package var chargePerHour: Located<Share>?
  /// What is left at the start of a run.
  package var atStart: Located<Share>?
}

/// How often and how long an app is in the foreground.
package struct ForegroundSessions: Sendable {
  /// How many times a day.
  package var perDay: Located<Double>?
  /// How long each time.
  package var duration: Located<TimeSpan>?
  /// In which part of the day.
  package var between: Located<ClockWindow>?
}

/// A time in the foreground.
package struct ForegroundVisit: Sendable {
  /// When it begins, from the start of the run.
  package var at: Located<TimeSpan>?
  /// How long it lasts.
  package var duration: Located<TimeSpan>?
}

/// How many of all devices have the habits of a scenario.
package struct PopulationShare: Sendable {
  /// The scenario's name; its place is the whole entry's.
  package let scenario: Located<String>
  /// The part of all devices.
  package let share: Share
}

extension Policy {
  /// The name that `--scenario` has for all of a policy's population.
  package static let populationName = "population"
}

extension UseClass: StringEnum {}
