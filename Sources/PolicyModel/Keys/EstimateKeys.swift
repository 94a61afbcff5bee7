internal import JSON
internal import PolicySyntax
internal import Quantities

extension Budget {
  static let keys = KeyTable(
    "budget", { Budget(name: .unnamed) },
    [
      Key(
        "completion", .mapping(Quantiles<TimeSpan>.keys),
        "The longest time from submission to completion, for example { p95: 3d }."
      ) { $0.completion = $1 },
      Key(
        "launchesPerDay", .mapping(Quantiles<Double>.keys),
        "The most launches in a day, for example { p95: 12 }."
      ) {
        $0.launchesPerDay = $1
      },
      Key(
        "cellularBytesPerDay", .size, "The most bytes over cellular in a day, on average, for example 20MB."
      ) {
        $0.cellularBytesPerDay = $1
      },
      Key("energyPerDay", .energy, "The most energy in a day, on average, for example 900J.") {
        $0.energyPerDay = $1
      },
      Key("expiredShare", .share, "The largest share of items that outlive validFor, for example 1%.") {
        $0.expiredShare = $1
      },
      Key("unfinishedShare", .share, "The largest share of items that never finish, for example 1%.") {
        $0.unfinishedShare = $1
      },
      Key(
        "missedDeadlineShare", .share,
        "The largest share of items that finish after their deadline, for example 1%."
      ) {
        $0.missedDeadlineShare = $1
      },
      Key(
        "severity", .word(BudgetSeverity.self), default: "error",
        "The severity of an exceeded budget. A warning leaves the exit status 0."
      ) { $0.severity.written = $1 },
      Key(
        "certainty", .word(BudgetCertainty.self), default: "assumed",
        "The certainty with which it has to be kept: with the values of the model, or, if required, also with others that are possible, as for the option --strict."
      ) { $0.certainty.written = $1 },
      Key(
        "scenarios", .list(of: .string),
        "The scenarios in which it has to be kept, all of which `bgpolicy gate` estimates, for example [commuter, fieldWorker]. Estimates of other scenarios do not check it. By default, it has to be kept in the scenario of the call."
      ) { $0.scenarios = $1 },
    ])
}

extension Quantiles<TimeSpan> {
  static let keys = table(
    "completionQuantiles", of: .duration,
    sample: MappingSample(before: "{ p95: ", "3d", after: " }") { TimeSpan($0) != nil }
  )
}

extension Quantiles<Double> {
  static let keys = table(
    "countQuantiles", of: .number(0...1_000_000_000),
    sample: MappingSample(before: "{ p95: ", "12", after: " }") { Double($0) != nil })
}

extension Quantiles {
  fileprivate static func table(
    _ name: String, of value: Shape<Value>, sample: MappingSample
  ) -> KeyTable<Quantiles> {
    KeyTable(
      name, { Quantiles() },
      [
        Key("p50", value, "The limit in half of all runs.") { $0.p50 = $1 },
        Key("p90", value, "The limit in 90 of 100 runs.") { $0.p90 = $1 },
        Key("p95", value, "The limit in 95 of 100 runs.") { $0.p95 = $1 },
        Key("p99", value, "The limit in 99 of 100 runs.") { $0.p99 = $1 },
        Key("mean", value, "The limit on the average of all runs.") { $0.mean = $1 },
      ], sample: sample)
  }
}
