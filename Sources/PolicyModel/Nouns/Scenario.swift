package import PlatformFacts
package import Quantities

/// A device's habits.
package struct Scenario: Named {
  /// What the policy calls it.
  package var name: Placed<String>
  /// The scenario that it changes: another one of the policy's, or a built-in one.
  package var extends: Placed<String>?
  /// What it says of every day.
  package var days = ScenarioDay()
  /// What is different on Saturday and Sunday.
  package var weekend: Placed<ScenarioDay>?
  /// When exactly the app is in the foreground, instead of at random.
  package var foreground: Placed<[Placed<ForegroundVisit>]>?
  /// How the battery empties and fills.
  package var battery: Placed<ScenarioBattery>?
  /// Whether the user lets the app refresh in the background.
  package var backgroundRefresh: Placed<Bool>?
  /// How often the device starts anew.
  package var rebootsPerWeek: Placed<Double>?
  /// How much the app is used.
  package var use: Placed<UseClass>?
}

/// What a scenario says of the days of the week, or of those of the weekend.
package struct ScenarioDay: Sendable {
  /// How often and how long the app is in the foreground, at random times.
  package var foregroundSessions: Placed<ForegroundSessions>?
  /// When there is Wi-Fi.
  package var wifi: Placed<[Placed<ClockWindow>]>?
  /// When there is cellular.
  package var cellular: Placed<[Placed<ClockWindow>]>?
  /// When there is Wi-Fi that counts as expensive.
  package var hotspot: Placed<[Placed<ClockWindow>]>?
  /// When the device is on power.
  package var charging: Placed<[Placed<ClockWindow>]>?
  /// When Low Power Mode is on.
  package var lowPowerMode: Placed<[Placed<ClockWindow>]>?
  /// When Low Data Mode is on.
  package var lowDataMode: Placed<[Placed<ClockWindow>]>?
  /// When the thermal state is serious or critical.
  package var thermal: Placed<[Placed<ClockWindow>]>?
  /// The share of visits after which the user ends the app.
  package var forceQuitShare: Placed<Share>?
  /// By how much all of these times come earlier or later from day to day.
  package var variation: Placed<TimeSpan>?
}

/// How a battery empties and fills.
package struct ScenarioBattery: Sendable {
  /// The share that an hour off power takes.
  package var drainPerHour: Placed<Share>?
  /// The share that an hour on power gives.
  package var chargePerHour: Placed<Share>?
  /// What is left at the start of a run.
  package var atStart: Placed<Share>?
}

/// How often and how long an app is in the foreground.
package struct ForegroundSessions: Sendable {
  /// How many times a day.
  package var perDay: Placed<Double>?
  /// How long each time.
  package var duration: Placed<TimeSpan>?
  /// In which part of the day.
  package var between: Placed<ClockWindow>?
}

/// A time in the foreground.
package struct ForegroundVisit: Sendable {
  /// When it begins, from the start of the run.
  package var at: Placed<TimeSpan>?
  /// How long it lasts.
  package var duration: Placed<TimeSpan>?
}

/// How many of all devices have the habits of a scenario.
package struct PopulationShare: Sendable {
  /// The scenario's name; its place is the whole entry's.
  package let scenario: Placed<String>
  /// The part of all devices.
  package let share: Share
}

extension Policy {
  /// The name that `--scenario` has for all of a policy's population.
  package static let populationName = "population"
}

extension UseClass: PolicyWord {}
