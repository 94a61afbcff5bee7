internal import Quantities

/// The rates of a network, in bytes per millisecond.
struct LinkRates: Sendable {
  let download: Double
  let upload: Double
  /// The share of the time of a transfer in which the radio is busy: less than 1 if the device's link is slower than usual.
  let busyShare: Double

  /// The rates of a network that carries these bytes in a second.
  init(_ download: ByteCount, up upload: ByteCount) {
    self.init(download: Double(download.bytes) / 1_000, upload: Double(upload.bytes) / 1_000, busyShare: 1)
  }

  private init(download: Double, upload: Double, busyShare: Double) {
    // No network carries more than 1 PB a second; without a bound, transfers would take no time.
    func bounded(_ rate: Double) -> Double { min(max(1e-3, rate), 1e12) }
    self.download = bounded(download)
    self.upload = bounded(upload)
    self.busyShare = busyShare
  }

  /// The rates of a device that is faster by a factor.
  func times(_ factor: Double) -> LinkRates {
    LinkRates(download: download * factor, upload: upload * factor, busyShare: min(1, factor))
  }

  /// The rates that each item has if several items share the network.
  @inline(__always)
  func shared(by items: Int) -> LinkShare {
    LinkShare(download: download / Double(max(1, items)), upload: upload / Double(max(1, items)))
  }
}

/// The rates of an item on a network that several items share, in bytes per millisecond.
struct LinkShare: Sendable {
  let download: Double
  let upload: Double
}

extension SimulationModel {
  /// The rates of Wi-Fi and cellular on the device of a run.
  func linkRates(seed: UInt64, run: Int) -> (wifi: LinkRates, cellular: LinkRates) {
    let rates = (wifi: settings.wifiRates, cellular: settings.cellularRates)
    guard settings.rateSpread > 0, hasSizedTransfers else { return rates }
    var random = RandomStream(seed: seed, run: run, key: HabitKeys.linkRates)
    let wifi = exponential(settings.rateSpread * random.normal())
    return (
      rates.wifi.times(wifi), rates.cellular.times(exponential(settings.rateSpread * random.normal()))
    )
  }
}
