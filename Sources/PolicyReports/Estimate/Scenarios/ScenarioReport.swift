internal import JSON
internal import PolicyModel
internal import PolicySim
internal import PolicySyntax

/// The estimates of a policy in several scenarios, to be compared.
package struct ScenarioReport {
  /// The report of each scenario: first the policy's scenarios, then the built-in scenarios.
  let reports: [EstimateReport]

  /// A comparison of the estimates of one policy.
  package init(_ reports: [EstimateReport]) { self.reports = reports }

  /// Whether a budget that counts as an error is broken in any scenario.
  package var breaksBudget: Bool { reports.contains(where: \.breaksBudget) }

  /// The report in a format; only text uses `style`.
  package func rendered(as kind: EstimateFormat, style: Style) -> String {
    switch kind {
    case .text: document.text(style: style)
    case .html: document.html
    case .markdown: document.markdown
    case .json: json.prettyText + "\n"
    case .csv: EstimateReport.csv(of: reports)
    }
  }

  // MARK: - Document

  private var document: Document {
    var blocks: [Document.Block] = [
      .report("bgpolicy estimate", headline: RichText(headline), result: RichText(result))
    ]
    let matrix = BudgetMatrix(scenarios: reports.map(\.scenarioVerdicts)).tables
    blocks += matrix.map { transfer, table in
      .section("\(transfer): budgets by scenario", [.table(table), .paragraph(BudgetMatrix.legend)])
    }
    blocks += transferTables.map { transfer, blocks in
      .section("\(transfer): completion and cost by scenario", blocks)
    }
    blocks.append(.section("The app by scenario, per day on average", [.table(totals)]))
    if let first = reports.first {
      blocks += first.estimate.notEstimated.map {
        .prose(
          "\(code: first.title(of: $0)) is not estimated, because \($0.reason). The totals leave it out.")
      }
      blocks.append(.section("Scenarios", [.entries(days)]))
      blocks.append(
        .section(
          "Assumptions",
          [
            .paragraph(
              ([EstimateReport.disclaimer, first.spreadText] + first.estimate.assumptions)
                .joined(separator: " "))
          ]))
    }
    return Document(blocks: blocks, isForComments: true)
  }

  private var headline: String {
    guard let first = reports.first else { return "Estimates" }
    let runs = reports.map { $0.estimate.runs }.max() ?? 1
    return "Estimates for \(first.subject) in \(DisplayText.count(reports.count, "scenario")): "
      + "\(DisplayText.count(runs, "run")) in each, seed \(first.estimate.seed)"
  }

  /// The verdict in a sentence.
  private var result: String {
    let verdicts = reports.flatMap(\.verdicts)
    guard !verdicts.isEmpty else { return "The policy has no budgets for these scenarios" }
    let broken = reports.filter { $0.verdicts.contains(where: \.isBroken) }
    let assumed = reports.filter { report in
      !broken.contains { $0.estimate.scenario == report.estimate.scenario }
        && report.verdicts.contains { $0.isUncertain }
    }
    let whole = DisplayText.count(reports.count, "scenario")
    guard !broken.isEmpty || !assumed.isEmpty else { return "All budgets are kept in \(whole)" }
    let parts = [
      broken.isEmpty ? nil : "Budgets are broken in \(broken.count) of \(whole): \(Self.names(broken))",
      assumed.isEmpty ? nil : "uncertain in \(assumed.count): \(Self.names(assumed))",
    ]
    let text = parts.compactMap(\.self).joined(separator: "; ")
    return broken.isEmpty ? "Budgets are " + text : text
  }

  private static func names(_ reports: [EstimateReport]) -> String {
    DisplayText.list(reports.map { $0.estimate.scenario })
  }

  /// The figures of each transfer by scenario, with a note about transfers whose work piles up.
  private var transferTables: [(transfer: String, blocks: [Document.Block])] {
    (reports.first?.estimate.transfers ?? []).enumerated().map { index, transfer in
      let predicts = reports.contains { $0.predictive(.p95, of: $0.estimate.transfers[index]) != nil }
      let rows = reports.map { report -> [String] in
        let transfer = report.estimate.transfers[index]
        let completion = [
          report.estimate.scenario, report.completion(.p50, of: transfer),
          report.completion(.p95, of: transfer),
        ]
        return completion + (predicts ? [report.predictive(.p95, of: transfer) ?? "–"] : [])
          + [NumberFormat.share(transfer.share(of: .unfinishedShare))]
          + Figure.ofAppCompared.map { $0.text(transfer[$0]) }
      }
      let backlogs = reports.compactMap { report in
        report.estimate.transfers[index].backlog.map {
          Document.Block.prose("\(code: report.estimate.scenario): \(report.words(of: $0)).")
        }
      }
      let table = Document.Table(
        "Completion and cost of \(transfer.name) by scenario",
        columns: ["scenario", "p50", "p95"] + (predicts ? ["p95 if uncertain values differ"] : [])
          + [Figure.unfinishedShare.title] + Figure.ofAppCompared.map(\.title), rows: rows)
      return (transfer.name, [.table(table)] + backlogs)
    }
  }

  private var totals: Document.Table {
    Document.Table(
      "The app by scenario, per day on average",
      columns: ["scenario"] + Figure.ofApp.map(\.titleWithoutDay),
      rows: reports.map { report in
        let estimate = report.estimate
        return [estimate.scenario] + Figure.ofApp.map { $0.text(estimate.totals[$0].value, in: estimate) }
      })
  }

  private var days: [Document.Entry] {
    reports.map {
      Document.Entry(name: $0.estimate.scenario, text: RichText($0.scenarioText ?? "the policy's own"))
    }
  }

  // MARK: - For programs

  /// The estimates as JSON. Each estimate has the same form as in a report on a single scenario.
  private var json: JSONValue {
    [
      "version": .number(EstimateReport.jsonVersion), "verdict": breaksBudget ? "fail" : "pass",
      "scenarios": .array(reports.map(\.json)),
    ]
  }
}

extension EstimateReport {
  /// The verdicts with the name of their scenario.
  var scenarioVerdicts: ScenarioVerdicts { ScenarioVerdicts(scenario: estimate.scenario, verdicts) }
}
