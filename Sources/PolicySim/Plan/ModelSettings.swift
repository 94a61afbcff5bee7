internal import Quantities

/// The model's parameters in the units that a run works with.
struct ModelSettings: Sendable {
  var limiter: ResumeLimiter.Rules
  let concurrency: Int
  /// Bytes in a millisecond.
  let wifiRate: Double
  /// Bytes in a millisecond.
  let cellularRate: Double
  let wifiBudget: Double
  let cellularBudget: Double
  let relaxPower: Double
  let relaxNetwork: Double
  let awake: Int64
  let challengeAfter: Int64
  let horizon: Instant
  /// After how long a run no longer waits for something to submit a transfer.
  let patience: Instant
  let launches: LaunchSettings
  let launchEnergy: Double
  let wifiRadio: RadioSettings
  let cellularRadio: RadioSettings

  /// What the parameters say; the ideal device has no budgets, no horizon and sleeps at once unless they are set.
  init(_ parameters: Parameters, on day: DeviceDay, without: Set<Mechanism>) {
    func isLeftOut(_ name: String) -> Bool { day.isIdeal && !parameters.overridden.contains(name) }
    var limiter = parameters.limiter
    // A delay of nothing stays nothing, however often it is doubled.
    if without.contains(.resumeLimiter) { limiter.base = 0 }
    self.limiter = limiter
    let most = 1_000.0
    concurrency =
      without.contains(.concurrency)
      ? Int(most) : max(1, Int(min(most, parameters.number("limiter.concurrency"))))
    // No network carries more than 1 PB a second: without a bound nothing would take any time.
    wifiRate = min(max(1, parameters.bytes("wifi.throughput")), 1e15) / 1_000
    cellularRate = min(max(1, parameters.bytes("lte.throughput")), 1e15) / 1_000
    wifiBudget =
      isLeftOut("wifi_budget") || without.contains(.wifiBudget)
      ? .infinity : parameters.bytes("wifi_budget")
    cellularBudget =
      isLeftOut("cell_budget") || without.contains(.cellularBudget)
      ? .infinity : parameters.bytes("cell_budget")
    // What waits no longer from its creation on does not wait.
    let waits = !without.contains(.discretionaryWaiting)
    relaxPower = waits ? parameters.number("discretionary.relax") : 0
    relaxNetwork = waits ? parameters.number("discretionary.relax_network") : 0
    launches = LaunchSettings(parameters, on: day, without: without)
    awake = isLeftOut("awake") ? 0 : min(parameters.milliseconds("awake"), launches.relaunchWindow)
    challengeAfter = parameters.milliseconds("challenge.after")
    patience = parameters.milliseconds("horizon")
    horizon = isLeftOut("horizon") ? .never : patience
    launchEnergy = parameters.number("launch_J")
    wifiRadio = RadioSettings(wifi: parameters)
    cellularRadio = RadioSettings(cellular: parameters)
  }
}
