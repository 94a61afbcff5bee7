internal import JSON
internal import PlatformFacts
package import PolicyAdvice
internal import PolicyLint
internal import PolicyModel
internal import PolicySim
package import PolicySyntax
internal import Quantities

/// The values of `--format` for a diff.
package enum DiffFormat: String, ReportKind {
  /// For people.
  case text
  /// For programs.
  case json
  /// For a pull request.
  case markdown

  /// The name of the value in help.
  package static let placeholder = "text|json|markdown[=FILE]"
}

/// The effects of an update from one policy to another: on work in progress, on findings, and on the cost.
package struct DiffReport {
  private let update: PolicyUpdate
  /// The names of the old and the new policy, as the call has them.
  private let names: (old: String, new: String)
  /// The cost; `nil` if it is not compared.
  private let cost: UpdateCost?
  /// The lowest severity of a finding that fails.
  private let limit: Severity

  /// A report on an update of a policy; `old` and `new` name its versions.
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
    if !update.stranded.isEmpty {
      blocks.append(.section("Work in progress on devices", [.list(update.stranded.map(item))]))
    }
    blocks += findings(update.added, of: update.new, title: "Findings added")
    blocks += findings(update.gone, of: update.old, title: "Findings gone")
    if let cost { blocks += Self.blocks(about: cost) }
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

  private func item(_ work: StrandedWork) -> Document.Item {
    let time = work.longest.map { "for up to \($0)" } ?? "until the system launches it; no end is documented"
    var seen: Set<Citation> = []
    let sources = work.facts.flatMap(\.citations).filter { seen.insert($0).inserted }
      .map { "\($0.title) (\($0.edition))" }
    return Document.Item(
      text: "\(work.severity.label)[\(work.change.rawValue)] \(work.path): \(work.message)",
      details: [
        "how long: \(time)", "way out: \(work.help)",
        "source: \(sources.joined(separator: "; ")) [\(work.confidence.rawValue)]",
      ])
  }

  private func findings(
    _ findings: [Finding], of policy: Alternative, title: String
  ) -> [Document.Block] {
    guard !findings.isEmpty else { return [] }
    let regions = Regions(LintReport.File(findings: [], sources: policy.sources))
    let items = findings.map { finding in
      let region = regions.region(of: finding.diagnostic.span)
      return Document.Item(
        text:
          "\(region.file):\(region.start.line): \(finding.severity.label)[\(finding.name)]: \(finding.diagnostic.message)"
      )
    }
    return [.section(title, [.list(items)])]
  }

  private static func blocks(about cost: UpdateCost) -> [Document.Block] {
    let settings = cost.before.settings
    let runs = cost.before.values.runs
    let basis =
      "Scenario \(settings.day.name), \(DisplayText.count(runs, "run")), the same random numbers before and after"
    let table = cost.comparison.table
    var blocks: [Document.Block] = [
      .section(
        "Cost",
        table.rows.isEmpty
          ? [.paragraph("\(basis): no figure of the estimate changes")]
          : [.paragraph(basis), .table(table)] + (cost.comparison.unchanged.map { [.paragraph($0)] } ?? []))
    ]
    let names = cost.after.verdicts.map(\.name)
    let lost = cost.before.verdicts.filter { !names.contains($0.name) }
    guard !names.isEmpty || !lost.isEmpty else { return blocks }
    let rows = (cost.after.verdicts + lost).map { verdict -> [String] in
      func cell(_ verdicts: [BudgetVerdict]) -> String {
        verdicts.first { $0.name == verdict.name }.map { "\($0.word): \(BudgetText.actual($0))" } ?? "–"
      }
      func limit(_ verdicts: [BudgetVerdict]) -> String {
        verdicts.first { $0.name == verdict.name }.map { BudgetText.figure($0.limit, of: $0) } ?? "–"
      }
      return [
        verdict.name, limit(cost.before.verdicts), cell(cost.before.verdicts), limit(cost.after.verdicts),
        cell(cost.after.verdicts),
      ]
    }
    blocks.append(
      .section(
        "Budgets",
        [
          .table(
            Document.Table(
              "Verdicts on budgets", columns: ["", "limit before", "before", "limit after", "after"],
              rows: rows, textColumns: 1))
        ]))
    return blocks
  }

  // MARK: - For programs

  private var json: JSONValue {
    [
      "version": 1, "old": .string(names.old), "new": .string(names.new),
      "stranded": .array(update.stranded.map(\.json)),
      "findings": [
        "added": .array(
          LintReport.File(findings: update.added, sources: update.new.sources).jsonFindings),
        "gone": .array(LintReport.File(findings: update.gone, sources: update.old.sources).jsonFindings),
      ],
      "cost": cost.map(Self.json) ?? .null, "verdict": hasFinding || breaksBudget ? "fail" : "pass",
    ]
  }

  private static func json(_ cost: UpdateCost) -> JSONValue {
    [
      "model": [
        "seed": .int(Int64(bitPattern: cost.before.settings.seed)), "runs": .number(cost.before.values.runs),
      ],
      "scenario": .string(cost.before.settings.day.name),
      "figures": .array(cost.comparison.figures.map(\.json)),
      "budgets": [
        "before": .array(cost.before.verdicts.map(BudgetText.json)),
        "after": .array(cost.after.verdicts.map(BudgetText.json)),
      ],
    ]
  }
}

extension StrandedWork {
  /// The severity: a fact that is reported or assumed is never an error.
  var severity: Severity { isLoss ? .warning : .info }

  fileprivate var json: JSONValue {
    [
      "change": .string(change.rawValue), "severity": .string(severity.rawValue), "path": .string(path),
      "identifier": .string(identifier), "message": .string(message),
      "longestSeconds": longest.map { .double($0.seconds) } ?? .null, "help": .string(help),
      "confidence": .string(confidence.rawValue),
      "facts": .array(
        facts.map { fact in
          [
            "statement": .string(fact.value), "confidence": .string(fact.confidence.rawValue),
            "sources": .array(
              fact.citations.map {
                .members([
                  "title": .string($0.title), "edition": .string($0.edition),
                  "address": $0.address.map { .string($0) } ?? .null,
                ])
              }),
          ]
        }),
    ]
  }
}
