/// A set of values for the model's parameters that belong together.
package struct ModelPreset: Sendable {
  /// A parameter's value in a preset.
  package struct Value: Sendable {
    /// The parameter's name.
    package let name: String
    /// The value, as text.
    package let text: String
    /// How sure we are of it.
    package let confidence: Confidence
    /// Who says so.
    package let citations: [Citation]

    init(_ name: String, _ text: String, _ confidence: Confidence, _ citations: Citation...) {
      self.init(name, text, confidence, citations)
    }

    fileprivate init(_ name: String, _ text: String, _ confidence: Confidence, _ citations: [Citation]) {
      self.name = name
      self.text = text
      self.confidence = confidence
      self.citations = citations
    }
  }

  /// The name by which `--model-preset` finds it.
  package let name: String
  /// What it stands for, without a full stop.
  package let summary: String
  /// The values in which it differs from the parameters' own.
  package let values: [Value]
}

extension PlatformFacts {
  /// The preset of a name.
  package static func modelPreset(_ name: String) -> ModelPreset? {
    modelPresets.first { $0.name == name }
  }

  /// The sets of values that an estimate can start from, the usual one first.
  package static let modelPresets = [
    ModelPreset(
      name: "ios-documented", summary: "what Apple and measurements say of iOS; the usual one", values: []),
    ModelPreset(
      name: "ios-pessimistic",
      summary:
        "the same where every doubt goes against the app: the delay lapses only while nothing runs, few refreshes",
      values: [
        ModelPreset.Value("limiter.lapse", "idle", .assumed, .resumeRateLimiter, .ourAssumption),
        ModelPreset.Value("wifi_budget", "5GB", .reported, .transferCorrespondence),
        ModelPreset.Value("refresh.per_day", "2", .assumed, .refreshLog, .ourAssumption),
      ]),
    ModelPreset(
      name: "android-reference",
      summary:
        "Android's published quotas of a rarely used app in the same machinery: Doze, job and message quotas",
      values: androidValues),
    ModelPreset(
      name: "huang-2012", summary: "radios as Huang et al. measured them in 2012: three times the energy",
      values: [
        ModelPreset.Value("lte.tail_s", "11.576s", .assumed, .lteStudy),
        ModelPreset.Value("lte.tail_W", "1.06", .assumed, .lteStudy),
        ModelPreset.Value("lte.active_base_W", "1.288", .assumed, .lteStudy),
        // 51.97 and 438.39 mW for each Mbit/s, by 8 bits in a byte.
        ModelPreset.Value("lte.J_per_MB.down", "0.41576", .assumed, .lteStudy),
        ModelPreset.Value("lte.J_per_MB.up", "3.50712", .assumed, .lteStudy),
        ModelPreset.Value("lte.promo_s", "0.26s", .assumed, .lteStudy),
        ModelPreset.Value("lte.promo_W", "1.21", .assumed, .lteStudy),
        // So that a megabyte at 20 Mbit/s costs the 1.19 J of the study, its tail included.
        ModelPreset.Value("wifi.active_W.rx", "2.9", .assumed, .lteStudy),
        ModelPreset.Value("wifi.tail_s", "0.24s", .assumed, .lteStudy),
        ModelPreset.Value("wifi.tail_W", "0.12", .assumed, .lteStudy),
      ]),
    ModelPreset(
      name: "pixel-2018",
      summary:
        "radios as the power profile of a phone of 2018 has them: a draw while they are on, no price for a byte",
      values: [
        ModelPreset.Value("lte.tail_W", "0.41", .reported, .pixelPowerProfile),
        ModelPreset.Value("lte.active_base_W", "0.47", .reported, .pixelPowerProfile),
        ModelPreset.Value("lte.promo_W", "0.47", .reported, .pixelPowerProfile),
        ModelPreset.Value("lte.J_per_MB.down", "0", .reported, .pixelPowerProfile),
        ModelPreset.Value("lte.J_per_MB.up", "0", .reported, .pixelPowerProfile),
        ModelPreset.Value("wifi.active_W.rx", "0.46", .reported, .pixelPowerProfile),
        ModelPreset.Value("wifi.active_W.tx", "1.3", .reported, .pixelPowerProfile),
      ]),
    ModelPreset(
      name: "energy-low", summary: "radios and launches at the least that is published of each value",
      values: energyValues(\.low)),
    ModelPreset(
      name: "energy-high", summary: "radios and launches at the most that is published of each value",
      values: energyValues(\.high)),
  ]

  /// An end of the range of each parameter that is about energy.
  private static func energyValues(_ end: (ParameterRange) -> String) -> [ModelPreset.Value] {
    (radioParameters + launchParameters.filter { $0.name == "launch_J" }).compactMap { fact in
      fact.range.map { ModelPreset.Value(fact.name, end($0), fact.confidence, fact.citations) }
    }
  }

  private static let androidValues = [
    // Doze: idle for an hour, each time twice as long, at most six hours.
    ModelPreset.Value("limiter.base", "1h", .reported, .deviceIdleController),
    ModelPreset.Value("limiter.factor", "2", .reported, .deviceIdleController),
    ModelPreset.Value("limiter.cap", "6h", .reported, .deviceIdleController),
    ModelPreset.Value("limiter.lapse", "idle", .reported, .deviceIdleController),
    // Ten minutes of jobs in 24 hours, as the bytes that the model's networks carry in ten minutes.
    ModelPreset.Value("wifi_budget", "1500MB", .reported, .powerManagementRestrictions),
    ModelPreset.Value("cell_budget", "750MB", .reported, .powerManagementRestrictions),
    // An alarm an hour, and five messages of high priority a day, as the gap that lets so many through.
    ModelPreset.Value("refresh.per_day", "24", .reported, .powerManagementRestrictions),
    ModelPreset.Value("refresh.min_gap", "1h", .reported, .powerManagementRestrictions),
    ModelPreset.Value("push.min_gap", "4h48m", .reported, .powerManagementRestrictions),
    ModelPreset.Value("processing.per_day", "1", .reported, .powerManagementRestrictions),
  ]
}
