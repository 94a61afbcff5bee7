internal import JSON
internal import PlatformFacts
internal import PolicySim
internal import Quantities

extension EstimateReport {
  /// The version of the model: another one may give other numbers for the same parameters.
  static let modelVersion = "1"

  /// The estimate as JSON, version 1; times in seconds, sizes in bytes, energies in joules.
  var json: JSONValue {
    [
      "version": 1,
      "model": [
        "version": .string(Self.modelVersion),
        "seed": .int(Int64(bitPattern: estimate.seed)),
        "runs": .int(Int64(estimate.runs)),
        "assumedShare": Self.number(assumedShare),
        "parameters": .array(parameters.map { Self.parameter($0, estimate.parameters.basis(of: $0.fact)) }),
      ],
      "scenario": .string(estimate.scenario),
      "transfers": .object(estimate.transfers.map { JSONMember($0.name, Self.transfer($0)) }),
      "tasks": .object(
        estimate.tasks.map { task in
          JSONMember(
            task.name,
            [
              "launchesPerDay": Self.distribution(task.launchesPerDay, [.mean, .p05, .p50, .p95]),
              "firstLaunchSeconds": Self.distribution(task.firstLaunch, [.p50, .p95]),
            ])
        }),
      "pushes": .object(
        estimate.pushes.map { push in
          JSONMember(
            push.name,
            [
              "sentPerDay": Self.number(push.sentPerDay),
              "launchesPerDay": Self.distribution(push.launchesPerDay, [.mean, .p05, .p95]),
              "coalescedShare": Self.number(push.coalescedShare),
            ])
        }),
      "total": [
        "launchesPerDay": Self.distribution(estimate.launchesPerDay, [.mean, .p95]),
        "energyJoulesPerDay": Self.number(estimate.totals.energy.value),
        "cellularBytesPerDay": Self.number(estimate.totals.cellularBytes.value),
      ],
      "budgets": .array(verdicts.map(Self.verdict)),
    ]
  }

  private enum Figure: String {
    case p05, p50, p90, p95, p99, mean
  }

  private static func distribution(_ distribution: Distribution, _ figures: [Figure]) -> JSONValue {
    .object(
      figures.map { figure in
        let value =
          switch figure {
          case .p05: distribution.p05
          case .p50: distribution.p50
          case .p90: distribution.p90
          case .p95: distribution.p95
          case .p99: distribution.p99
          case .mean: distribution.mean
          }
        return JSONMember(figure.rawValue, number(value))
      })
  }

  /// A number to six decimals; `null` where there is none.
  private static func number(_ value: Double?) -> JSONValue {
    guard let value, value.isFinite else { return .null }
    return .double(abs(value) < 1e9 ? (value * 1e6).rounded() / 1e6 : value)
  }

  private static func transfer(_ transfer: TransferEstimate) -> JSONValue {
    let completion: [Figure] = [.p50, .p90, .p95, .p99, .mean]
    return [
      "completionSeconds": distribution(transfer.completion, completion),
      "bands": [
        "idle": distribution(transfer.bands.idle, completion),
        "literal": distribution(transfer.bands.literal, completion),
      ],
      "unfinishedShare": number(transfer.unfinishedShare),
      "expiredShare": number(transfer.expiredShare),
      "missedDeadlineShare": number(transfer.missedDeadlineShare),
      "launches": distribution(transfer.launches, [.mean, .p95]),
      "launchesPerDay": distribution(transfer.launchesPerDay, [.mean, .p95]),
      "limiterDelaySeconds": distribution(transfer.limiterDelay, [.p50, .p95]),
      "bytes": ["wifi": number(transfer.wifiBytes), "cellular": number(transfer.cellularBytes)],
      "radioSeconds": number(transfer.radioSeconds),
      "energyJoules": number(transfer.energy),
    ]
  }

  private static func parameter(
    _ parameter: (fact: ParameterFact, value: ParameterValue), _ basis: Parameters.Basis
  ) -> JSONValue {
    let (value, unit): (JSONValue, String) =
      switch parameter.value {
      case .duration(let span): (number(span.seconds), "s")
      case .size(let size): (.int(size.bytes), "B")
      case .number(let value): (number(value), parameter.fact.unit)
      case .word(let word): (.string(word), "")
      case .none: (.null, parameter.fact.unit)
      }
    return [
      "name": .string(parameter.fact.name), "value": value, "unit": .string(unit),
      "confidence": .string(basis.confidence.rawValue),
      "source": .string(basis.source),
    ]
  }

  private static func verdict(_ verdict: BudgetVerdict) -> JSONValue {
    [
      "name": .string(verdict.name), "limit": number(verdict.limit), "actual": number(verdict.actual),
      "unit": .string(verdict.unit), "verdict": verdict.isKept ? "pass" : "fail",
    ]
  }
}

extension ParameterFact {
  /// The unit of its value in JSON.
  fileprivate var unit: String {
    switch kind {
    case .duration: "s"
    case .size: "B"
    case .number(let unit): unit
    case .word: ""
    }
  }
}
