internal import PolicyModel
internal import PolicySim

extension EstimateReport {
  /// The times and costs of the work, a sentence or two for each part of the policy.
  var plainText: [RichText] {
    estimate.transfers.map { "\(strong: $0.name) \(words(of: $0))" }
      + estimate.notEstimated.map {
        "\(strong: title(of: $0)) is not estimated, because \($0.reason). The totals leave it out."
      }
      + estimate.tasks.map { "\(strong: title(of: $0)) \(words(of: $0))" }
      + estimate.pushes.map { "\(strong: title(of: $0)) \(words(of: $0))" }
  }

  private func words(of transfer: TransferEstimate) -> String {
    guard transfer.hasItems else { return "has no items." }
    guard !transfer.neverCompletes else { return "never completes." }
    let unfinished = transfer[.unfinishedShare]
    let left = unfinished > 0 ? " \(NumberFormat.share(unfinished)) of its items never arrive." : ""
    let cost =
      " It takes \(launches(transfer.launches.mean ?? 0)), \(bytes(transfer)) and "
      + "\(NumberFormat.energy(transfer[.energy])) on average."
    let backlog = transfer.backlog.map { " It \(self.words(of: $0))." } ?? ""
    return ends(transfer) + backlog + left + cost
  }

  /// The times of completion, as a sentence.
  private func ends(_ transfer: TransferEstimate) -> String {
    let completion = transfer.completion
    // If failures of the work itself prevent 95 % of completions, the values of parameters do not matter.
    if estimate.prediction != nil, completion.p95 != nil {
      let (half, late) = (time(.p50, of: transfer), time(.p95, of: transfer))
      let ends =
        half == "never"
        ? "is not half done with most of the values that are possible."
        : "is half done by \(half), and "
          + (late == "never"
            ? "never 95 % done with most of the values that are possible." : "95 % done by \(late).")
      let range = predictive(.p95, of: transfer).map { " In 90 of 100 cases the latter is \($0)." } ?? ""
      return ends + range + (splitText(of: transfer).map { " \($0)." } ?? "")
    }
    guard let median = completion.p50 else {
      return
        "completes in \(NumberFormat.share(completion.finiteShare)) of all runs, and never in the others."
    }
    guard estimate.runs > 1 else { return "ends after \(NumberFormat.duration(median))." }
    guard let late = completion.p95 else {
      return
        "ends within \(NumberFormat.duration(median)) in half of all runs. It completes in "
        + "\(NumberFormat.share(completion.finiteShare)) of them, so there is no time for 95 of 100."
    }
    return
      "ends within \(NumberFormat.duration(median)) in half of all runs, and within \(NumberFormat.duration(late)) in 95 of 100."
  }

  private func launches(_ mean: Double) -> String {
    mean == 0 ? "no launches" : NumberFormat.launches(mean)
  }

  private func bytes(_ transfer: TransferEstimate) -> String {
    let parts = [(transfer[.wifiBytes], "Wi-Fi"), (transfer[.cellularBytes], "cellular")].filter { $0.0 > 0 }
    return parts.isEmpty
      ? "no bytes" : parts.map { "\(NumberFormat.bytes($0)) over \($1)" }.joined(separator: ", ")
  }

  private func words(of task: TaskEstimate) -> String {
    if let starts = task.startText { return "is \(starts); the system never launches the app for it." }
    guard let median = task.launchesPerDay.p50, median > 0 || (task.launchesPerDay.mean ?? 0) > 0 else {
      return "is never launched."
    }
    let first = task.firstLaunch.p50.map { ", first after \(NumberFormat.duration($0))" } ?? ""
    return "is launched \(times(median)) a day\(first), in half of all runs."
  }

  private func times(_ count: Double) -> String {
    count == 1 ? "once" : "\(NumberFormat.count(count)) times"
  }

  private func words(of push: PushEstimate) -> String {
    "launches the app for \(NumberFormat.count(push.launchesPerDay.mean ?? 0)) of "
      + "\(NumberFormat.count(push.sentPerDay)) pushes a day."
  }
}
