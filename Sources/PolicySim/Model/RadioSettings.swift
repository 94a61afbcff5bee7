internal import PlatformFacts
internal import Quantities

/// The power and timing of a radio.
struct RadioSettings: Sendable {
  /// Milliseconds from idle to ready.
  let wakeTime: Int64
  /// Watts while the radio wakes up.
  let wakePower: Double
  /// Milliseconds for which the radio stays on after the last byte.
  let tailTime: Int64
  /// Watts while the radio stays on after the last byte.
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

extension RadioSettings {
  /// The settings for a device with a slow link. During a transfer, its radio is busy for a share of the time, and on but idle for the
  /// rest.
  func busy(for share: Double) -> RadioSettings {
    guard share < 1 else { return self }
    func power(_ power: Double) -> Double { tailPower + share * (power - tailPower) }
    return RadioSettings(
      wakeTime: wakeTime, wakePower: wakePower, tailTime: tailTime, tailPower: tailPower,
      receivePower: power(receivePower), sendPower: power(sendPower), receiveEnergy: receiveEnergy,
      sendEnergy: sendEnergy)
  }

  init(wifi parameters: Parameters) {
    self.init(
      wakeTime: 0, wakePower: 0, tailTime: parameters[.wifiTailTime].milliseconds,
      tailPower: parameters[.wifiTailPower], receivePower: parameters[.wifiReceivePower],
      sendPower: parameters[.wifiSendPower], receiveEnergy: 0, sendEnergy: 0)
  }

  init(cellular parameters: Parameters) {
    let generation = parameters[.cellularGeneration]
    let power =
      parameters[.cellularActivePower]
      + (generation == .millimetreWave5G ? parameters[.millimetreWavePower] : 0)
    self.init(
      wakeTime: parameters[.cellularWakeTime].milliseconds, wakePower: parameters[.cellularWakePower],
      tailTime: parameters[generation == .lte ? .cellularTailTime : .tailTime5G].milliseconds,
      tailPower: parameters[.cellularTailPower], receivePower: power, sendPower: power,
      receiveEnergy: parameters[.downloadEnergy(generation)] / 1e6,
      sendEnergy: parameters[.uploadEnergy(generation)] / 1e6)
  }
}
