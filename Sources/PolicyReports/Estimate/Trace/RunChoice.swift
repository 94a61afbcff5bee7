internal import PolicyModel
package import PolicySim

/// The choice of a run of an estimate.
package enum RunChoice: Hashable {
  /// The one that is nearest to the p50 of the most delayed transfer.
  case typical
  /// The one that is nearest to its p95.
  case bad
  /// The one of a number, from 1.
  case number(Int)

  /// The values that a call can give instead of a number.
  package static let words = ["typical", "bad"]

  /// Parses the value of an option; `nil` if it is not a choice.
  package init?(_ text: String) {
    switch text {
    case "typical": self = .typical
    case "bad": self = .bad
    default:
      guard let number = Int(text), number > 0 else { return nil }
      self = .number(number)
    }
  }
}

/// A run with the reason for its choice.
package struct ChosenRun {
  let choice: RunChoice
  /// The most delayed transfer, whose completion decides; `nil` if no transfer ever completes.
  let transfer: String?
  let trace: RunTrace
  /// Whether the estimate has no other run.
  let isOnly: Bool

  /// Seconds to the end of the transfer that decides.
  var completion: Double? {
    trace.completions.first { $0.transfer == transfer }?.seconds
  }

  /// Milliseconds from the start of the run to the first submission of the transfer that decides; 0 if there
  /// is none.
  var start: Int64 {
    trace.events.first { event in
      if case .submitted(let name, _, _) = event.kind { name == transfer } else { false }
    }?.time ?? 0
  }

  /// Whether its trace has any event other than the device's conditions.
  var tellsOfWork: Bool {
    trace.events.contains { event in
      if case .condition = event.kind { false } else { true }
    }
  }

  /// The title: `a typical day`.
  package var title: String {
    switch choice {
    case .typical where isOnly: "The run"
    case .typical: "A typical run"
    case .bad: "A bad run"
    case .number: "Run \(trace.run + 1)"
    }
  }
}

extension EstimateReport {
  /// The transfer whose p95 is the latest.
  var mostDelayed: TransferEstimate? {
    estimate.transfers.filter { $0.completion.p95 != nil }.max {
      ($0.completion.p95 ?? 0) < ($1.completion.p95 ?? 0)
    }
  }

  /// A run of the estimate that was made with some settings.
  package func run(_ choice: RunChoice, _ settings: Estimator.Settings) -> ChosenRun {
    let transfer = mostDelayed
    let quantile: Double?? =
      switch choice {
      case .typical: transfer?.completion.p50
      case .bad: transfer?.completion.p95
      case .number: nil
      }
    var number = 0
    if case .number(let chosen) = choice { number = chosen - 1 }
    if let transfer, let seconds = quantile ?? nil {
      number = Estimator.run(of: policy, settings, completing: transfer.name, nearestTo: seconds)
    }
    return ChosenRun(
      choice: choice, transfer: transfer?.name, trace: Estimator.trace(policy, settings, run: number),
      isOnly: estimate.runs == 1)
  }
}
