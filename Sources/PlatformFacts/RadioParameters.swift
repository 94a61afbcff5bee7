package import Quantities

/// The cellular radio technology.
package enum CellularGeneration: String, ParameterChoice {
  case lte
  /// Low-band 5G.
  case lowBand5G = "nr_low"
  /// Millimetre-wave 5G.
  case millimetreWave5G = "nr_mm"
}

// The parameters of the energy of radios.

extension ParameterKey<CellularGeneration> {
  /// The cellular radio technology.
  package static var cellularGeneration: ParameterKey<CellularGeneration> {
    Self(
      "cellular.radio", .lte,
      meaning: "the cellular radio: LTE, or 5G on low bands or millimetre waves",
      confidence: .assumed, citations: [.ourAssumption])
  }
}

extension ParameterKey<Double> {
  /// The watts of the cellular radio after a transfer.
  package static var cellularTailPower: ParameterKey<Double> {
    watts(
      "lte.tail_W", usual: 0.41, meaning: "the power of the cellular radio after a transfer",
      citations: [.pixelPowerProfile, .lteStudy],
      range: ParameterRange("0.1", "1.06"))
  }
  /// The watts of the cellular radio during a transfer, in addition to the energy of its bytes.
  package static var cellularActivePower: ParameterKey<Double> {
    watts(
      "lte.active_base_W", usual: 0.47,
      meaning: "the power of the cellular radio in a transfer, in addition to its bytes",
      citations: [.pixelPowerProfile, .lteStudy], range: ParameterRange("0.47", "1.29"))
  }
  /// The watts of the cellular radio as it wakes up.
  package static var cellularWakePower: ParameterKey<Double> {
    watts(
      "lte.promo_W", usual: 0.47, meaning: "the power of the cellular radio as it wakes",
      citations: [.cellularPower5G, .lteStudy],
      range: ParameterRange("0.47", "1.21"))
  }
  /// The additional watts of millimetre waves during a transfer.
  package static var millimetreWavePower: ParameterKey<Double> {
    watts(
      "nr_mm.active_extra_W", usual: 2.4,
      meaning: "the additional power of millimetre waves in a transfer, compared with LTE",
      citations: [.cellularPower5G])
  }
  /// The joules of a megabyte that a cellular radio downloads.
  package static func downloadEnergy(_ generation: CellularGeneration) -> ParameterKey<Double> {
    switch generation {
    case .lte:
      joules(
        "lte.J_per_MB.down", usual: 0.092, meaning: "the energy of a downloaded megabyte on cellular",
        range: ParameterRange("0.09", "0.42"))
    case .lowBand5G:
      joules(
        "nr_low.J_per_MB.down", usual: 0.092, meaning: "the energy of a downloaded megabyte on low-band 5G")
    case .millimetreWave5G:
      joules(
        "nr_mm.J_per_MB.down", usual: 0.014,
        meaning: "the energy of a downloaded megabyte on millimetre waves")
    }
  }
  /// The joules of a megabyte that a cellular radio uploads.
  package static func uploadEnergy(_ generation: CellularGeneration) -> ParameterKey<Double> {
    switch generation {
    case .lte:
      joules(
        "lte.J_per_MB.up", usual: 0.613, meaning: "the energy of an uploaded megabyte on cellular",
        range: ParameterRange("0.26", "3.5")
      )
    case .lowBand5G:
      joules("nr_low.J_per_MB.up", usual: 0.257, meaning: "the energy of an uploaded megabyte on low-band 5G")
    case .millimetreWave5G:
      joules(
        "nr_mm.J_per_MB.up", usual: 0.071, meaning: "the energy of an uploaded megabyte on millimetre waves")
    }
  }
  /// The watts of Wi-Fi during a download.
  package static var wifiReceivePower: ParameterKey<Double> {
    watts(
      "wifi.active_W.rx", usual: 0.46, meaning: "the power of Wi-Fi in a download",
      citations: [.pixelPowerProfile])
  }
  /// The watts of Wi-Fi during an upload.
  package static var wifiSendPower: ParameterKey<Double> {
    watts(
      "wifi.active_W.tx", usual: 1.3, meaning: "the power of Wi-Fi in an upload",
      citations: [.pixelPowerProfile])
  }
  /// The watts of Wi-Fi after a transfer.
  package static var wifiTailPower: ParameterKey<Double> {
    Self(
      "wifi.tail_W", 0.12, unit: "W", meaning: "the power of Wi-Fi after a transfer", confidence: .assumed,
      citations: [.lteStudy])
  }
  /// The volts that convert joules to milliampere-hours.
  package static var batteryVoltage: ParameterKey<Double> {
    Self(
      "battery_V", 3.85, unit: "V",
      meaning: "the voltage of the battery, which converts joules to milliampere-hours", confidence: .assumed,
      citations: [.ourAssumption], bounds: .aboveZero)
  }
  /// The price of a gigabyte over cellular.
  package static var cellularPrice: ParameterKey<Double> {
    Self(
      "cellular.price_per_GB", 0,
      meaning: "the price of a gigabyte over cellular, in any currency; with 0 reports show no money",
      confidence: .assumed, citations: [.ourAssumption])
  }
  /// The number of users for whom reports show bytes and money.
  package static var users: ParameterKey<Double> {
    Self(
      "users", 1_000, meaning: "the number of users for whom reports show bytes and money",
      confidence: .assumed,
      citations: [.ourAssumption])
  }
  /// The milliampere-hours of a full battery.
  package static var batteryCapacity: ParameterKey<Double> {
    Self(
      "battery_mAh", 3_300, unit: "mAh",
      meaning: "the charge of a full battery, of which reports show shares", confidence: .assumed,
      citations: [.ourAssumption], bounds: .aboveZero)
  }

  private static func watts(
    _ name: String, usual: Double, meaning: String, citations: [Citation],
    range: ParameterRange? = nil
  ) -> ParameterKey<Double> {
    Self(
      name, usual, unit: "W", meaning: meaning, confidence: .reported, citations: citations, range: range)
  }

  private static func joules(
    _ name: String, usual: Double, meaning: String, range: ParameterRange? = nil
  ) -> ParameterKey<Double> {
    Self(
      name, usual, unit: "J/MB", meaning: meaning, confidence: .reported,
      // The usual value comes from the newer study; only the range also comes from the older study.
      citations: range == nil ? [.cellularPower5G] : [.cellularPower5G, .lteStudy], range: range)
  }
}

extension ParameterKey<TimeSpan> {
  /// The time for which the LTE radio stays on after a transfer.
  package static var cellularTailTime: ParameterKey<TimeSpan> {
    seconds(
      "lte.tail_s", milliseconds: 10_200,
      meaning: "the time for which the cellular radio stays on after a transfer",
      citations: [.cellularPower5G, .lteStudy, .wwdc15LowEnergy], range: ParameterRange("5.1s", "14.6s"))
  }
  /// The time for which the 5G radio stays on after a transfer.
  package static var tailTime5G: ParameterKey<TimeSpan> {
    seconds(
      "nr.tail_s", milliseconds: 11_500, meaning: "the time for which the 5G radio stays on after a transfer",
      citations: [.cellularPower5G],
      range: ParameterRange("10.2s", "14.6s"))
  }
  /// The time that the cellular radio takes to wake up.
  package static var cellularWakeTime: ParameterKey<TimeSpan> {
    seconds(
      "lte.promo_s", milliseconds: 320, meaning: "the time that the cellular radio takes to wake",
      citations: [.cellularPower5G, .lteStudy],
      range: ParameterRange("0.26s", "0.36s"))
  }
  /// The time for which Wi-Fi stays awake after a transfer.
  package static var wifiTailTime: ParameterKey<TimeSpan> {
    // The study is published, but its tables were not read again for this value and for `wifiTailPower`.
    Self(
      "wifi.tail_s", TimeSpan(milliseconds: 240),
      meaning: "the time for which Wi-Fi stays awake after a transfer",
      confidence: .assumed, citations: [.lteStudy])
  }

  private static func seconds(
    _ name: String, milliseconds: Int64, meaning: String, citations: [Citation], range: ParameterRange
  ) -> ParameterKey<TimeSpan> {
    Self(
      name, TimeSpan(milliseconds: milliseconds), meaning: meaning, confidence: .reported,
      citations: citations, range: range)
  }
}

extension PlatformFacts {
  /// The parameters of the energy of radios, in the order of reports.
  static let radioParameters: [ParameterFact] = [
    ParameterKey.cellularGeneration.fact, ParameterKey.cellularTailPower.fact,
    ParameterKey.cellularTailTime.fact, ParameterKey.cellularActivePower.fact,
    ParameterKey.downloadEnergy(.lte).fact, ParameterKey.uploadEnergy(.lte).fact,
    ParameterKey.cellularWakeTime.fact, ParameterKey.cellularWakePower.fact, ParameterKey.tailTime5G.fact,
    ParameterKey.downloadEnergy(.lowBand5G).fact, ParameterKey.uploadEnergy(.lowBand5G).fact,
    ParameterKey.downloadEnergy(.millimetreWave5G).fact, ParameterKey.uploadEnergy(.millimetreWave5G).fact,
    ParameterKey.millimetreWavePower.fact, ParameterKey.wifiReceivePower.fact,
    ParameterKey.wifiSendPower.fact, ParameterKey.wifiTailTime.fact, ParameterKey.wifiTailPower.fact,
    ParameterKey.batteryVoltage.fact, ParameterKey.batteryCapacity.fact,
    ParameterKey.cellularPrice.fact, ParameterKey.users.fact,
  ]
}
