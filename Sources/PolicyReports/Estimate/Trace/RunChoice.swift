internal import PolicyModel
package import PolicySim

/// The run of an estimate to show.
package enum RunChoice: Hashable {
  /// The run nearest to the completion p50 of the most delayed transfer.
  case typical
  /// The run nearest to the completion p95 of the most delayed transfer.
  case bad
  /// The run with a number, from 1.
  case number(Int)

  /// The words that choose a run. The value of the option may also be the number of a run.
  package static let words = ["typical", "bad"]

  /// The choice for the value of an option. `nil` if the value is not valid.
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

/// A run, with the reason why it was chosen.
package struct ChosenRun {
  let choice: RunChoice
  /// The most delayed transfer, whose completion decides the choice. `nil` if no transfer has items.
  let transfer: String?
  let trace: RunTrace
  /// Whether the estimate has only this run.
  let isOnly: Bool

  /// The seconds until the completion of the transfer that decides the choice.
  var completion: Double? {
    trace.completions.first { $0.transfer == transfer }?.seconds
  }

  /// The milliseconds from the start of the run to the first submission of the transfer that decides the
  /// choice. 0 without a submission.
  var start: Int64 {
    trace.events.first { event in
      if case .submitted(let name, _, _) = event.kind { name == transfer } else { false }
    }?.time ?? 0
  }

  /// Whether the run has other events than changes of the device's conditions.
  var hasWork: Bool {
    trace.events.contains { event in
      if case .condition = event.kind { false } else { true }
    }
  }

  /// The run as the subject of a sentence: `A typical run`.
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
  /// The transfer with the latest p95 of its first completion, which a trace shows. Among transfers that
  /// never complete, the transfer that completes in the fewest runs.
  var mostDelayed: TransferEstimate? {
    estimate.transfers.filter { $0.firstCompletion.count > 0 }.max {
      ($0.firstCompletion.p95 ?? .infinity, -$0.firstCompletion.finiteShare)
        < ($1.firstCompletion.p95 ?? .infinity, -$1.firstCompletion.finiteShare)
    }
  }

  /// The run that a choice selects. `settings` are the settings of the estimate.
  package func run(_ choice: RunChoice, _ settings: Estimator.Settings) -> ChosenRun {
    let transfer = mostDelayed
    let number =
      switch choice {
      case .typical: run(of: transfer, nearestTo: transfer?.firstCompletion.p50 ?? .infinity, settings)
      case .bad: run(of: transfer, nearestTo: transfer?.firstCompletion.p95 ?? .infinity, settings)
      case .number(let number): number - 1
      }
    return ChosenRun(
      choice: choice, transfer: transfer?.name, trace: Estimator.trace(policy, settings, run: number),
      isOnly: estimate.runs == 1)
  }

  /// The index of the run in which a transfer completes nearest to a time. If the time is infinite, a run in
  /// which the transfer does not complete.
  private func run(
    of transfer: TransferEstimate?, nearestTo seconds: Double, _ settings: Estimator.Settings
  ) -> Int {
    guard let transfer else { return 0 }
    return Estimator.run(of: policy, settings, completing: transfer.name, nearestTo: seconds)
  }
}
