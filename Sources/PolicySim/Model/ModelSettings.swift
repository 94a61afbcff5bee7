internal import Quantities

/// The model's parameters in the units of a run.
struct ModelSettings: Sendable {
  var limiter: ResumeLimiter.Rules
  let concurrency: Int
  /// Bytes per millisecond.
  let wifiRate: Double
  /// Bytes per millisecond.
  let cellularRate: Double
  let wifiBudget: Double
  let cellularBudget: Double
  let relaxPower: Double
  let relaxNetwork: Double
  let awake: Int64
  let challengeAfter: Int64
  let horizon: Instant
  /// The time after which a run no longer waits for a transfer that nothing submits or delivers.
  let stallTimeout: Instant
  let launches: LaunchSettings
  let launchEnergy: Double
  let wifiRadio: RadioSettings
  let cellularRadio: RadioSettings

  /// The settings of parameters; the ideal device has no budgets, no horizon and no awake time unless they are
  /// set.
  init(_ parameters: Parameters, on day: DeviceDay, disabledMechanisms: Set<Mechanism>) {
    func isLeftOut(_ name: String) -> Bool { day.isIdeal && !parameters.overridden.contains(name) }
    var limiter = parameters.limiter
    // A delay of 0 stays 0, however often it is doubled.
    if disabledMechanisms.contains(.resumeLimiter) { limiter.base = 0 }
    self.limiter = limiter
    let most = 1_000.0
    concurrency =
      disabledMechanisms.contains(.concurrency)
      ? Int(most) : max(1, Int(min(most, parameters.number("limiter.concurrency"))))
    // No network carries more than 1 PB a second; without a bound, transfers would take no time.
    wifiRate = min(max(1, parameters.bytes("wifi.throughput")), 1e15) / 1_000
    cellularRate = min(max(1, parameters.bytes("lte.throughput")), 1e15) / 1_000
    wifiBudget =
      isLeftOut("wifi_budget") || disabledMechanisms.contains(.wifiBudget)
      ? .infinity : parameters.bytes("wifi_budget")
    cellularBudget =
      isLeftOut("cell_budget") || disabledMechanisms.contains(.cellularBudget)
      ? .infinity : parameters.bytes("cell_budget")
    // A requirement that ends at once does not wait.
    let waits = !disabledMechanisms.contains(.discretionaryWaiting)
    relaxPower = waits ? parameters.number("discretionary.relax") : 0
    relaxNetwork = waits ? parameters.number("discretionary.relax_network") : 0
    launches = LaunchSettings(parameters, on: day, disabledMechanisms: disabledMechanisms)
    awake = isLeftOut("awake") ? 0 : min(parameters.milliseconds("awake"), launches.relaunchWindow)
    challengeAfter = parameters.milliseconds("challenge.after")
    stallTimeout = parameters.milliseconds("horizon")
    horizon = isLeftOut("horizon") ? .never : stallTimeout
    launchEnergy = parameters.number("launch_J")
    wifiRadio = RadioSettings(wifi: parameters)
    cellularRadio = RadioSettings(cellular: parameters)
  }
}
