/// Something of the device or the daemon that costs time, launches or energy, and that a run can do without.
///
/// What an estimate loses by switching one off, under the same random numbers, is what the mechanism costs.
package enum Mechanism: String, CaseIterable, Sendable {
  /// The daemon holds what an app creates in the background, for a delay that doubles.
  case resumeLimiter = "resume-limiter"
  /// Discretionary transfers wait for power and Wi-Fi.
  case discretionaryWaiting = "discretionary-waiting"
  /// Discretionary transfers may use so much of Wi-Fi in a day.
  case wifiBudget = "wifi-budget"
  /// Discretionary transfers may use so much of cellular in a day.
  case cellularBudget = "cellular-budget"
  /// Networks come and go, and some may not be used.
  case networkCoverage = "network-coverage"
  /// Few transfers of a session run at a time.
  case concurrency = "concurrency"
  /// Low Power Mode, an almost empty battery and heat stop what the system may choose the time of.
  case powerSaving = "power-saving"
  /// Low Data Mode keeps transfers off a network.
  case lowDataMode = "low-data-mode"
  /// The user ends the app, and the system launches it no more until it is opened.
  case forceQuit = "force-quit"
  /// The app is given so long for its work, and what does not fit is cut off.
  case launchWindow = "launch-window"
  /// Servers ask for credentials.
  case authenticationChallenge = "authentication-challenge"
  /// Items fail and are tried again.
  case failures
  /// The system launches the app for tasks and pushes only now and then.
  case launchThrottle = "launch-throttle"
}
