internal import AppFacts
internal import PolicyAdvice
internal import PolicyLint
internal import PolicyModel
internal import PolicySim
internal import PolicySyntax

extension GateReport {
  /// The result of one stage of the gate for a policy, in a line.
  struct Stage {
    /// The name of the stage.
    let name: String
    let sign: VerdictSign
    /// The result in a few words.
    let text: String
  }

  /// The stages as a table. For one policy, a row for each stage; for several policies, a row for each
  /// policy.
  var overview: Document.Table {
    guard policies.count == 1, base == nil, let policy = policies.first else { return overviewOfPolicies }
    return Document.Table(
      "Stages", columns: ["stage", "result"],
      rows: policy.stages(failingAt: limit).map { stage in
        [Document.Cell("\(sign: stage.sign) \(stage.name)"), Document.Cell(text: stage.text)]
      }, textColumns: 2)
  }

  private var overviewOfPolicies: Document.Table {
    let change = base.map { ["change since \($0)"] } ?? []
    let names = policies.first?.stages(failingAt: limit).map(\.name) ?? []
    return Document.Table(
      "Results by policy", columns: ["policy"] + names + change,
      rows: policies.map { policy -> [Document.Cell] in
        let stages = policy.stages(failingAt: limit)
        let sign: VerdictSign =
          policy.isFailed(at: limit)
          ? .bad : stages.contains { $0.sign == .uncertain || $0.sign == .bad } ? .uncertain : .good
        return [Document.Cell("\(sign: sign) \(policy.path)")] + stages.map { Document.Cell(text: $0.text) }
          + (base == nil
            ? [] : [Document.Cell(text: policy.change?.text ?? "not compared: fix errors first")])
      }, textColumns: names.count + 1 + change.count)
  }

  /// The policies with details in the report: the only policy, or the policies that fail or leave work
  /// undone.
  private var detailed: [Policy] {
    policies.count == 1 ? policies : policies.filter { $0.isFailed(at: limit) || !$0.undone.isEmpty }
  }

  /// The work that is left undone, whether or not a budget limits undone work.
  var undoneBlocks: [Document.Block] {
    var seen: Set<String> = []
    let blocks = policies.flatMap { policy in
      policy.undone.filter { seen.insert("\(policy.path) \($0.name)").inserted }.map(\.block)
    }
    return blocks.isEmpty ? [] : [.group(blocks)]
  }

  /// The changes since the base, with a section for each policy that has changes to show.
  func changeBlocks(afterFindings: Bool) -> [Document.Block] {
    guard let base else { return [] }
    return policies.flatMap { policy -> [Document.Block] in
      let moved: [Document.Block] = policy.formerPath.map { [.paragraph("Its path was \($0)")] } ?? []
      let blocks =
        moved + (policy.change?.blocks(afterFindings: afterFindings, root) ?? []) + policy.thresholds.blocks
      guard !blocks.isEmpty else { return [] }
      let name = policies.count > 1 ? " in \(policy.path)" : ""
      return [.chapter("Changes\(name) since \(base)")] + blocks
    }
  }

  /// The budgets of policies that were estimated in one scenario, the worst budget first. `nil` if all
  /// budgets are kept.
  private var budgets: Document.Table? {
    let rows = detailed.filter { $0.scenarios.count == 1 }.flatMap { policy in
      policy.verdicts.worstFirst.map { (owner: policies.count > 1 ? policy.path : nil, verdict: $0) }
    }
    return rows.allSatisfy { $0.verdict.outcome == .kept } ? nil : BudgetTable(rows).table
  }

  /// The budgets of policies that were estimated in several scenarios, by policy and transfer.
  private var matrices: [(title: String, table: Document.Table)] {
    policies.filter { $0.scenarios.count > 1 }.flatMap { policy in
      BudgetMatrix(scenarios: policy.scenarios).tables.map { transfer, table in
        (policies.count > 1 ? "\(policy.path): \(transfer)" : transfer, table)
      }
    }
  }

  /// The budgets of all policies, in tables.
  var budgetBlocks: [Document.Block] {
    let tables = [budgets].compactMap(\.self) + matrices.map(\.table)
    return tables.map { .table($0) } + (matrices.isEmpty ? [] : [.paragraph(BudgetMatrix.legend)])
  }

  private var matrixBlocks: [Document.Block] {
    let tables = matrices.map { Document.Block.section("\($0.title), by scenario", [.table($0.table)]) }
    return tables.isEmpty ? [] : tables + [.paragraph(BudgetMatrix.legend)]
  }

  /// The findings about policies and code that the change hides, before everything else.
  var outOfSightBlocks: [Document.Block] {
    outOfSightItems.isEmpty ? [] : [.section("About the change", outOfSightItems)]
  }

  var outOfSightItems: [Document.Block] {
    let items = outOfSight.flatMap { file in
      file.listed.filter(\.counts).map { Document.Item(text: $0.diagnostic.message) }
    }
    return items.isEmpty ? [] : [.list(items)]
  }

  /// The commands to run next.
  var nextSteps: [String] {
    policies.flatMap { policy -> [String] in
      let advise = policy.verdicts.contains { $0.isBroken }
      let prune = policy.staleFiles.contains { $0.state == .leftOver } ? " --prune" : ""
      return (policy.staleFiles.isEmpty ? [] : ["bgpolicy compile\(prune) \(policy.path)"])
        + (advise ? ["bgpolicy advise \(policy.path)"] : [])
    }
  }

  private var nextBlocks: [Document.Block] {
    nextSteps.isEmpty ? [] : [.section("Next", [.code(nextSteps.joined(separator: "\n"), .shell)])]
  }

  /// The verdict for people: work that is never done, then the warnings and errors, then the stages. If notes
  /// fail the gate, the notes are included. Without the summary, only work that is never done and what fails.
  func text(style: Style, withSummary: Bool) -> String {
    let undone = Document(blocks: undoneBlocks).text(style: style)
    guard withSummary else {
      let failing = lint.notable(atLeast: limit).text(style: style, withSummary: false)
      return [undone, failing].filter { !$0.isEmpty }.joined(separator: "\n")
    }
    let findings = lint.notable(atLeast: min(limit, .warning)).text(style: style, withSummary: false)
    let tables = [budgets].compactMap(\.self).map { Document.Block.table($0) }
    let isSingle = policies.count == 1 && base == nil
    let document = Document(
      blocks: [.table(overview.withoutHeads(if: isSingle))] + changeBlocks(afterFindings: true) + tables
        + matrixBlocks + nextBlocks + [.label(conclusion)])
    let parts = [undone, findings, document.text(style: style)]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// The part of the verdict before the findings, for a pull request or a job's summary.
  var markdown: String {
    var blocks: [Document.Block] = [
      .report("bgpolicy gate: \(isPassed ? "passed" : "failed")\(unreadText)", headline: RichText(conclusion))
    ]
    blocks +=
      outOfSightBlocks + undoneBlocks + [.table(overview)] + changeBlocks(afterFindings: false)
    if let budgets { blocks.append(.section("Budgets", [.table(budgets)])) }
    blocks += matrixBlocks
    if !staleItems.isEmpty { blocks.append(.section("Generated files", [.list(staleItems)])) }
    let document = Document(blocks: blocks + nextBlocks + [.section("Findings", [])], isForComments: true)
    return document.markdown + "\n" + lint.markdownBody
  }

  var staleItems: [Document.Item] {
    let stale = policies.flatMap(\.staleFiles)
    let items = stale.prefix(50).map { Document.Item("\(code: $0.path) is \($0.state.rawValue)") }
    return items + (stale.count > 50 ? [Document.Item(text: "and \(stale.count - 50) more")] : [])
  }
}

extension GateReport.Policy {
  /// The stages in their order.
  func stages(failingAt limit: Severity) -> [GateReport.Stage] {
    let own = findings.filter { $0.counts && !Catalog.isOfResults($0.rule) }
    let lint: VerdictSign =
      isRemoved
      ? .unknown
      : own.contains { $0.severity >= limit }
        ? .bad : own.contains { $0.severity > .info } ? .uncertain : .good
    return [
      GateReport.Stage(name: "lint", sign: lint, text: lintText),
      GateReport.Stage(name: "generated", sign: generatedSign, text: generatedText),
      GateReport.Stage(name: "app", sign: appSign(failingAt: limit), text: appText),
      GateReport.Stage(name: "budgets", sign: budgetSign, text: budgetText),
    ]
  }

  private var generatedSign: VerdictSign {
    guard case .checked(let files) = generated, !files.isEmpty else { return .unknown }
    return staleFiles.isEmpty ? .good : .bad
  }

  private var budgetSign: VerdictSign {
    guard case .checked = budgets else { return .unknown }
    let signs = verdicts.map(\.verdictSign)
    if !undone.isEmpty { return .bad }
    return [.bad, .uncertain, .good].first { signs.contains($0) } ?? .unknown
  }

  /// The work that is left undone in the scenarios that were estimated.
  var undone: [UndoneWork] { scenarios.flatMap(\.undone) }

  /// The counts of findings.
  var lintText: String {
    if isRemoved { return "removed" }
    let counts = [(Severity.error, "error"), (.warning, "warning"), (.info, "note")].compactMap {
      severity, noun in
      count(severity) > 0 ? DisplayText.count(count(severity), noun) : nil
    }
    let suppressed = findings.count { !$0.counts }
    return (counts.isEmpty ? "nothing found" : counts.joined(separator: ", "))
      + (suppressed > 0 ? ", \(suppressed) suppressed" : "")
  }

  private func appSign(failingAt limit: Severity) -> VerdictSign {
    guard !isRemoved, let unread else { return .unknown }
    let own = findings.filter { $0.counts && ($0.isAboutUnreadCode || $0.isAboutUndecidedRules) }
    if own.contains(where: { $0.severity >= limit }) { return .bad }
    return own.isEmpty && unread.reason == nil && unread.files.isEmpty ? .good : .uncertain
  }

  /// Whether the policy was compared with the app's code, and what is not known of the code.
  var appText: String {
    if isRemoved { return "–" }
    guard let unread else { return "not compared" }
    if unread.reason != nil { return "not read" }
    let files = Set(unread.files.map(\.location.file)).count
    let gaps =
      (files == 0 ? [] : ["\(DisplayText.count(files, "file")) of code not read"])
      + (undecidedCount == 0 ? [] : ["\(DisplayText.count(undecidedCount, "rule")) not decided"])
    return gaps.isEmpty ? "compared" : gaps.joined(separator: ", ")
  }

  /// The state of the generated files.
  var generatedText: String {
    switch generated {
    case .notChecked: return isRemoved ? "–" : "not checked: fix errors first"
    case .skipped: return "skipped"
    case .checked(let files):
      guard !files.isEmpty else { return "nothing to generate" }
      let stale = staleFiles.count
      return stale == 0
        ? "\(DisplayText.count(files.count, "file")) current" : "\(stale) of \(files.count) stale"
    }
  }

  /// The state of the budgets.
  var budgetText: String {
    switch budgets {
    case .notChecked: return isRemoved ? "–" : "not checked: fix errors first"
    case .skipped: return "skipped"
    case .checked(let scenarios):
      guard !verdicts.isEmpty else {
        return undone.isEmpty ? "none declared" : "none declared, and work is left undone"
      }
      let days = scenarios.count == 1 ? scenarios[0].scenario : "\(scenarios.count) scenarios"
      return "\(verdicts.summary) (\(days))"
    }
  }
}
