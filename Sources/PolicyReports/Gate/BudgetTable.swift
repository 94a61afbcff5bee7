internal import PolicyModel
internal import PolicySim

/// Verdicts on budgets as a table: sign and name, limit, estimate, and the reason for doubt.
struct BudgetTable {
  /// The verdicts in their order. If there are several policies or scenarios, each verdict has the name of
  /// its owner.
  private let rows: [(owner: String?, verdict: BudgetVerdict)]

  /// A table of the verdicts of one policy.
  init(_ verdicts: [BudgetVerdict]) { self.init(verdicts.map { (owner: nil, verdict: $0) }) }

  /// A table of verdicts with their policies or scenarios.
  init(_ rows: [(owner: String?, verdict: BudgetVerdict)]) { self.rows = rows }

  /// The table. The column of reasons is left out if no verdict is in doubt.
  var table: Document.Table {
    let hasOwners = rows.contains { $0.owner != nil }
    let reasons = rows.map { BudgetText.reason($0.verdict) }
    let hasReasons = reasons.contains { $0 != nil }
    let columns =
      (hasOwners ? [Document.Table.Column(title: "policy", isNumber: false)] : [])
      + [
        Document.Table.Column(title: "budget", isNumber: false),
        Document.Table.Column(title: "limit", isNumber: true),
        Document.Table.Column(title: "estimate", isNumber: true),
      ] + (hasReasons ? [Document.Table.Column(title: "why", isNumber: false)] : [])
    let cells = zip(rows, reasons).map { row, reason -> [RichText] in
      let verdict = row.verdict
      let owner: [RichText] = hasOwners ? [RichText(row.owner ?? "")] : []
      let name: RichText = "\(sign: verdict.verdictSign) \(code: verdict.name)"
      let numbers = [BudgetText.figure(verdict.limit, of: verdict), BudgetText.actual(verdict)]
      return owner + [name] + numbers.map { RichText($0) } + (hasReasons ? [RichText(reason ?? "")] : [])
    }
    return Document.Table("Budgets", columns: columns, rows: cells.map { $0.map { Document.Cell($0) } })
  }
}

extension BudgetVerdict {
  /// The sign of the verdict. A broken budget that is only a warning has the sign of an uncertain verdict.
  var verdictSign: VerdictSign {
    switch outcome {
    case .kept: .good
    case .keptByAssumption, .undecided: isViolated ? .bad : .uncertain
    case .broken: severity == .error ? .bad : .uncertain
    case .notEstimated: .unknown
    }
  }
}

extension [BudgetVerdict] {
  /// The verdicts: first the broken budgets, then the uncertain budgets, then the kept budgets.
  var worstFirst: [BudgetVerdict] {
    [.broken, .notEstimated, .undecided, .keptByAssumption, .kept].flatMap { outcome in
      filter { $0.outcome == outcome }
    }
  }
}
