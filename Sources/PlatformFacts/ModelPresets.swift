/// A named set of values for the model's parameters.
package struct ModelPreset: Sendable {
  /// A parameter's value in a preset.
  package struct Value: Sendable {
    /// The parameter's name.
    package let name: String
    /// The value as the policy language writes it, such as `30s`.
    package let text: String
    /// The kind of evidence for this value, which may differ from the evidence for the default.
    package let confidence: Confidence
    /// The sources.
    package let citations: [Citation]

    /// A value of a parameter, as the policy language writes it.
    fileprivate init<Parameter>(
      _ key: ParameterKey<Parameter>, _ text: String, _ confidence: Confidence, _ citations: Citation...
    ) {
      self.init(key.fact, text, confidence, citations)
    }

    fileprivate init(
      _ fact: ParameterFact, _ text: String, _ confidence: Confidence, _ citations: [Citation]
    ) {
      name = fact.name
      self.text = text
      self.confidence = confidence
      self.citations = citations
    }
  }

  /// The name by which `--model-preset` finds the preset.
  package let name: String
  /// The description, without a full stop.
  package let summary: String
  /// The values that differ from the parameters' defaults.
  package let values: [Value]
}

extension PlatformFacts {
  /// The preset with a name; `nil` if no preset has the name.
  package static func modelPreset(_ name: String) -> ModelPreset? {
    modelPresets.first { $0.name == name }
  }

  /// The sets of values that an estimate can start from, beginning with the default set.
  package static let modelPresets = [
    ModelPreset(
      name: "ios-documented", summary: "iOS as Apple documents it and others have measured it; the default",
      values: []),
    ModelPreset(
      name: "ios-pessimistic",
      summary:
        "the same with every uncertainty against the app: the delay is reset only while nothing runs, few refreshes",
      values: [
        .init(.delayReset, "idle", .assumed, .resumeRateLimiter, .ourAssumption),
        .init(.wifiBudget, "5GB", .reported, .transferCorrespondence),
        .init(.refreshesPerDay, "2", .assumed, .refreshLog, .ourAssumption),
      ]),
    ModelPreset(
      name: "android-reference",
      summary:
        "Android's published quotas for a rarely used app in the same model: Doze, job and message quotas",
      values: androidValues),
    ModelPreset(
      name: "huang-2012", summary: "radios as Huang et al. measured them in 2012: three times the energy",
      values: [
        .init(.cellularTailTime, "11.576s", .assumed, .lteStudy),
        .init(.cellularTailPower, "1.06", .assumed, .lteStudy),
        .init(.cellularActivePower, "1.288", .assumed, .lteStudy),
        // 51.97 and 438.39 mW for each Mbit/s, by 8 bits in a byte.
        .init(.downloadEnergy(.lte), "0.41576", .assumed, .lteStudy),
        .init(.uploadEnergy(.lte), "3.50712", .assumed, .lteStudy),
        .init(.cellularWakeTime, "0.26s", .assumed, .lteStudy),
        .init(.cellularWakePower, "1.21", .assumed, .lteStudy),
        // With this value, a megabyte at 20 Mbit/s costs 1.19 J including its tail, as in the study.
        .init(.wifiReceivePower, "2.9", .assumed, .lteStudy),
        .init(.wifiTailTime, "0.24s", .assumed, .lteStudy),
        .init(.wifiTailPower, "0.12", .assumed, .lteStudy),
      ]),
    ModelPreset(
      name: "pixel-2018",
      summary:
        "radios as the power profile of a phone of 2018 has them: a draw while they are on, no price for a byte",
      values: [
        .init(.cellularTailPower, "0.41", .reported, .pixelPowerProfile),
        .init(.cellularActivePower, "0.47", .reported, .pixelPowerProfile),
        .init(.cellularWakePower, "0.47", .reported, .pixelPowerProfile),
        .init(.downloadEnergy(.lte), "0", .reported, .pixelPowerProfile),
        .init(.uploadEnergy(.lte), "0", .reported, .pixelPowerProfile),
        .init(.wifiReceivePower, "0.46", .reported, .pixelPowerProfile),
        .init(.wifiSendPower, "1.3", .reported, .pixelPowerProfile),
      ]),
    ModelPreset(
      name: "energy-low", summary: "radios and launches at the least that is published of each value",
      values: energyValues(\.low)),
    ModelPreset(
      name: "energy-high", summary: "radios and launches at the most that is published of each value",
      values: energyValues(\.high)),
  ]

  /// One end of the range of each energy parameter.
  private static func energyValues(_ end: (ParameterRange) -> String) -> [ModelPreset.Value] {
    (radioParameters + [ParameterKey.launchEnergy.fact]).compactMap { fact in
      fact.range.map { ModelPreset.Value(fact, end($0), fact.confidence, fact.citations) }
    }
  }

  private static let androidValues: [ModelPreset.Value] = [
    // Doze: idle for an hour, each time twice as long, at most six hours.
    .init(.resumeBase, "1h", .reported, .deviceIdleController),
    .init(.resumeFactor, "2", .reported, .deviceIdleController),
    .init(.resumeCap, "6h", .reported, .deviceIdleController),
    .init(.delayReset, "idle", .reported, .deviceIdleController),
    // Jobs may run for ten minutes in 24 hours. The budget is the number of bytes that the model's networks
    // carry in ten minutes.
    .init(.wifiBudget, "1500MB", .reported, .powerManagementRestrictions),
    .init(.cellularBudget, "750MB", .reported, .powerManagementRestrictions),
    // An alarm an hour; and five messages of high priority a day, expressed as the gap that allows five messages.
    .init(.refreshesPerDay, "24", .reported, .powerManagementRestrictions),
    .init(.refreshGap, "1h", .reported, .powerManagementRestrictions),
    .init(.pushGap, "4h48m", .reported, .powerManagementRestrictions),
    .init(.processingPerDay, "1", .reported, .powerManagementRestrictions),
    // Android's limits are fixed quotas, which don't depend on the use of the app as iOS's limits do.
    .init(.refreshUse, "none", .reported, .powerManagementRestrictions),
    .init(.processingUse, "none", .reported, .powerManagementRestrictions),
    .init(.pushUse, "none", .reported, .powerManagementRestrictions),
    .init(.pushFreeTime, "0s", .reported, .powerManagementRestrictions),
  ]
}
