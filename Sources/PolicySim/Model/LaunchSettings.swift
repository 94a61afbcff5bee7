internal import PlatformFacts
internal import Quantities

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
    func window(_ key: ParameterKey<TimeSpan>) -> Int64 {
      disabledMechanisms.contains(.launchWindow) ? .max : parameters[key].milliseconds
    }
    isThrottled = !disabledMechanisms.contains(.launchThrottle)
    refreshesPerDay = parameters.refreshesPerDay(day.use)
    refreshGap = max(1, parameters[.refreshGap].milliseconds)
    nightsPerDay = isThrottled ? parameters[.processingPerDay] : 1
    pushGap = isThrottled ? parameters[.pushGap].milliseconds : 0
    relaunchWindow = window(.relaunchWindow)
    refreshWindow = window(.refreshWindow)
    backgroundTaskWindow = window(.backgroundTaskWindow)
    processingWindow = window(.processingWindow)
    launchEnergy = parameters[.launchEnergy]
    handlerPower = parameters[.handlerPower]
  }
}
