internal import PolicySim
internal import Quantities

/// The events of a run, in words.
enum TraceText {
  /// The name of a condition of the device.
  static func name(of condition: TraceEvent.Condition) -> String {
    switch condition {
    case .foreground: "in the foreground"
    case .wifi: "Wi-Fi"
    case .cellular: "cellular"
    case .charging: "charging"
    case .lowPowerMode: "Low Power Mode"
    case .lowDataMode: "Low Data Mode"
    case .batteryLow: "battery low"
    case .thermal: "too warm"
    case .appRunning: "app runs"
    }
  }

  /// A time since the start of the run: `1d 03:12:05`.
  static func elapsed(_ milliseconds: Int64) -> String {
    "\(milliseconds / TimeSpan.millisecondsPerDay)d \(clock(milliseconds))"
  }

  /// A time of day: `03:12:05`.
  static func clock(_ milliseconds: Int64) -> String {
    let seconds = milliseconds % TimeSpan.millisecondsPerDay / 1_000
    return [seconds / 3_600, seconds / 60 % 60, seconds % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(
      separator: ":")
  }

  /// A length of time.
  static func length(_ milliseconds: Int64) -> String { NumberFormat.duration(Double(milliseconds) / 1_000) }

  /// The reason why the system runs the app.
  static func cause(_ cause: TraceEvent.Cause) -> String {
    switch cause {
    case .transfer(let name), .failure(let name), .task(let name), .push(let name): DisplayText.line(name)
    }
  }

  /// The kind of reason why the system runs the app.
  static func kind(of cause: TraceEvent.Cause) -> String {
    switch cause {
    case .transfer, .failure: "transfer"
    case .task: "task"
    case .push: "push"
    }
  }

  /// An event as a sentence without a full stop. If `time` is known, the sentence contains the time for which
  /// the app then runs in the background.
  static func sentence(_ event: TraceEvent, runsFor time: Int64? = nil) -> String {
    switch event.kind {
    case .condition(.foreground, isOn: false) where time != nil:
      "the user leaves the app\(time.map { ", which keeps running for \(length($0))" } ?? "")"
    case .condition(.appRunning, isOn: true) where time != nil:
      "the app runs in the background\(time.map { " for \(length($0))" } ?? "")"
    case .condition(let condition, let isOn): change(condition, isOn)
    case .submitted(let transfer, let items, let until):
      "\(DisplayText.line(transfer)): \(count(items)) handed over" + hold(until, from: event.time)
    case .heldLonger(let transfer, let items, let until):
      "\(DisplayText.line(transfer)): the resume moves the start of \(count(items)) to \(length(until - event.time)) from now"
    case .began(let transfer, let items):
      "\(DisplayText.line(transfer)): \(count(items)) \(items == 1 ? "goes" : "go") on the wire"
    case .paused(let transfer, let items):
      "\(DisplayText.line(transfer)): \(count(items)) can't continue without a network, power or budget"
    case .finished(let transfer, let items):
      "\(DisplayText.line(transfer)): \(count(items)) \(items == 1 ? "is" : "are") through"
    case .failed(let transfer, let items, let failure):
      "\(DisplayText.line(transfer)): \(count(items)) \(items == 1 ? "fails" : "fail"), \(words(failure))"
    case .launched(let cause, let delay):
      launch(cause, time) + (delay > 0 ? "; the limiter's delay is now \(length(delay))" : "")
    case .cutOff(let cause):
      "the time for \(kind(of: cause)) \(self.cause(cause)) is up before its work is done"
    case .delayForgotten(let delay): "the limiter forgets its delay of \(length(delay))"
    case .budgetSpent(let network): "the day's budget for \(DisplayText.line(network)) is used up"
    case .pushStored(let push):
      "push \(DisplayText.line(push)) waits for the throttle, in place of any older one"
    case .forceQuit: "the user swipes the app away: nothing runs until it is opened again"
    case .reboot: "the device restarts"
    }
  }

  private static func launch(_ cause: TraceEvent.Cause, _ time: Int64?) -> String {
    let runs = time.map { " and runs for \(length($0))" } ?? ""
    return switch cause {
    case .transfer(let name): "the app is resumed\(runs): \(DisplayText.line(name)) has events"
    case .failure(let name): "the app is resumed\(runs): \(DisplayText.line(name)) has failed"
    case .task(let name): "the app is launched for task \(DisplayText.line(name))\(runs)"
    case .push(let name): "the app is launched for push \(DisplayText.line(name))\(runs)"
    }
  }

  private static func count(_ items: Int) -> String { DisplayText.count(items, "item") }

  private static func hold(_ until: Int64?, from time: Int64) -> String {
    guard let until, until > time else { return "" }
    return ", held by the limiter for \(length(until - time))"
  }

  private static func words(_ failure: TraceEvent.Failure) -> String {
    switch failure {
    case .resourceTimeout: "timeoutIntervalForResource has passed"
    case .forceQuit: "the user has swiped the app away"
    case .failedTooOften: "tried too often"
    case .noNetwork: "no network, and waitsForConnectivity is false"
    }
  }

  private static func change(_ condition: TraceEvent.Condition, _ isOn: Bool) -> String {
    switch condition {
    case .foreground: isOn ? "the user opens the app" : "the user leaves the app"
    case .appRunning: isOn ? "the app runs in the background" : "the app is suspended"
    case .charging: isOn ? "on power" : "off power"
    case .thermal: isOn ? "the device is too warm" : "the device has cooled down"
    case .batteryLow: isOn ? "the battery is low" : "the battery is no longer low"
    case .wifi, .cellular, .lowPowerMode, .lowDataMode:
      "\(name(of: condition)) \(isOn ? "on" : "off")"
    }
  }
}
