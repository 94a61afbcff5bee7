/// What a radio costs.
struct RadioSettings: Sendable {
  /// Milliseconds to wake.
  let wakeTime: Int64
  /// Watts while it wakes.
  let wakePower: Double
  /// Milliseconds that it stays on after the last byte.
  let tailTime: Int64
  /// Watts while it does.
  let tailPower: Double
  /// Watts in a download, besides its bytes.
  let receivePower: Double
  /// Watts in an upload, besides its bytes.
  let sendPower: Double
  /// Joules a byte in a download.
  let receiveEnergy: Double
  /// Joules a byte in an upload.
  let sendEnergy: Double
}

/// What carries bytes outside of Wi-Fi.
enum CellularGeneration: String, Sendable {
  case lte
  /// 5G beside LTE, on low bands.
  case lowBand5G = "nr_low"
  /// 5G beside LTE, on millimetre waves.
  case millimetreWave5G = "nr_mm"
}

extension RadioSettings {
  init(wifi parameters: Parameters) {
    self.init(
      wakeTime: 0, wakePower: 0, tailTime: parameters.milliseconds("wifi.tail_s"),
      tailPower: parameters.number("wifi.tail_W"), receivePower: parameters.number("wifi.active_W.rx"),
      sendPower: parameters.number("wifi.active_W.tx"), receiveEnergy: 0, sendEnergy: 0)
  }

  init(cellular parameters: Parameters) {
    let generation = parameters.word("cellular.radio", default: CellularGeneration.lte)
    let isMillimetreWave = generation == .millimetreWave5G
    let power =
      parameters.number("lte.active_base_W")
      + (isMillimetreWave ? parameters.number("nr_mm.active_extra_W") : 0)
    self.init(
      wakeTime: parameters.milliseconds("lte.promo_s"), wakePower: parameters.number("lte.promo_W"),
      tailTime: parameters.milliseconds(generation == .lte ? "lte.tail_s" : "nr.tail_s"),
      tailPower: parameters.number("lte.tail_W"), receivePower: power, sendPower: power,
      receiveEnergy: parameters.number("\(generation.rawValue).J_per_MB.down") / 1e6,
      sendEnergy: parameters.number("\(generation.rawValue).J_per_MB.up") / 1e6)
  }
}
