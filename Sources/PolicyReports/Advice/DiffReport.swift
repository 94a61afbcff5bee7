internal import JSON
package import PolicyAdvice
internal import PolicyLint
internal import PolicyModel
internal import PolicySim
package import PolicySyntax

/// The values of `--format` for a diff.
package enum DiffFormat: String, ReportKind {
  /// A report for people.
  case text
  /// A report for programs.
  case json
  /// A report for a pull request.
  case markdown

  /// The name of the value in help.
  package static let placeholder = "text|json|markdown[=FILE]"
}

/// The effects of an update from one version of a policy to another: on work in progress, on findings, and on
/// the cost.
package struct DiffReport {
  private let update: PolicyUpdate
  /// The paths of the old and the new version as arguments name them.
  private let names: (old: String, new: String)
  /// The change of the cost. `nil` if the cost is not compared.
  private let cost: UpdateCost?
  /// The lowest severity of a finding that fails.
  private let limit: Severity

  /// A report on an update of a policy. `old` and `new` name the two versions.
  package init(_ update: PolicyUpdate, old: String, new: String, cost: UpdateCost?, limit: Severity) {
    self.update = update
    names = (old, new)
    self.cost = cost
    self.limit = limit
  }

  /// Whether the update adds a finding, or strands work, at or above the limit.
  package var hasFinding: Bool {
    update.added.contains { $0.severity >= limit } || update.stranded.contains { $0.severity >= limit }
  }

  /// Whether the update breaks a budget that counts as an error.
  package var breaksBudget: Bool { cost?.brokenBudgets.contains { $0.severity == .error } ?? false }

  /// The report in a format; only text uses `style`.
  package func rendered(as kind: DiffFormat, style: Style) -> String {
    switch kind {
    case .text: document.text(style: style)
    case .json: json.prettyText + "\n"
    case .markdown: document.markdown
    }
  }

  // MARK: - Document

  private var document: Document {
    var blocks: [Document.Block] = [
      .report(
        "bgpolicy diff", headline: RichText("Diff from \(names.old) to \(names.new)"),
        result: RichText(result))
    ]
    blocks += update.strandedBlocks + update.findingBlocks(.none)
    if let cost { blocks += cost.blocks }
    return Document(blocks: blocks, isForComments: true)
  }

  /// The counts in a sentence.
  private var result: String {
    let budgets = cost?.brokenBudgets.count ?? 0
    let parts = [
      update.stranded.isEmpty ? "no work is stranded" : "\(update.stranded.count) stranded on devices",
      "\(DisplayText.count(update.added.count, "finding")) added", "\(update.gone.count) gone",
      cost == nil ? "cost not compared" : "\(DisplayText.count(budgets, "budget")) newly broken",
    ]
    return parts.joined(separator: ", ")
  }

  // MARK: - For programs

  private var json: JSONValue {
    [
      "version": 1, "old": .string(names.old), "new": .string(names.new),
      "stranded": update.strandedJSON, "findings": update.findingsJSON,
      "cost": cost.map(\.json) ?? .null, "verdict": hasFinding || breaksBudget ? "fail" : "pass",
    ]
  }
}
