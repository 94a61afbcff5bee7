/// The power and timing of a radio.
struct RadioSettings: Sendable {
  /// Milliseconds from idle to ready.
  let wakeTime: Int64
  /// Watts while it wakes up.
  let wakePower: Double
  /// Milliseconds for which it stays on after the last byte.
  let tailTime: Int64
  /// Watts while it stays on.
  let tailPower: Double
  /// Watts during a download, in addition to the energy of its bytes.
  let receivePower: Double
  /// Watts during an upload, in addition to the energy of its bytes.
  let sendPower: Double
  /// Joules per downloaded byte.
  let receiveEnergy: Double
  /// Joules per uploaded byte.
  let sendEnergy: Double
}

/// The cellular radio technology.
enum CellularGeneration: String, Sendable {
  case lte
  /// Low-band 5G.
  case lowBand5G = "nr_low"
  /// Millimetre-wave 5G.
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
