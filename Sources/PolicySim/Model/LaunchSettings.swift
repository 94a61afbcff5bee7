internal import PlatformFacts

/// The parameters of launches and of the time that a launched app gets.
struct LaunchSettings: Sendable {
  /// Whether the system limits launches.
  let isThrottled: Bool
  let refreshesPerDay: Double
  let refreshGap: Int64
  let nightsPerDay: Double
  let pushGap: Int64
  let relaunchWindow: Int64
  let refreshWindow: Int64
  let backgroundTaskWindow: Int64
  let processingWindow: Int64
  /// Joules of a launch.
  let launchEnergy: Double
  /// Watts of a handler's work.
  let handlerPower: Double

  init(_ parameters: Parameters, on day: DeviceDay, disabledMechanisms: Set<Mechanism>) {
    func window(_ name: String) -> Int64 {
      disabledMechanisms.contains(.launchWindow) ? .max : parameters.milliseconds(name)
    }
    isThrottled = !disabledMechanisms.contains(.launchThrottle)
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
