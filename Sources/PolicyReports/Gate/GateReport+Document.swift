internal import AppFacts
internal import PolicyAdvice
internal import PolicyLint
internal import PolicyModel
internal import PolicySim
internal import PolicySyntax

extension GateReport {
  var overview: Document.Table {
    let change = base.map { ["change since \($0)"] } ?? []
    return Document.Table(
      "Results by policy", columns: ["policy", "lint", "generated files", "budgets"] + change,
      rows: policies.map { policy in
        [policy.path, policy.lintText, policy.generatedText, policy.budgetText]
          + (base == nil ? [] : [policy.change?.text ?? "not compared: fix errors first"])
      }, textColumns: 4 + change.count)
  }

  /// The changes since the base, a section for each policy that has some to show.
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

  /// The budgets of policies that were estimated in one scenario: the broken ones first, then those that are not certain.
  private var budgets: Document.Table? {
    let all = policies.filter { $0.scenarios.count == 1 }.flatMap { policy in
      policy.verdicts.map { (policy, $0) }
    }
    guard !all.isEmpty else { return nil }
    let ordered =
      [.broken, .notEstimated, .keptByAssumption, .kept].flatMap { outcome in
        all.filter { $0.1.outcome == outcome }
      }
    let namesPolicies = policies.count > 1
    return Document.Table(
      "Budgets",
      columns: (namesPolicies ? ["policy"] : []) + [
        "budget", "limit", "estimate", "verdict", "by how much, or why",
      ],
      rows: ordered.map { policy, verdict in
        (namesPolicies ? [policy.path] : []) + [
          verdict.name, BudgetText.figure(verdict.limit, of: verdict), BudgetText.actual(verdict),
          verdict.isBroken && verdict.severity == .warning ? "broken (warning)" : verdict.word,
          BudgetText.excess(of: verdict) ?? BudgetText.assumptions(of: verdict) ?? "",
        ]
      }, textColumns: namesPolicies ? 2 : 1)
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

  /// The verdict in a sentence.
  var conclusion: String {
    func count(_ number: Int) -> String { number == 1 ? "1 policy" : "\(number) policies" }
    let failing = outOfSight.flatMap(\.findings).count { finding in
      // With a base, the policies that are gone are counted as such.
      finding.counts && finding.severity >= limit && (base == nil || !Catalog.isOfRemovedPolicy(finding))
    }
    let change = failing == 0 ? "" : ", \(DisplayText.count(failing, "finding")) about the change"
    let others =
      change + (removedCount == 0 ? "" : ", \(removedCount) removed")
      + (unaffected == 0 ? "" : ", \(unaffected) more not affected by the change")
    guard !isPassed else { return "Passed: \(count(policyCount))\(others)\(unreadText)" }
    let failed = policies.count { $0.isFailed(at: limit) }
    if failed == 0, failing > 0, lint.failures.isEmpty {
      return "Failed: \(change.dropFirst(2)), \(count(policyCount)) passed"
    }
    let whole = failed == policyCount ? "" : "\(failed) of "
    let unread = lint.failures.isEmpty ? "" : ", \(lint.failures.count) more can't be read"
    return "Failed: \(whole)\(count(policyCount))\(unread)\(others)\(unreadText)"
  }

  /// The apps and the files of code that were not read, for the verdict; empty if all were.
  private var unreadText: String {
    let apps = unread.count { $0.reason != nil }
    return (apps == 0 ? "" : ", \(DisplayText.count(apps, "app")) not read")
      + (unreadFileCount == 0 ? "" : ", \(DisplayText.count(unreadFileCount, "file")) of code not read")
  }

  /// The number of files and folders of the policies' apps that were not read.
  var unreadFileCount: Int {
    Set(unread.flatMap { $0.files.map(\.location.file) }).count
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

  /// The verdict for people, after the findings.
  func text(style: Style, withSummary: Bool) -> String {
    let findings = lint.text(style: style, withSummary: false)
    guard withSummary else { return findings }
    let tables = [overview, budgets].compactMap { $0 }.map { Document.Block.table($0) }
    let document = Document(
      blocks: changeBlocks(afterFindings: true) + tables + matrixBlocks + nextBlocks + [.label(conclusion)])
    return findings + (findings.isEmpty ? "" : "\n") + document.text(style: style)
  }

  /// The verdict for a pull request or a job's summary, before the findings.
  var markdown: String {
    let name = "bgpolicy gate: \(isPassed ? "passed" : "failed")\(unreadText)"
    var blocks: [Document.Block] =
      [.report(name)] + outOfSightBlocks + [.table(overview)] + changeBlocks(afterFindings: false)
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
      guard !verdicts.isEmpty else { return "none declared" }
      let days = scenarios.count == 1 ? scenarios[0].scenario : "\(scenarios.count) scenarios"
      return "\(verdicts.summary) (\(days))"
    }
  }
}
