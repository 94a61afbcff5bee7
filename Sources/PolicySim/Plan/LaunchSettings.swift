internal import PlatformFacts

/// The model's parameters of launches and of the time that a launched app is given.
struct LaunchSettings: Sendable {
  /// Whether the system launches the app only now and then.
  let isThrottled: Bool
  let refreshesPerDay: Double
  let refreshGap: Int64
  let nightsPerDay: Double
  let pushGap: Int64
  let relaunchWindow: Int64
  let refreshWindow: Int64
  let backgroundTaskWindow: Int64
  let processingWindow: Int64
  /// Joules that a launch costs.
  let launchEnergy: Double
  /// Watts that a handler's work draws.
  let handlerPower: Double

  init(_ parameters: Parameters, on day: DeviceDay, without: Set<Mechanism>) {
    func window(_ name: String) -> Int64 {
      without.contains(.launchWindow) ? .max : parameters.milliseconds(name)
    }
    isThrottled = !without.contains(.launchThrottle)
    refreshesPerDay = parameters.refreshesPerDay(day.use)
    refreshGap = max(1, parameters.milliseconds("refresh.min_gap"))
    nightsPerDay = isThrottled ? parameters.number("processing.per_day") : 1
    pushGap = isThrottled ? parameters.milliseconds("push.min_gap") : 0
    relaunchWindow = window("window.relaunch")
    refreshWindow = window("window.app_refresh")
    backgroundTaskWindow = window("window.background_task")
    processingWindow = window("window.processing")
    launchEnergy = parameters.number("launch_J")
    handlerPower = parameters.number("handler_W")
  }
}
