internal import PlatformFacts
internal import PolicyModel
internal import PolicySim

extension EstimateReport {
  /// The estimate for a pull request: budgets first, then figures, and what they rest on folded away.
  var markdown: String {
    var parts = [
      "## bgpolicy estimate",
      "\(MarkdownText.escaped(subject)), scenario \(MarkdownText.code(estimate.scenario)), \(extent)",
    ]
    if !verdicts.isEmpty { parts += [verdictLine, budgetTable] }
    if !estimate.transfers.isEmpty { parts.append(transferTable) }
    if estimate.transfers.contains(where: {
      $0.completionBand(ofQuantile: 0.95).isTooWide || $0.completionBand(ofQuantile: 0.5).isTooWide
    }) {
      parts.append(
        "A range instead of a number: the readings of the limiter's ambiguous rule differ by more than threefold."
      )
    }
    for transfer in estimate.transfers {
      if let words = incompleteText(of: transfer) {
        parts.append("\(MarkdownText.code(transfer.name)): \(words).")
      }
    }
    parts += estimate.notEstimated.map {
      "\(MarkdownText.code($0.name)): not estimated, because \($0.reason). No total counts it."
    }
    if !estimate.tasks.isEmpty || !estimate.pushes.isEmpty { parts.append(launchTable) }
    parts.append(totalLine)
    if let explanation = estimate.explanation { parts += causeTables(explanation) }
    parts.append(assumptions)
    return parts.joined(separator: "\n\n") + "\n"
  }

  /// A table in which some columns are numbers.
  private static func table(_ head: [String], numbers: Range<Int>, _ rows: [[String]]) -> String {
    let rule = head.indices.map { numbers.contains($0) ? "---:" : "---" }
    return ([head, rule] + rows).map { "| \($0.joined(separator: " | ")) |" }.joined(separator: "\n")
  }

  private static func name(_ text: String) -> String { MarkdownText.code(text, inTable: true) }

  // MARK: - Budgets

  private var verdictLine: String {
    let broken = verdicts.count { $0.isBroken }
    let notEstimated = verdicts.count { !$0.isEstimated }
    let all = DisplayText.count(verdicts.count, "budget")
    if notEstimated > 0 { return "**\(all): \(verdicts.summary)**" }
    return broken == 0 ? "**\(all), all kept**" : "**\(broken) of \(all) broken**"
  }

  private var budgetTable: String {
    Self.table(
      ["Budget", "Limit", "Estimate", "Verdict"], numbers: 1..<3,
      verdicts.map { verdict in
        [
          Self.name(verdict.name), verdict.text(verdict.limit),
          verdict.actual.map { verdict.text($0) } ?? (verdict.isEstimated ? "never" : "–"),
          !verdict.isBroken ? verdict.word : verdict.severity == .error ? "**broken**" : "broken, a warning",
        ]
      })
  }

  // MARK: - NumberFormat

  private var transferTable: String {
    Self.table(
      ["Transfer", "p50", "p95", "Unfinished", "Launches a day", "Cellular a day", "Energy a day"],
      numbers: 1..<7,
      estimate.transfers.map { transfer in
        [
          Self.name(transfer.name), completion(.p50, of: transfer), completion(.p95, of: transfer),
          NumberFormat.share(transfer.unfinishedShare), NumberFormat.count(transfer.launchesPerDay.mean),
          NumberFormat.bytes(transfer.cellularBytesPerDay),
          NumberFormat.energy(transfer.energyPerDay, in: estimate),
        ]
      })
  }

  private var launchTable: String {
    Self.table(
      ["Task or push", "Launches a day, p50", "p95"], numbers: 1..<3,
      estimate.tasks.map { task in
        [
          Self.name(task.name), cell(.p50, of: task.launchesPerDay, NumberFormat.count),
          cell(.p95, of: task.launchesPerDay, NumberFormat.count),
        ]
      }
        + estimate.pushes.map { push in
          [
            Self.name(push.name), cell(.p50, of: push.launchesPerDay, NumberFormat.count),
            cell(.p95, of: push.launchesPerDay, NumberFormat.count),
          ]
        })
  }

  private var totalLine: String {
    "The app, by day, on average: \(NumberFormat.launches(estimate.launchesPerDay.mean)), "
      + "Wi-Fi \(meanBytes(estimate.totals.wifiBytes)), "
      + "cellular \(meanBytes(estimate.totals.cellularBytes)), "
      + NumberFormat.energy(estimate.totals.energy.value, in: estimate)
  }

  // MARK: - Causes

  private func causeTables(_ explanation: Explanation) -> [String] {
    let figures =
      zip(estimate.transfers, explanation.transfers).map { (MarkdownText.code($0.name), "s", $1) }
      + [("Launches of the app", "", explanation.launches)]
    return figures.flatMap { title, unit, causes in
      [costTable(title, causes), swingTable(title, unit, causes)].compactMap { $0 }
    }
  }

  private func costTable(_ title: String, _ causes: Explanation.Causes) -> String? {
    guard !causes.costs.isEmpty else { return nil }
    return "\(title): the share of the mean that goes where a mechanism does\n\n"
      + Self.table(
        ["Mechanism", "Share"], numbers: 1..<2,
        causes.costs.map { cost in
          [Self.name(cost.mechanism.rawValue), NumberFormat.cost(cost)]
        })
  }

  private func swingTable(_ title: String, _ unit: String, _ causes: Explanation.Causes) -> String? {
    guard !causes.swings.isEmpty else { return nil }
    func text(_ end: Explanation.Swing.End) -> String {
      "\(end.quantile.map { NumberFormat.value($0, unit: unit, isShare: false) } ?? "never") at \(end.value)"
    }
    return "\(title): the parameters that p95 hangs on\n\n"
      + Self.table(
        ["Parameter", "Low", "High", "Basis"], numbers: 1..<3,
        causes.swings.map { swing in
          [
            Self.name(swing.parameter), text(swing.low), text(swing.high),
            swing.isAssumed ? "assumed" : "known",
          ]
        })
  }

  // MARK: - What it rests on

  private var assumptions: String {
    let rows = parameters.map { fact, value in
      [Self.name(fact.name), MarkdownText.escaped(value.text), MarkdownText.escaped(source(of: fact))]
    }
    let policy = estimate.assumptions.map { " " + MarkdownText.escaped($0) }.joined()
    return "<details>\n<summary>Assumptions</summary>\n\n\(Self.disclaimer) \(basis)\(policy)\n\n"
      + Self.table(["Parameter", "Value", "Basis"], numbers: 1..<2, rows) + "\n\n</details>"
  }
}
