extension PlatformFacts {
  /// The parameters of what a radio costs.
  static let radioParameters: [ParameterFact] = [
    ParameterFact(
      name: "cellular.radio", kind: .word(["lte", "nr_low", "nr_mm"]), text: "lte",
      meaning: "which cellular radio carries bytes: LTE, or 5G on low bands or millimetre waves",
      confidence: .assumed, citations: [.ourAssumption]),
    watts(
      "lte.tail_W", 0.41, "what the cellular radio draws after a transfer", [.pixelPowerProfile, .lteStudy],
      ParameterRange("0.1", "1.06")),
    seconds(
      "lte.tail_s", "10.2s", "how long the cellular radio stays on after a transfer",
      [.cellularPower5G, .lteStudy, .wwdc15LowEnergy], ParameterRange("5.1s", "14.6s")),
    watts(
      "lte.active_base_W", 0.47, "what the cellular radio draws in a transfer, besides its bytes",
      [.pixelPowerProfile, .lteStudy], ParameterRange("0.47", "1.29")),
    joules(
      "lte.J_per_MB.down", 0.092, "what a downloaded megabyte costs on cellular",
      ParameterRange("0.09", "0.42")),
    joules(
      "lte.J_per_MB.up", 0.613, "what an uploaded megabyte costs on cellular", ParameterRange("0.26", "3.5")),
    seconds(
      "lte.promo_s", "0.32s", "how long the cellular radio takes to wake", [.cellularPower5G, .lteStudy],
      ParameterRange("0.26s", "0.36s")),
    watts(
      "lte.promo_W", 0.47, "what the cellular radio draws as it wakes", [.cellularPower5G, .lteStudy],
      ParameterRange("0.47", "1.21")),
    seconds(
      "nr.tail_s", "11.5s", "how long the 5G radio stays on after a transfer", [.cellularPower5G],
      ParameterRange("10.2s", "14.6s")),
    joules("nr_low.J_per_MB.down", 0.092, "what a downloaded megabyte costs on low-band 5G"),
    joules("nr_low.J_per_MB.up", 0.257, "what an uploaded megabyte costs on low-band 5G"),
    joules("nr_mm.J_per_MB.down", 0.014, "what a downloaded megabyte costs on millimetre waves"),
    joules("nr_mm.J_per_MB.up", 0.071, "what an uploaded megabyte costs on millimetre waves"),
    watts(
      "nr_mm.active_extra_W", 2.4, "what millimetre waves draw in a transfer above LTE", [.cellularPower5G]),
    watts("wifi.active_W.rx", 0.46, "what Wi-Fi draws in a download", [.pixelPowerProfile]),
    watts("wifi.active_W.tx", 1.3, "what Wi-Fi draws in an upload", [.pixelPowerProfile]),
    // The study is published, but its tables were not read again for these two values.
    ParameterFact(
      name: "wifi.tail_s", kind: .duration(isOptional: false), text: "0.24s",
      meaning: "how long Wi-Fi stays awake after a transfer", confidence: .assumed, citations: [.lteStudy]),
    ParameterFact(
      name: "wifi.tail_W", kind: .number(unit: "W"), text: "0.12",
      meaning: "what Wi-Fi draws after a transfer", confidence: .assumed, citations: [.lteStudy]),
    ParameterFact(
      name: "battery_V", kind: .number(unit: "V"), text: "3.85",
      meaning: "the battery's voltage, by which joules are told in milliampere-hours",
      confidence: .assumed, citations: [.ourAssumption], bounds: .aboveZero),
  ]

  private static func watts(
    _ name: String, _ value: Double, _ meaning: String, _ citations: [Citation],
    _ range: ParameterRange? = nil
  ) -> ParameterFact {
    ParameterFact(
      name: name, kind: .number(unit: "W"), text: "\(value)", meaning: meaning, confidence: .reported,
      citations: citations, range: range)
  }

  private static func joules(
    _ name: String, _ value: Double, _ meaning: String, _ range: ParameterRange? = nil
  ) -> ParameterFact {
    ParameterFact(
      name: name, kind: .number(unit: "J/MB"), text: "\(value)", meaning: meaning, confidence: .reported,
      // Only the range rests on the older study, too.
      citations: range == nil ? [.cellularPower5G] : [.cellularPower5G, .lteStudy], range: range)
  }

  private static func seconds(
    _ name: String, _ text: String, _ meaning: String, _ citations: [Citation], _ range: ParameterRange? = nil
  ) -> ParameterFact {
    ParameterFact(
      name: name, kind: .duration(isOptional: false), text: text, meaning: meaning, confidence: .reported,
      citations: citations, range: range)
  }
}
