internal import PlatformFacts

/// A behavior of the device or the daemon that costs time, launches or energy, and that a run can disable.
///
/// The cost of a mechanism is the difference between estimates with and without it, under the same random
/// numbers.
package enum Mechanism: String, CaseIterable, Sendable {
  /// The resume rate limiter holds tasks created in the background, for a delay that doubles.
  case resumeLimiter = "resume-limiter"
  /// Discretionary transfers wait for power and Wi-Fi.
  case discretionaryWaiting = "discretionary-waiting"
  /// Discretionary transfers have a daily Wi-Fi budget.
  case wifiBudget = "wifi-budget"
  /// Discretionary transfers have a daily cellular budget.
  case cellularBudget = "cellular-budget"
  /// Networks come and go, and some may not be used.
  case networkCoverage = "network-coverage"
  /// Each request takes time in addition to the time for its bytes.
  case requestOverhead = "request-overhead"
  /// Only a few transfers of a session run at a time.
  case concurrency = "concurrency"
  /// Low Power Mode, a low battery and heat pause discretionary work.
  case powerSaving = "power-saving"
  /// Low Data Mode keeps transfers off a network.
  case lowDataMode = "low-data-mode"
  /// The user force quits the app, and the system does not launch it until it is opened again.
  case forceQuit = "force-quit"
  /// The system limits the time of a background launch and cuts off longer work.
  case launchWindow = "launch-window"
  /// Servers ask for credentials.
  case authenticationChallenge = "authentication-challenge"
  /// Servers reject requests whose credentials have expired, and the app submits new requests.
  case expiredCredentials = "expired-credentials"
  /// Items fail and are retried.
  case failures
  /// The system limits how often it launches the app for tasks and pushes.
  case launchThrottle = "launch-throttle"
}

extension DeviceOptions {
  /// The habits that remain if some mechanisms are disabled.
  init(_ parameters: Parameters, disabledMechanisms: Set<Mechanism>) {
    self.init(
      hasFullCoverage: disabledMechanisms.contains(.networkCoverage),
      savesPower: !disabledMechanisms.contains(.powerSaving),
      usesLowDataMode: !disabledMechanisms.contains(.lowDataMode),
      quitsApp: !disabledMechanisms.contains(.forceQuit),
      alwaysRefreshesInBackground: disabledMechanisms.contains(.launchThrottle),
      criticalCharge: parameters[.criticalCharge], refreshOffShare: parameters[.refreshOffShare],
      quitterShare: parameters[.quitterShare])
  }
}
