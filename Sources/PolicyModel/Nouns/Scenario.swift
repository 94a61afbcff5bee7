package import Quantities

/// A device's day.
package struct Scenario: Named {
  /// What the policy calls it.
  package var name: Placed<String>
  /// The scenario that it changes: another one of the policy's, or a built-in one.
  package var extends: Placed<String>?
  /// How often and how long the app is in the foreground, at random times.
  package var foregroundSessions: Placed<ForegroundSessions>?
  /// When exactly the app is in the foreground, instead of at random.
  package var foreground: Placed<[Placed<ForegroundVisit>]>?
  /// When there is Wi-Fi.
  package var wifi: Placed<[Placed<ClockWindow>]>?
  /// When the device is on power.
  package var charging: Placed<[Placed<ClockWindow>]>?
  /// When Low Power Mode is on.
  package var lowPowerMode: Placed<[Placed<ClockWindow>]>?
}

/// How often and how long an app is in the foreground.
package struct ForegroundSessions: Sendable {
  /// How many times a day.
  package var perDay: Placed<Double>?
  /// How long each time.
  package var duration: Placed<TimeSpan>?
}

/// A time in the foreground.
package struct ForegroundVisit: Sendable {
  /// When it begins, from the start of the run.
  package var at: Placed<TimeSpan>?
  /// How long it lasts.
  package var duration: Placed<TimeSpan>?
}
