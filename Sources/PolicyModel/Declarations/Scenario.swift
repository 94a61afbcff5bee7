package import PlatformFacts
package import Quantities

/// The habits of a device and its user.
package struct Scenario: Named {
  /// The scenario's name in the policy.
  package var name: Located<String>
  /// The scenario on which this scenario is based: another scenario of the policy, or a built-in scenario.
  package var extends: Located<String>?
  /// The values for every day.
  package var days = ScenarioDay()
  /// The values that differ on Saturday and Sunday.
  package var weekend: Located<ScenarioDay>?
  /// The exact times at which the app is in the foreground, instead of random times.
  package var foreground: Located<[Located<ForegroundVisit>]>?
  /// How fast the battery drains and charges.
  package var battery: Located<ScenarioBattery>?
  /// Whether Background App Refresh is on for the app.
  package var backgroundRefresh: Located<Bool>?
  /// The average number of restarts per week.
  package var rebootsPerWeek: Located<Double>?
  /// The amount of use of the app.
  package var use: Located<UseClass>?
}

/// The values of a scenario for every day, or for the weekend.
package struct ScenarioDay: Sendable {
  /// The number and the length of foreground sessions, at random times.
  package var foregroundSessions: Located<ForegroundSessions>?
  /// The hours with Wi-Fi.
  package var wifi: Located<[Located<ClockWindow>]>?
  /// The hours with cellular.
  package var cellular: Located<[Located<ClockWindow>]>?
  /// The hours with Wi-Fi that counts as expensive.
  package var hotspot: Located<[Located<ClockWindow>]>?
  /// The hours on power.
  package var charging: Located<[Located<ClockWindow>]>?
  /// The hours with Low Power Mode.
  package var lowPowerMode: Located<[Located<ClockWindow>]>?
  /// The hours with Low Data Mode.
  package var lowDataMode: Located<[Located<ClockWindow>]>?
  /// The hours in which the thermal state is serious or critical.
  package var thermal: Located<[Located<ClockWindow>]>?
  /// The share of foreground sessions after which the user force quits the app.
  package var forceQuitShare: Located<Share>?
  /// The variation of all times of the scenario from day to day.
  package var variation: Located<TimeSpan>?
}

/// The rates at which a battery drains and charges.
package struct ScenarioBattery: Sendable {
  /// The share that an hour off power takes from a full battery.
  package var drainPerHour: Located<Share>?
  /// The share that an hour on power adds to a full battery.
  package var chargePerHour: Located<Share>?
  /// The charge at the start of a run.
  package var atStart: Located<Share>?
}

/// The number and the length of an app's foreground sessions.
package struct ForegroundSessions: Sendable {
  /// The average number of sessions per day.
  package var perDay: Located<Double>?
  /// The average duration of a session.
  package var duration: Located<TimeSpan>?
  /// The part of the day in which the sessions are.
  package var between: Located<ClockWindow>?
}

/// A session in the foreground at an exact time.
package struct ForegroundVisit: Sendable {
  /// The time from the start of the run to the start of the foreground session.
  package var at: Located<TimeSpan>?
  /// The time for which the app stays open.
  package var duration: Located<TimeSpan>?
}

/// The share of all devices that a scenario describes.
package struct PopulationShare: Sendable {
  /// The scenario's name, with the node of the whole entry.
  package let scenario: Located<String>
  /// The share of all devices.
  package let share: Share
}

extension Policy {
  /// The name in `--scenario` for the whole population of a policy.
  package static let populationName = "population"
}

extension UseClass: StringEnum {}
