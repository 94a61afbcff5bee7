internal import JSON
internal import PolicySyntax
internal import Quantities

extension Budget {
  static let keys = KeyTable(
    "budget", { Budget(name: .unnamed) },
    Figure.limited.compactMap { key(of: $0) } + [
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

extension Budget {
  /// The key of a figure; `nil` if budgets don't limit the figure.
  private static func key(of figure: Figure) -> Key<Budget>? {
    guard let limit = figure.limit else { return nil }
    func key<Value>(_ shape: Shape<Value>, _ number: @escaping @Sendable (Value) -> Double) -> Key<Budget> {
      Key(figure.key, shape, "\(limit.summary)") {
        $0.limits[FigureStatistic(figure)] = number($1.value)
      }
    }
    func key<Value>(
      ofEach keys: KeyTable<StatisticLimits<Value>>, _ number: @escaping @Sendable (Value) -> Double
    ) -> Key<Budget> {
      Key(figure.key, .mapping(keys), "\(limit.summary)") { budget, limits in
        for (statistic, value) in limits.value.values {
          budget.limits[FigureStatistic(figure, statistic)] = number(value)
        }
      }
    }
    switch figure.unit {
    case .seconds:
      return figure.hasQuantiles
        ? key(ofEach: StatisticLimits<TimeSpan>.keys, \.seconds) : key(.duration, \.seconds)
    case .bytes: return key(.size) { Double($0.bytes) }
    case .joules: return key(.energy, \.joules)
    case .one where figure.isShare: return key(.share, \.fraction)
    case .one:
      return figure.hasQuantiles
        ? key(ofEach: StatisticLimits<Double>.keys) { $0 } : key(.number(0...1_000_000_000)) { $0 }
    }
  }
}

extension StatisticLimits<TimeSpan> {
  static let keys = table(
    "completionQuantiles", of: .duration,
    sample: MappingSample(before: "{ p95: ", "3d", after: " }") { TimeSpan($0) != nil }
  )
}

extension StatisticLimits<Double> {
  static let keys = table(
    "countQuantiles", of: .number(0...1_000_000_000),
    sample: MappingSample(before: "{ p95: ", "12", after: " }") { Double($0) != nil })
}

extension StatisticLimits {
  fileprivate static func table(
    _ name: String, of value: Shape<Value>, sample: MappingSample
  ) -> KeyTable<StatisticLimits> {
    KeyTable(
      name, { StatisticLimits() },
      [
        Key("p50", value, "The limit in half of all runs.") { $0.values[.p50] = $1.value },
        Key("p90", value, "The limit in 90 of 100 runs.") { $0.values[.p90] = $1.value },
        Key("p95", value, "The limit in 95 of 100 runs.") { $0.values[.p95] = $1.value },
        Key("p99", value, "The limit in 99 of 100 runs.") { $0.values[.p99] = $1.value },
        Key("mean", value, "The limit on the average of all runs.") { $0.values[.mean] = $1.value },
      ], sample: sample)
  }
}
