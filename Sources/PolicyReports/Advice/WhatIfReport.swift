internal import JSON
package import PolicyAdvice
internal import PolicyLint
internal import PolicyModel
internal import PolicySim
internal import PolicySyntax

/// The values of `--format` for a what-if report.
package enum WhatIfFormat: String, ReportKind {
  /// A report for people.
  case text
  /// A report for programs.
  case json
  /// A report for a pull request.
  case markdown
  /// A page for a browser.
  case html
  /// A table for plotting, with a row for each figure.
  case csv

  /// The name of the value in help.
  package static let placeholder = "text|json|markdown|html|csv[=FILE]"
}

/// The effect of changes on an estimate.
package struct WhatIfReport {
  /// The policy with some values changed.
  package struct Variant {
    let assignments: [Assignment]
    /// The findings that the unchanged policy does not have.
    let findings: [Finding]
    let sources: [SourceText]
    let comparison: Comparison
    let budgets: [BudgetVerdict]
    /// The policy with the changes.
    let changed: EstimatedPolicy

    /// The effect of `assignments`: the difference between the estimates before and after them.
    package init(_ assignments: [Assignment], from before: EstimatedPolicy, to after: EstimatedPolicy) {
      self.assignments = assignments
      findings = after.alternative.newFindings(besides: before.alternative)
      sources = after.alternative.sources
      comparison = Comparison(before.paired, after.paired)
      budgets = after.verdicts
      changed = after
    }
  }

  /// The app's name, or the policy's file name.
  package let subject: String
  let settings: Estimator.Settings
  let runs: Int
  /// The unchanged policy with its estimate.
  let before: EstimatedPolicy
  /// The unchanged policy.
  var original: Alternative { before.alternative }
  /// The verdicts on the budgets of the unchanged policy.
  let budgets: [BudgetVerdict]
  let variants: [Variant]
  /// Whether to show a table of all variants instead of the details of a single variant.
  let isSweep: Bool

  /// A report on the variants of a policy. `path` is the policy's file.
  package init(on before: EstimatedPolicy, at path: String, _ variants: [Variant], isSweep: Bool) {
    self.before = before
    subject = before.alternative.policy.app?.value.name?.value ?? path
    settings = before.settings
    runs = before.values.runs
    budgets = before.verdicts
    self.variants = variants
    self.isSweep = isSweep
  }

  /// The budgets that a variant violates and the unchanged policy keeps.
  func brokenBudgets(of variant: Variant) -> [BudgetVerdict] {
    let kept = Set(budgets.filter { $0.isKept && !$0.isViolated }.map(\.name))
    return variant.budgets.filter { $0.isViolated && kept.contains($0.name) }
  }

  /// The budgets that a variant keeps and the unchanged policy violates.
  func fixedBudgets(of variant: Variant) -> [BudgetVerdict] {
    let broken = Set(budgets.filter(\.isViolated).map(\.name))
    return variant.budgets.filter { $0.isKept && !$0.isViolated && broken.contains($0.name) }
  }

  /// Whether every variant adds an error, or breaks a budget that counts as an error.
  package var isFailure: Bool { variants.allSatisfy(isFailed) }

  /// Whether a variant adds an error, or breaks a budget that counts as an error.
  func isFailed(_ variant: Variant) -> Bool {
    variant.findings.contains { $0.severity == .error }
      || brokenBudgets(of: variant).contains { $0.severity == .error }
  }

  /// The report in a format; only text uses `style`.
  package func rendered(as kind: WhatIfFormat, style: Style) -> String {
    switch kind {
    case .text: document.text(style: style)
    case .json: json.prettyText + "\n"
    case .markdown: document.markdown
    case .html: decisionPage?.text ?? document.html
    case .csv: csv
    }
  }

  // MARK: - Text

  private var headline: String {
    let what = runs == 1 ? "one run" : "\(runs) runs, seed \(settings.seed)"
    return
      "What-if for \(subject): scenario \(settings.day.name), \(what), "
      + "the same random numbers before and after"
  }

  /// The changes, a line each.
  func changes(_ assignments: [Assignment]) -> [String] {
    assignments.map { "\($0.path): \(original.value(at: $0.path) ?? "not set") → \($0.value)" }
  }

  /// The findings and budgets that change with a variant, in addition to its figures.
  private func notes(of variant: Variant) -> [String] {
    let findings = variant.findings.map { finding in
      "Would cause \(finding.severity.label)[\(finding.name)]: \(finding.diagnostic.message)"
    }
    let starts = variant.assignments.compactMap { assignment -> String? in
      guard case .key("transfers") = assignment.path.steps.first, assignment.path.steps.count == 3,
        case .key(let name) = assignment.path.steps[1], case .key("startedIn") = assignment.path.steps[2],
        original.value(at: assignment.path) ?? "foreground" != assignment.value
      else { return nil }
      return
        "\(name) counts from another time: work that starts in the foreground comes up in a visit, other work at any time"
    }
    let broken = brokenBudgets(of: variant).map { "Would break a budget: \(BudgetText.text($0))" }
    let fixed = fixedBudgets(of: variant).map { "Would keep a budget: \(BudgetText.text($0))" }
    return findings + starts + broken + fixed
  }

  /// The assignments that all variants share.
  private var shared: [Assignment] {
    isSweep
      ? (variants.first?.assignments ?? []).filter { one in
        variants.allSatisfy { $0.assignments.contains(one) } && variants.count > 1
      } : []
  }

  // MARK: - Document

  var document: Document {
    var blocks: [Document.Block] =
      [.report("bgpolicy whatif", headline: RichText(headline))] + [choice].compactMap(\.self)
    if !isSweep, let variant = variants.first {
      let isDrawn = variant.comparison.hasDraws
      blocks += [changeList(variant.assignments)] + Self.blocks(about: variant.comparison)
      if let table = budgetTable(of: variant) {
        blocks.append(
          .section(isDrawn ? "Budgets, over the values that are possible" : "Budgets", [.table(table)]))
      }
    } else {
      if !shared.isEmpty { blocks.append(changeList(shared)) }
      blocks += sweepTables.map { .section($0.subject.title, [.table($0.table)]) }
    }
    blocks += allNotes.map { title, notes in
      let list = Document.Block.list(notes.map { Document.Item(text: $0) })
      return title.isEmpty ? list : .section(title, [list])
    }
    return Document(blocks: blocks, isForComments: true)
  }

  private func changeList(_ assignments: [Assignment]) -> Document.Block {
    .list(changes(assignments).map { Document.Item(.code($0)) })
  }

  /// The verdicts on each budget before and after the changes of a variant. `nil` if the policy has no
  /// budgets.
  private func budgetTable(of variant: Variant) -> Document.Table? {
    guard !budgets.isEmpty else { return nil }
    func cell(_ verdict: BudgetVerdict?) -> String {
      guard let verdict else { return "–" }
      let share = verdict.keptShare.map { ", holds in \(NumberFormat.roughShare($0))" } ?? ""
      return "\(verdict.word): \(BudgetText.actual(verdict))\(share)"
    }
    let rows = budgets.map { old in
      [
        old.name, BudgetText.figure(old.limit, of: old), cell(old),
        cell(variant.budgets.first { $0.name == old.name }),
      ]
    }
    return Document.Table(
      "Verdicts on budgets", columns: ["", "limit", "before", "after"], rows: rows, textColumns: 1)
  }

  private static func blocks(about comparison: Comparison) -> [Document.Block] {
    let table = comparison.table
    guard !table.rows.isEmpty else {
      return [.section(nil, [.paragraph("No figure of the estimate changes")])]
    }
    let basis: [Document.Block] = comparison.hasDraws ? [.paragraph("With the values of the model:")] : []
    return [.section(nil, basis + [.table(table)])]
      + (comparison.unchanged.map { [.section(nil, [.paragraph($0)])] } ?? [])
  }

  private var allNotes: [(title: String, notes: [String])] {
    variants.compactMap { variant in
      let notes = notes(of: variant)
      return notes.isEmpty ? nil : (isSweep ? label(of: variant) : "", notes)
    }
  }

  private func label(of variant: Variant) -> String {
    variant.assignments.filter { !shared.contains($0) }.map { "\($0.path)=\($0.value)" }.joined(
      separator: " ")
  }

  /// Whether all variants set values at the same paths. Then a column for each path distinguishes the
  /// variants.
  private var changesSamePaths: Bool {
    variants.allSatisfy { $0.assignments.map(\.path) == variants.first?.assignments.map(\.path) }
  }

  /// The heads of the columns that distinguish the variants.
  private var variantHeads: [String] {
    guard changesSamePaths, let first = variants.first else { return ["design"] }
    return first.assignments.filter { !shared.contains($0) }.map(\.path.description)
  }

  /// The fields of a variant in the columns that distinguish the variants.
  private func fields(of variant: Variant) -> [String] {
    changesSamePaths
      ? variant.assignments.filter { !shared.contains($0) }.map(\.value) : [label(of: variant)]
  }

  /// The fields of the unchanged policy in the columns that distinguish the variants.
  private var fieldsOfOriginal: [String] {
    guard changesSamePaths, let first = variants.first else { return ["as it is"] }
    return first.assignments.filter { !shared.contains($0) }.map { original.value(at: $0.path) ?? "not set" }
  }

  /// A table for each subject that changes with any variant, with a row for each variant.
  private var sweepTables: [(subject: ComparedFigure.Subject, table: Document.Table)] {
    guard let first = variants.first else { return [] }
    let subjects = first.comparison.subjects.filter { subject in
      variants.contains { !$0.comparison.isUnchanged(subject) }
    }
    let hasDraws = variants.contains { $0.comparison.hasDraws }
    return subjects.map { subject in
      let figures = FigureStatistic.compared.filter { figure in
        variants.contains { $0.comparison[subject, figure]?.isTelling ?? false }
      }
      let late = FigureStatistic(.completion, .p95)
      let main = figures.contains(late) ? late : FigureStatistic(.launchesPerDay)
      let before =
        fieldsOfOriginal
        + figures.map { $0.averageText(first.comparison[subject, $0]?.before) } + ["", "unchanged"]
        + (hasDraws ? [""] : [])
      let rows = variants.map { variant in
        fields(of: variant)
          + figures.map { $0.averageText(variant.comparison[subject, $0]?.after) }
          + [
            main.signedAverage(variant.comparison[subject, main]?.difference),
            variant.comparison[subject, main]?.intervalText ?? "",
          ] + (hasDraws ? [variant.comparison[subject, main]?.drawsText ?? ""] : [])
      }
      return (
        subject,
        Document.Table(
          "Estimates by value",
          columns: variantHeads + figures.map(\.title) + ["Δ \(main.title)", "95 % interval"]
            + (hasDraws ? ["better in"] : []),
          rows: [before] + rows, textColumns: variantHeads.count)
      )
    }
  }

  // MARK: - For programs

  /// The report as JSON, version 1.
  private var json: JSONValue {
    [
      "version": 1,
      "policy": .string(original.source.name),
      "model": ["seed": .int(Int64(bitPattern: settings.seed)), "runs": .number(runs)],
      "scenario": .string(settings.day.name),
      "budgets": .array(budgets.map(BudgetText.json)),
      "decision": decisionJSON,
      "variants": .array(
        variants.map { variant in
          [
            "changes": .array(
              variant.assignments.map {
                .members([
                  "path": .string("\($0.path)"),
                  "before": original.value(at: $0.path).map { .string($0) } ?? .null,
                  "after": .string($0.value),
                ])
              }),
            "findings": .array(
              LintReport.File(findings: variant.findings, sources: variant.sources).jsonFindings),
            "figures": .array(variant.comparison.figures.map(\.json)),
            "budgets": .array(variant.budgets.map(BudgetText.json)),
            "verdict": isFailed(variant) ? "fail" : "pass",
          ]
        }),
    ]
  }

  /// A row for each figure of each variant, in the units of the JSON report.
  private var csv: String {
    let heads =
      changesSamePaths ? (variants.first?.assignments ?? []).map(\.path.description) : ["design"]
    let rows = variants.flatMap { variant in
      variant.comparison.figures.map { figure in
        (changesSamePaths ? variant.assignments.map(\.value) : [label(of: variant)])
          + [figure.subject.kind, figure.subject.name, figure.figure.comparedName, figure.figure.unit]
          + [
            figure.before, figure.after, figure.difference, figure.interval?.lowerBound,
            figure.interval?.upperBound,
          ].map(JSONValue.plainText(of:))
      }
    }
    let head = heads + ["kind", "name", "figure", "unit", "before", "after", "difference", "low", "high"]
    return CSVText.rows([head] + rows, lineEnd: "\n")
  }
}
