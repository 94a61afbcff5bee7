package import Quantities

// The parameters of the conditions for which a transfer waits after the limiter, and of the app that waits for the transfer.

extension ParameterKey<TimeSpan> {
  /// The resource timeout of a session that doesn't set `timeoutIntervalForResource`.
  package static var resourceTimeout: ParameterKey<TimeSpan> {
    let fact = PlatformFacts.resourceTimeout
    return Self(
      "resource_timeout", fact.value, meaning: "the resource timeout of a session that sets none",
      confidence: fact.confidence, citations: fact.citations)
  }
  /// The time for which the app runs after a resume.
  package static var awakeTime: ParameterKey<TimeSpan> {
    Self(
      "awake", .seconds(1), meaning: "the time for which the app runs after a resume", confidence: .assumed,
      citations: [.ourAssumption], range: ParameterRange("0s", "30s"))
  }
  /// The time of a request in which no byte of its item is transferred.
  package static var requestWait: ParameterKey<TimeSpan> {
    Self(
      "request.wait", TimeSpan(milliseconds: 300),
      meaning:
        "the time of each request without bytes of its item: its round trips, and the server's time to answer",
      confidence: .reported, citations: [.foregroundWait, .ownCloudMetrics],
      range: ParameterRange("0.15s", "0.75s"))
  }
  /// The time after which a server asks for credentials.
  package static var challengeDelay: ParameterKey<TimeSpan> {
    Self(
      "challenge.after", .seconds(1),
      meaning: "the time after which the server of a transfer asks for credentials",
      confidence: .assumed, citations: [.ourAssumption])
  }
  /// The time after which a run gives up.
  package static var horizon: ParameterKey<TimeSpan> {
    Self(
      "horizon", .days(28), meaning: "the time after which a run ends, whether or not everything is done",
      confidence: .assumed,
      citations: [.ourAssumption])
  }
}

extension ParameterKey<Double> {
  /// The share of the resource timeout after which a discretionary transfer no longer waits for power.
  package static var powerRequirementShare: ParameterKey<Double> {
    Self(
      "discretionary.relax", 0.5, unit: "of the resource timeout",
      meaning: "when a discretionary transfer no longer waits for power", confidence: .assumed,
      citations: [.wwdc14Networking, .ourAssumption], range: ParameterRange("0", "1"), bounds: .share)
  }
  /// The share of the resource timeout after which a discretionary transfer no longer waits for Wi-Fi.
  package static var networkRequirementShare: ParameterKey<Double> {
    Self(
      "discretionary.relax_network", 0.9, unit: "of the resource timeout",
      meaning: "when a discretionary transfer no longer waits for Wi-Fi", confidence: .assumed,
      citations: [.wwdc14Networking, .ourAssumption], range: ParameterRange("0", "1"), bounds: .share)
  }
  /// The spread of throughputs between devices.
  package static var throughputSpread: ParameterKey<Double> {
    Self(
      "throughput.spread", 0.8,
      meaning: "the standard deviation of the logarithm of the throughputs between devices",
      confidence: .assumed, citations: [.mobileAssessment, .ourAssumption],
      range: ParameterRange("0.4", "1.2"))
  }
  /// The charge below which the system does only essential work.
  package static var criticalCharge: ParameterKey<Double> {
    Self(
      "battery_critical", 0.2, unit: "of a full battery",
      meaning: "the charge below which the system does essential work only", confidence: .reported,
      citations: [.wwdc20Background], bounds: .share)
  }
}

extension ParameterKey<ByteCount?> {
  /// The Wi-Fi budget of discretionary transfers.
  package static var wifiBudget: ParameterKey<ByteCount?> {
    Self(
      "wifi_budget", ByteCount(bytes: 5_000_000_000),
      meaning: "the Wi-Fi bytes of discretionary transfers in 24 hours", confidence: .reported,
      citations: [.transferCorrespondence], range: ParameterRange("1GB", "20GB"))
  }
  /// The cellular budget of discretionary transfers.
  package static var cellularBudget: ParameterKey<ByteCount?> {
    Self(
      "cell_budget", ByteCount(bytes: 500_000_000),
      meaning: "the cellular bytes of discretionary transfers in 24 hours; the amount is not published",
      confidence: .assumed, citations: [.ourAssumption], range: ParameterRange("0", "2GB"))
  }
}

extension ParameterKey<ByteCount> {
  /// The bytes a second that Wi-Fi downloads.
  package static var wifiThroughput: ParameterKey<ByteCount> {
    Self(
      "wifi.throughput", ByteCount(bytes: 2_500_000),
      meaning: "the bytes that a typical device downloads over Wi-Fi in a second",
      confidence: .assumed, citations: [.downloadedGigabyte, .ourAssumption],
      range: ParameterRange("1.4MB", "6.25MB"))
  }
  /// The bytes a second that Wi-Fi uploads.
  package static var wifiUploadThroughput: ParameterKey<ByteCount> {
    Self(
      "wifi.throughput.up", ByteCount(bytes: 2_500_000),
      meaning: "the same for uploads, which no source has; that of wifi.throughput if only that is set",
      confidence: .assumed, citations: [.ourAssumption], range: ParameterRange("0.35MB", "6.25MB"))
  }
  /// The bytes a second that cellular downloads.
  package static var cellularThroughput: ParameterKey<ByteCount> {
    Self(
      "lte.throughput", ByteCount(bytes: 1_250_000),
      meaning: "the bytes that a typical device downloads over cellular in a second",
      confidence: .assumed, citations: [.lteStudy, .mobileAssessment, .ourAssumption],
      range: ParameterRange("0.6MB", "6.25MB"))
  }
  /// The bytes a second that cellular uploads.
  package static var cellularUploadThroughput: ParameterKey<ByteCount> {
    Self(
      "lte.throughput.up", ByteCount(bytes: 750_000),
      meaning: "the same for uploads; that of lte.throughput if only that is set",
      confidence: .reported, citations: [.lteStudy], range: ParameterRange("0.35MB", "3MB"))
  }
}

extension PlatformFacts {
  /// The parameters of waiting, in the order of reports.
  static let waitingParameters = [
    ParameterKey.resourceTimeout.fact, ParameterKey.powerRequirementShare.fact,
    ParameterKey.networkRequirementShare.fact, ParameterKey.wifiBudget.fact, ParameterKey.cellularBudget.fact,
    ParameterKey.wifiThroughput.fact, ParameterKey.wifiUploadThroughput.fact,
    ParameterKey.cellularThroughput.fact, ParameterKey.cellularUploadThroughput.fact,
    ParameterKey.throughputSpread.fact, ParameterKey.requestWait.fact,
    ParameterKey.criticalCharge.fact, ParameterKey.awakeTime.fact, ParameterKey.challengeDelay.fact,
    ParameterKey.horizon.fact,
  ]
}
