extension PlatformFacts {
  /// The parameters of what a transfer waits for once it may start, and of the app that waits for it.
  static let waitingParameters = [
    ParameterFact(
      name: "resource_timeout", kind: .duration(isOptional: false), text: "7d",
      meaning: "the resource timeout of a session that sets none", confidence: .documented,
      citations: [.urlSessionHeader]),
    ParameterFact(
      name: "discretionary.relax", kind: .number(unit: "of the resource timeout"), text: "0.5",
      meaning: "when a discretionary transfer no longer waits for power", confidence: .assumed,
      citations: [.wwdc14Networking, .ourAssumption], range: ParameterRange("0", "1"), bounds: .share),
    ParameterFact(
      name: "discretionary.relax_network", kind: .number(unit: "of the resource timeout"), text: "0.9",
      meaning: "when a discretionary transfer no longer waits for Wi-Fi", confidence: .assumed,
      citations: [.wwdc14Networking, .ourAssumption], range: ParameterRange("0", "1"), bounds: .share),
    ParameterFact(
      name: "wifi_budget", kind: .size, text: "5GB",
      meaning: "what discretionary transfers may use of Wi-Fi in 24 hours",
      confidence: .reported, citations: [.transferCorrespondence], range: ParameterRange("1GB", "20GB")),
    ParameterFact(
      name: "cell_budget", kind: .size, text: "500MB",
      meaning: "what discretionary transfers may use of cellular in 24 hours; the amount is not published",
      confidence: .assumed, citations: [.ourAssumption], range: ParameterRange("0", "2GB")),
    ParameterFact(
      name: "wifi.throughput", kind: .rate, text: "2.5MB", meaning: "what Wi-Fi carries in a second",
      confidence: .assumed,
      citations: [.ourAssumption]),
    ParameterFact(
      name: "lte.throughput", kind: .rate, text: "1.25MB", meaning: "what cellular carries in a second",
      confidence: .assumed, citations: [.ourAssumption]),
    ParameterFact(
      name: "battery_critical", kind: .number(unit: "of a full battery"), text: "0.2",
      meaning: "below which charge the system does the most necessary only", confidence: .reported,
      citations: [.wwdc20Background], bounds: .share),
    ParameterFact(
      name: "awake", kind: .duration(isOptional: false), text: "1s",
      meaning: "how long the app runs after a resume",
      confidence: .assumed, citations: [.ourAssumption], range: ParameterRange("0s", "30s")),
    ParameterFact(
      name: "challenge.after", kind: .duration(isOptional: false), text: "1s",
      meaning: "how long a transfer has run when the server asks for credentials", confidence: .assumed,
      citations: [.ourAssumption]),
    ParameterFact(
      name: "horizon", kind: .duration(isOptional: false), text: "28d",
      meaning: "when a run gives up on what is not done",
      confidence: .assumed, citations: [.ourAssumption]),
  ]
}
