package import PolicyModel
package import PolicySim
internal import PolicySyntax

/// The verdicts on the budgets of a scenario.
package struct ScenarioVerdicts: Sendable {
  /// The name of the scenario.
  let scenario: String
  /// The verdicts on the budgets that apply in the scenario.
  let verdicts: [BudgetVerdict]

  /// The work that is left undone in the scenario, whether or not a budget limits undone work.
  let undone: [UndoneWork]

  /// The verdicts of a comparison in a scenario.
  package init(scenario: String, _ verdicts: [BudgetVerdict]) {
    self.init(scenario: scenario, verdicts, undone: [])
  }

  /// The verdicts of an estimate of a policy.
  package init(on policy: Policy, _ estimate: Estimate) {
    let report = EstimateReport(policy, subject: "", estimate)
    self.init(scenario: estimate.scenario, report.verdicts, undone: report.undone)
  }

  private init(scenario: String, _ verdicts: [BudgetVerdict], undone: [UndoneWork]) {
    self.scenario = scenario
    self.verdicts = verdicts
    self.undone = undone
  }

  /// The verdicts, in which a budget is violated unless it is kept without assumptions.
  package var withRequiredCertainty: ScenarioVerdicts {
    ScenarioVerdicts(scenario: scenario, verdicts.map(\.withRequiredCertainty), undone: undone)
  }
}

/// Budgets against scenarios: a row for each scenario, a column for each limit of a transfer.
struct BudgetMatrix {
  /// The meanings of the signs in the cells.
  static let legend = "✓ kept, ≈ uncertain, ✗ broken"

  let scenarios: [ScenarioVerdicts]

  /// Tables by transfer, in the order of the policy.
  var tables: [(transfer: String, table: Document.Table)] {
    transfers.map { transfer in
      let limits = self.limits(of: transfer)
      let rows = scenarios.map { scenario in
        [Document.Cell(text: scenario.scenario)]
          + limits.map { limit in
            Document.Cell(
              scenario.verdicts.first { $0.name == limit.name }.map(Self.text) ?? "not required")
          }
      }
      let heads = limits.map { "\($0.figure.name) ≤ \(BudgetText.figure($0.limit, of: $0))" }
      return (
        transfer,
        Document.Table("Budgets of \(transfer) by scenario", columns: ["scenario"] + heads, rows: rows)
      )
    }
  }

  /// The transfers that have budgets.
  private var transfers: [String] { unique(scenarios.flatMap { $0.verdicts.map(\.transfer) }, by: \.self) }

  /// The limits of a transfer in all scenarios, each limit once.
  private func limits(of transfer: String) -> [BudgetVerdict] {
    unique(scenarios.flatMap { $0.verdicts.filter { $0.transfer == transfer } }, by: \.name)
  }

  /// The elements whose key no earlier element has.
  private func unique<Element>(_ elements: [Element], by key: (Element) -> String) -> [Element] {
    var seen: Set<String> = []
    return elements.filter { seen.insert(key($0)).inserted }
  }

  /// A verdict with its figure.
  static func text(_ verdict: BudgetVerdict) -> RichText {
    guard verdict.isEstimated else { return "not estimated" }
    return "\(sign: verdict.verdictSign) \(BudgetText.actual(verdict))"
  }
}
