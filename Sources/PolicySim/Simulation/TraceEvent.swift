/// An event of a traced run.
package struct TraceEvent: Hashable, Sendable {
  /// A condition of the device that comes and goes.
  package enum Condition: String, CaseIterable, Sendable {
    case foreground, wifi, cellular, charging, lowPowerMode, lowDataMode, batteryLow, thermal, appRunning
  }

  /// The reason why items of a transfer did not finish.
  package enum Failure: String, Sendable {
    case resourceTimeout, forceQuit, failedTooOften, noNetwork
  }

  /// The reason why the system runs the app in the background.
  package enum Cause: Hashable, Sendable {
    /// A session has events of this transfer, and possibly of other transfers.
    case transfer(String)
    /// Items of this transfer have failed; the resume is not counted as a launch.
    case failure(String)
    case task(String)
    case push(String)
  }

  /// The kind of an event.
  package enum Kind: Hashable, Sendable {
    /// A condition begins or ends; conditions that hold at the start of the run begin at time 0.
    case condition(Condition, isOn: Bool)
    /// The app hands items to a session; `isHeldUntil` is the time at which the limiter lets them start.
    case submitted(transfer: String, items: Int, isHeldUntil: Int64?)
    /// A resume extends the wait of items that are already held; `isHeldUntil` is the new time of their release.
    case heldLonger(transfer: String, items: Int, isHeldUntil: Int64)
    /// Items begin to be transferred, or continue after a pause.
    case began(transfer: String, items: Int)
    /// Items pause because they lack a network, power or budget.
    case paused(transfer: String, items: Int)
    case finished(transfer: String, items: Int)
    case failed(transfer: String, items: Int, Failure)
    /// The system resumes or launches the app, after which the limiter's delay is `delay` milliseconds.
    case launched(Cause, delay: Int64)
    /// The app's time ended before its work was done.
    case cutOff(Cause)
    /// The limiter's delay, of `delay` milliseconds, is reset.
    case delayForgotten(delay: Int64)
    /// The daily budget of discretionary transfers on a network, `Wi-Fi` or `cellular`, is spent.
    case budgetSpent(network: String)
    /// The system stores a push, in place of an older push if one was stored.
    case pushStored(String)
    case forceQuit
    case reboot
  }

  /// Milliseconds from the start of the run.
  package let time: Int64
  /// The kind of the event.
  package let kind: Kind

  /// An event at a time in milliseconds from the start of the run.
  package init(time: Int64, _ kind: Kind) {
    self.time = time
    self.kind = kind
  }
}
