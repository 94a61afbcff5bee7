internal import PlatformFacts
internal import Quantities

/// The parameters of launches and of the time that a launched app gets.
struct LaunchSettings: Sendable {
  /// Whether the system limits launches.
  let isThrottled: Bool
  /// App refreshes a day on a typical device, and the standard deviation of their logarithm between devices.
  let refreshesPerDay: Double
  let refreshSpread: Double
  let refreshGap: Int64
  /// The share of app refreshes whose time ends within seconds.
  let earlyExpiryShare: Double
  let processingPerDay: Double
  /// The weight of the user's waking hours among the time for processing.
  let idleShare: Double
  /// The average time between two uses of the device.
  let deviceUseGap: Double
  let pushes: PushLimits
  /// The standard deviation of the logarithm of the daily budget for pushes between devices.
  let pushSpread: Double
  /// The longest times without use of the app during which the system still launches the app: for app refreshes, for processing, and for
  /// pushes.
  let refreshUse: Int64
  let processingUse: Int64
  let pushUse: Int64
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
    let isThrottled = isThrottled
    func use(_ key: ParameterKey<TimeSpan?>) -> Int64 {
      isThrottled && !day.isIdeal ? parameters[key]?.milliseconds ?? .max : .max
    }
    refreshesPerDay = parameters.refreshesPerDay(day.use)
    refreshSpread = parameters[.refreshSpread]
    refreshGap = max(1, parameters[.refreshGap].milliseconds)
    let hasWindow = !disabledMechanisms.contains(.launchWindow) && !day.isIdeal
    earlyExpiryShare = hasWindow ? parameters[.earlyExpiryShare] : 0
    processingPerDay = parameters[.processingPerDay]
    idleShare = parameters[.idleShare]
    deviceUseGap = hasWindow ? Double(parameters[.deviceUseGap].milliseconds) : .infinity
    pushes =
      isThrottled
      ? PushLimits(
        gap: parameters[.pushGap].milliseconds, perDay: parameters[.pushesPerDay],
        freeTime: parameters[.pushFreeTime].milliseconds) : PushLimits(gap: 0)
    pushSpread = isThrottled && !day.isIdeal ? parameters[.pushSpread] : 0
    refreshUse = use(.refreshUse)
    processingUse = use(.processingUse)
    pushUse = use(.pushUse)
    relaunchWindow = window(.relaunchWindow)
    refreshWindow = window(.refreshWindow)
    backgroundTaskWindow = window(.backgroundTaskWindow)
    processingWindow = window(.processingWindow)
    launchEnergy = parameters[.launchEnergy]
    handlerPower = parameters[.handlerPower]
  }
}

/// The system's limits on launches for silent pushes.
struct PushLimits: Sendable {
  /// The least time between two launches.
  let gap: Int64
  /// The launches that the budget of a day allows.
  var perDay = Double.infinity
  /// The time after use of the app in which there is no least gap.
  var freeTime: Int64 = 0
}
