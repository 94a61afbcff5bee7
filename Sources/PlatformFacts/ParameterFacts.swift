package import Quantities

/// A parameter of the scheduling model: what it means, what it is worth, and who says so.
package struct ParameterFact: Sendable {
  /// What a parameter's value is.
  package enum Kind: Hashable, Sendable {
    /// A duration, which may also be `none` where `isOptional` is set.
    case duration(isOptional: Bool)
    /// A size, which may also be `none`.
    case size
    /// A number in a unit of its own.
    case number(unit: String)
    /// One of a set of words.
    case word([String])
  }

  /// The name by which `model:` and `--model` set it.
  package let name: String
  /// What its value is.
  package let kind: Kind
  /// The value that is used unless another is given, as text.
  package let text: String
  /// What it means, without a full stop.
  package let meaning: String
  /// How sure we are of the value.
  package let confidence: Confidence
  /// Who says so.
  package let citations: [Citation]
}

/// A parameter's value.
package enum ParameterValue: Hashable, Sendable {
  case duration(TimeSpan)
  case size(ByteCount)
  case number(Double)
  case word(String)
  /// There is no limit.
  case none
}

extension ParameterFact {
  /// The value that a text stands for; `nil` where it is none for this parameter.
  package func value(of text: String) -> ParameterValue? {
    switch kind {
    case .duration(let isOptional):
      if isOptional, text == "none" { return ParameterValue.none }
      return TimeSpan(text).map { .duration($0) }
    case .size:
      return text == "none" ? ParameterValue.none : ByteCount(text).map { .size($0) }
    case .number:
      guard let number = Double(text), number.isFinite, number >= 0 else { return nil }
      return .number(number)
    case .word(let words):
      return words.contains(text) ? .word(text) : nil
    }
  }

  /// How a value is written, for a message.
  package var form: String {
    switch kind {
    case .duration(let isOptional): "a duration such as 90s or 0.5s" + (isOptional ? ", or none" : "")
    case .size: "a size such as 5GB, or none"
    case .number(let unit): "a number from 0 on" + (unit.isEmpty ? "" : " in \(unit)")
    case .word(let words): "one of " + words.joined(separator: ", ")
    }
  }
}

extension PlatformFacts {
  /// The parameter of a name.
  package static func parameter(_ name: String) -> ParameterFact? {
    parameters.first { $0.name == name }
  }

  /// The parameters of the scheduling model, in the order in which an estimate lists them.
  package static let parameters: [ParameterFact] =
    limiterParameters + waitingParameters + launchParameters + radioParameters

  private static let limiterParameters = [
    ParameterFact(
      name: "limiter.base", kind: .duration(isOptional: false), text: "60s",
      meaning: "the delay after the first background resume", confidence: .reported, citations: [.limiterLog]),
    ParameterFact(
      name: "limiter.factor", kind: .number(unit: ""), text: "2",
      meaning: "by how much each further resume multiplies the delay",
      confidence: .stated, citations: [.resumeRateLimiter, .downloadingInBackground]),
    ParameterFact(
      name: "limiter.cap", kind: .duration(isOptional: true), text: "none",
      meaning: "the longest delay; none is published",
      confidence: .assumed, citations: [.ourAssumption]),
    ParameterFact(
      name: "limiter.lapse", kind: .word(["rolling", "idle", "literal"]), text: "rolling",
      meaning: "which of three readings says when the delay is forgotten without a visit",
      confidence: .assumed,
      citations: [.resumeRateLimiter]),
    ParameterFact(
      name: "limiter.anchor", kind: .word(["resume", "create"]), text: "resume",
      meaning: "from when the delay of a new task counts", confidence: .reported, citations: [.limiterLog]),
    ParameterFact(
      name: "limiter.era", kind: .word(["ios8", "ios7"]), text: "ios8",
      meaning: "whether the delay comes before a new task starts or before the app hears of a finished one",
      confidence: .stated, citations: [.transferCorrespondence, .resumeRateLimiter]),
    ParameterFact(
      name: "limiter.concurrency", kind: .number(unit: "transfers"), text: "4",
      meaning: "how many transfers of a session run at a time: a few, and no more than 10",
      confidence: .assumed,
      citations: [.resumeRateLimiter, .concurrentTasks]),
  ]

  private static let waitingParameters = [
    ParameterFact(
      name: "resource_timeout", kind: .duration(isOptional: false), text: "7d",
      meaning: "the resource timeout of a session that sets none", confidence: .documented,
      citations: [.urlSessionHeader]),
    ParameterFact(
      name: "discretionary.relax", kind: .number(unit: "of the resource timeout"), text: "0.5",
      meaning: "when a discretionary transfer no longer waits for power", confidence: .assumed,
      citations: [.wwdc14Networking, .ourAssumption]),
    ParameterFact(
      name: "discretionary.relax_network", kind: .number(unit: "of the resource timeout"), text: "0.9",
      meaning: "when a discretionary transfer no longer waits for Wi-Fi", confidence: .assumed,
      citations: [.wwdc14Networking, .ourAssumption]),
    ParameterFact(
      name: "wifi_budget", kind: .size, text: "5GB",
      meaning: "what discretionary transfers may use of Wi-Fi in 24 hours",
      confidence: .stated, citations: [.transferCorrespondence]),
    ParameterFact(
      name: "cell_budget", kind: .size, text: "500MB",
      meaning: "what discretionary transfers may use of cellular in 24 hours; the amount is not published",
      confidence: .assumed, citations: [.ourAssumption]),
    ParameterFact(
      name: "wifi.throughput", kind: .size, text: "2.5MB", meaning: "what Wi-Fi carries in a second",
      confidence: .assumed,
      citations: [.ourAssumption]),
    ParameterFact(
      name: "lte.throughput", kind: .size, text: "1.25MB", meaning: "what cellular carries in a second",
      confidence: .assumed, citations: [.ourAssumption]),
    ParameterFact(
      name: "awake", kind: .duration(isOptional: false), text: "1s",
      meaning: "how long the app runs after a resume",
      confidence: .assumed, citations: [.ourAssumption]),
    ParameterFact(
      name: "challenge.after", kind: .duration(isOptional: false), text: "1s",
      meaning: "how long a transfer has run when the server asks for credentials", confidence: .assumed,
      citations: [.ourAssumption]),
    ParameterFact(
      name: "horizon", kind: .duration(isOptional: false), text: "28d",
      meaning: "when a run gives up on what is not done",
      confidence: .assumed, citations: [.ourAssumption]),
  ]

  private static let launchParameters = [
    ParameterFact(
      name: "refresh.per_day", kind: .number(unit: "launches a day"), text: "6",
      meaning: "how often the system finds time for an app refresh; it follows the app's use",
      confidence: .assumed,
      citations: [.refreshLog, .ourAssumption]),
    ParameterFact(
      name: "refresh.min_gap", kind: .duration(isOptional: false), text: "15m",
      meaning: "the least time between two app refreshes", confidence: .reported,
      citations: [.backgroundFetchReadme, .refreshLog]),
    ParameterFact(
      name: "processing.per_day", kind: .number(unit: "nights a day"), text: "1",
      meaning: "in how many of a day's times on power a processing task runs", confidence: .assumed,
      citations: [.backgroundFetchReadme, .ourAssumption]),
    ParameterFact(
      name: "push.min_gap", kind: .duration(isOptional: false), text: "15m",
      meaning: "the least time between two launches for silent pushes", confidence: .reported,
      citations: [.wwdc20Background]),
    window(
      "window.relaunch", "30s", "how long the app may handle a session's events", .stated, .wwdc14Networking),
    window(
      "window.app_refresh", "30s", "how long the app may run for an app refresh or a push", .documented,
      .wwdc19Background),
    window(
      "window.background_task", "30s", "how long the app may go on when the user has left it", .reported,
      .transferCorrespondence),
    window(
      "window.processing", "5m", "how long the app may run for a processing task", .reported,
      .backgroundFetchReadme),
    ParameterFact(
      name: "handler_W", kind: .number(unit: "W"), text: "0.8",
      meaning: "what a handler's work draws from the CPU",
      confidence: .assumed, citations: [.pixelPowerProfile, .ourAssumption]),
  ]

  private static let radioParameters = [
    watts(
      "lte.tail_W", 0.41, "what the cellular radio draws after a transfer", .reported, .pixelPowerProfile),
    seconds(
      "lte.tail_s", "10.2s", "how long the cellular radio stays on after a transfer", .reported,
      .cellularPower5G),
    watts(
      "lte.active_base_W", 0.47, "what the cellular radio draws in a transfer, besides its bytes", .reported,
      .pixelPowerProfile),
    joules(
      "lte.J_per_MB.down", 0.092, "what a downloaded megabyte costs on cellular", .reported, .cellularPower5G),
    joules(
      "lte.J_per_MB.up", 0.613, "what an uploaded megabyte costs on cellular", .reported, .cellularPower5G),
    ParameterFact(
      name: "cellular.radio", kind: .word(["lte", "nr_low", "nr_mm"]), text: "lte",
      meaning: "which cellular radio carries bytes: LTE, or 5G on low bands or millimetre waves",
      confidence: .assumed, citations: [.ourAssumption]),
    seconds(
      "nr.tail_s", "11.5s", "how long the 5G radio stays on after a transfer", .reported, .cellularPower5G),
    joules(
      "nr_low.J_per_MB.down", 0.092, "what a downloaded megabyte costs on low-band 5G", .reported,
      .cellularPower5G),
    joules(
      "nr_low.J_per_MB.up", 0.257, "what an uploaded megabyte costs on low-band 5G", .reported,
      .cellularPower5G),
    joules(
      "nr_mm.J_per_MB.down", 0.014, "what a downloaded megabyte costs on millimetre waves", .reported,
      .cellularPower5G),
    joules(
      "nr_mm.J_per_MB.up", 0.071, "what an uploaded megabyte costs on millimetre waves", .reported,
      .cellularPower5G),
    watts(
      "nr_mm.active_extra_W", 2.4, "what millimetre waves draw in a transfer above LTE", .reported,
      .cellularPower5G),
    seconds("lte.promo_s", "0.32s", "how long the cellular radio takes to wake", .reported, .cellularPower5G),
    watts("lte.promo_W", 0.47, "what the cellular radio draws as it wakes", .reported, .cellularPower5G),
    watts("wifi.active_W.rx", 0.46, "what Wi-Fi draws in a download", .reported, .pixelPowerProfile),
    watts("wifi.active_W.tx", 1.3, "what Wi-Fi draws in an upload", .reported, .pixelPowerProfile),
    seconds("wifi.tail_s", "0.24s", "how long Wi-Fi stays awake after a transfer", .reported, .lteStudy),
    watts("wifi.tail_W", 0.12, "what Wi-Fi draws after a transfer", .reported, .lteStudy),
    ParameterFact(
      name: "launch_J", kind: .number(unit: "J"), text: "1",
      meaning: "what a background launch costs the CPU",
      confidence: .assumed, citations: [.pixelPowerProfile, .ourAssumption]),
  ]

  private static func window(
    _ name: String, _ text: String, _ meaning: String, _ confidence: Confidence, _ citation: Citation
  ) -> ParameterFact {
    ParameterFact(
      name: name, kind: .duration(isOptional: false), text: text, meaning: meaning, confidence: confidence,
      citations: [citation])
  }

  private static func watts(
    _ name: String, _ value: Double, _ meaning: String, _ confidence: Confidence, _ citation: Citation
  ) -> ParameterFact {
    ParameterFact(
      name: name, kind: .number(unit: "W"), text: "\(value)", meaning: meaning, confidence: confidence,
      citations: [citation])
  }

  private static func joules(
    _ name: String, _ value: Double, _ meaning: String, _ confidence: Confidence, _ citation: Citation
  ) -> ParameterFact {
    ParameterFact(
      name: name, kind: .number(unit: "J/MB"), text: "\(value)", meaning: meaning, confidence: confidence,
      citations: [citation])
  }

  private static func seconds(
    _ name: String, _ text: String, _ meaning: String, _ confidence: Confidence, _ citation: Citation
  ) -> ParameterFact {
    ParameterFact(
      name: name, kind: .duration(isOptional: false), text: text, meaning: meaning, confidence: confidence,
      citations: [citation])
  }
}
