internal import PlatformFacts
internal import Quantities

/// The model's parameters in the units of a run.
struct ModelSettings: Sendable {
  var limiter: LimiterRules
  let concurrency: Int
  let wifiRates: LinkRates
  let cellularRates: LinkRates
  /// The standard deviation of the logarithm of the rates between devices.
  let rateSpread: Double
  let wifiBudget: Double
  let cellularBudget: Double
  let relaxPower: Double
  let relaxNetwork: Double
  let awake: Int64
  let challengeAfter: Int64
  /// Milliseconds of each request before the first byte of its item is transferred.
  let requestWait: Int64
  var horizon: Instant
  /// The time after which a run stops waiting for a transfer that nothing submits or delivers.
  let stallTimeout: Instant
  let launches: LaunchSettings
  let launchEnergy: Double
  let wifiRadio: RadioSettings
  let cellularRadio: RadioSettings

  /// The settings for the values of parameters. The ideal device has no budgets, no horizon and no awake time unless these
  /// parameters are set.
  init(_ parameters: Parameters, on day: DeviceDay, disabledMechanisms: Set<Mechanism>) {
    func isLeftOut<Value>(_ key: ParameterKey<Value>) -> Bool { day.isIdeal && !parameters.isSet(key) }
    func bytes(_ key: ParameterKey<ByteCount?>) -> Double {
      parameters[key].map { Double($0.bytes) } ?? .infinity
    }
    var limiter = LimiterRules(parameters)
    // A delay of 0 stays 0, however often it is doubled.
    if disabledMechanisms.contains(.resumeLimiter) { limiter.base = 0 }
    self.limiter = limiter
    let most = 1_000.0
    concurrency =
      disabledMechanisms.contains(.concurrency)
      ? Int(most) : max(1, Int(min(most, parameters[.concurrentTransfers])))
    wifiRates = LinkRates(parameters[.wifiThroughput], up: parameters[.wifiUploadThroughput])
    cellularRates = LinkRates(parameters[.cellularThroughput], up: parameters[.cellularUploadThroughput])
    rateSpread = isLeftOut(.throughputSpread) ? 0 : parameters[.throughputSpread]
    wifiBudget =
      isLeftOut(.wifiBudget) || disabledMechanisms.contains(.wifiBudget)
      ? .infinity : bytes(.wifiBudget)
    cellularBudget =
      isLeftOut(.cellularBudget) || disabledMechanisms.contains(.cellularBudget)
      ? .infinity : bytes(.cellularBudget)
    // A requirement that ends at once makes no transfer wait.
    let waits = !disabledMechanisms.contains(.discretionaryWaiting)
    relaxPower = waits ? parameters[.powerRequirementShare] : 0
    relaxNetwork = waits ? parameters[.networkRequirementShare] : 0
    launches = LaunchSettings(parameters, on: day, disabledMechanisms: disabledMechanisms)
    awake = isLeftOut(.awakeTime) ? 0 : min(parameters[.awakeTime].milliseconds, launches.relaunchWindow)
    challengeAfter = parameters[.challengeDelay].milliseconds
    requestWait =
      isLeftOut(.requestWait) || disabledMechanisms.contains(.requestOverhead)
      ? 0 : parameters[.requestWait].milliseconds
    stallTimeout = parameters[.horizon].milliseconds
    horizon = isLeftOut(.horizon) ? .never : stallTimeout
    launchEnergy = parameters[.launchEnergy]
    wifiRadio = RadioSettings(wifi: parameters)
    cellularRadio = RadioSettings(cellular: parameters)
  }
}
