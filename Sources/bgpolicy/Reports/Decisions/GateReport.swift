internal import JSON
internal import PolicyLint
internal import PolicyModel
internal import PolicySim
internal import PolicySyntax

/// The verdict of a gate, and what it rests on.
struct GateReport {
  /// A file that a policy compiles to.
  struct File {
    let path: String
    /// What compiling would do to it.
    let change: OutputFolder.Change

    /// `current`, `missing` or `outdated`.
    var state: String {
      switch change {
      case .created: "missing"
      case .updated: "outdated"
      case .unchanged: "current"
      }
    }
  }

  /// What became of the check of the generated files.
  enum Generated {
    /// It makes no sense before the errors are gone.
    case notJudged
    /// The call leaves it out.
    case skipped
    case judged([File])
  }

  /// What became of the check of the budgets.
  enum Budgets {
    case notJudged, skipped
    case judged([BudgetVerdict])
  }

  /// What was found in one policy.
  struct Policy {
    let path: String
    var findings: [Finding]
    let sources: [SourceText]
    var generated = Generated.notJudged
    var budgets = Budgets.notJudged
    /// The device's day of the estimate; `nil` where nothing was estimated.
    var scenario: String?

    init(path: String, findings: [Finding], sources: [SourceText]) {
      self.path = path
      self.findings = findings
      self.sources = sources
    }
  }

  /// The policies, sorted by name.
  let policies: [Policy]
  /// All findings, those about budgets and files among them.
  let lint: LintReport
  /// The findings that say no.
  let limit: Severity

  init(_ policies: [Policy], failures: [String], hasBaseline: Bool, limit: Severity) {
    self.policies = policies.sorted { $0.path.isBefore($1.path) }
    self.limit = limit
    lint = LintReport(policies.map(\.file), hasBaseline: hasBaseline, failures: failures)
  }

  /// Whether nothing says no.
  var isPassed: Bool { !lint.refuses(at: limit) && lint.failures.isEmpty }

  /// The report in a form; `style` and `withSummary` are about text alone.
  func rendered(as kind: LintFormat, style: Style, withSummary: Bool) -> String {
    switch kind {
    case .text: text(style: style, withSummary: withSummary)
    case .json: json.prettyText + "\n"
    case .markdown: markdown
    default: lint.rendered(as: kind, style: style, withSummary: withSummary)
    }
  }
}

extension GateReport.Policy {
  /// What a report on findings needs.
  var file: LintReport.File { LintReport.File(findings: findings, sources: sources) }

  /// Whether its shape is wrong, so that nothing more can be said of it.
  var isMisshapen: Bool { findings.contains { $0.rule.isAboutShape && $0.severity == .error } }

  /// Whether it has errors that count, with which nothing is compiled.
  var hasErrors: Bool { findings.contains { $0.counts && $0.severity == .error } }

  /// The files that are not what the policy compiles to.
  var staleFiles: [GateReport.File] {
    guard case .judged(let files) = generated else { return [] }
    return files.filter { $0.change != .unchanged }
  }

  /// The verdicts on budgets.
  var verdicts: [BudgetVerdict] {
    guard case .judged(let verdicts) = budgets else { return [] }
    return verdicts
  }

  /// Turns stale files and broken budgets into findings, at the text that decides them.
  mutating func addFindings(about policy: PolicyModel.Policy) {
    let start = Span(source: SourceID(index: 0), lower: 0, upper: 0)
    func span(_ keys: [String]) -> Span? {
      policy.place(along: keys).map { policy.places.span(at: .value($0)) }
    }
    for verdict in verdicts where !verdict.isKept {
      let keys = BudgetWords.keys(of: verdict, in: policy)
      findings.append(
        .brokenBudget(
          at: span(keys) ?? start, path: keys.joined(separator: "."),
          "The budget \(BudgetWords.text(verdict)) in the scenario \(scenario ?? "")",
          help:
            "`bgpolicy advise \(path)` tries edits that help; `bgpolicy estimate \(path) --why` tells what it rests on",
          verdict.severity == .error ? .error : .warning))
    }
    let stale = staleFiles
    if let first = stale.first {
      let rest = stale.count > 1 ? ", and so \(stale.count == 2 ? "is" : "are") \(stale.count - 1) more" : ""
      let keys =
        policy.place(along: ["generate", "output"]) == nil ? ["app", "name"] : ["generate", "output"]
      findings.append(
        .staleFiles(
          at: span(keys) ?? start, path: keys.joined(separator: "."),
          "\(first.path) is \(first.state == "missing" ? "missing" : "out of date")\(rest)",
          help: "run `bgpolicy compile \(path)` and commit what it writes"))
    }
    findings.sort { ($0.issue.span, $0.name, $0.issue.path) < ($1.issue.span, $1.name, $1.issue.path) }
  }

  /// How many findings of the rules count, by severity.
  func count(_ severity: Severity) -> Int {
    findings.count { finding in
      finding.counts && finding.severity == severity
        && !Catalog.gateRules.contains { $0.name == finding.name }
    }
  }

  // MARK: - Words

  /// What the rules found.
  var lintWords: String {
    let counts = [(Severity.error, "error"), (.warning, "warning"), (.info, "note")].compactMap {
      severity, noun in
      count(severity) > 0 ? DisplayText.count(count(severity), noun) : nil
    }
    return counts.isEmpty ? "nothing found" : counts.joined(separator: ", ")
  }

  /// How the generated files are.
  var generatedWords: String {
    switch generated {
    case .notJudged: return "not judged: errors first"
    case .skipped: return "skipped"
    case .judged(let files):
      guard !files.isEmpty else { return "nothing to generate" }
      let stale = staleFiles.count
      return stale == 0
        ? "\(DisplayText.count(files.count, "file")) current" : "\(stale) of \(files.count) stale"
    }
  }

  /// How the budgets are.
  var budgetWords: String {
    switch budgets {
    case .notJudged: return "not judged: errors first"
    case .skipped: return "skipped"
    case .judged(let verdicts):
      guard !verdicts.isEmpty else { return "none declared" }
      let broken = verdicts.count { !$0.isKept }
      return broken == 0 ? "\(verdicts.count) kept" : "\(broken) of \(verdicts.count) broken"
    }
  }
}

// MARK: - Text and Markdown

extension GateReport {
  private var overview: FigureTable {
    FigureTable(
      columns: ["policy", "lint", "generated files", "budgets"],
      rows: policies.map { [$0.path, $0.lintWords, $0.generatedWords, $0.budgetWords] }, wordColumns: 4)
  }

  /// The budgets of all policies, the broken ones first.
  private var budgets: FigureTable {
    let all = policies.flatMap { policy in policy.verdicts.map { (policy, $0) } }
    let ordered = all.filter { !$0.1.isKept } + all.filter(\.1.isKept)
    return FigureTable(
      columns: ["budget", "limit", "estimate", "verdict", "by how much"],
      rows: ordered.map { _, verdict in
        [
          verdict.name, BudgetWords.figure(verdict.limit, of: verdict), BudgetWords.actual(verdict),
          verdict.isKept ? "kept" : verdict.severity == .error ? "broken" : "broken (warning)",
          BudgetWords.excess(of: verdict) ?? "",
        ]
      })
  }

  /// The verdict in a sentence.
  private var conclusion: String {
    let word = isPassed ? "Passed" : "Failed"
    let unread = lint.failures.isEmpty ? "" : ", \(lint.failures.count) more can't be read"
    return "\(word): \(policies.count == 1 ? "1 policy" : "\(policies.count) policies")\(unread)"
  }

  /// What to do next; empty where nothing is to be done.
  private var nextSteps: [String] {
    policies.flatMap { policy -> [String] in
      let advise = policy.verdicts.contains { !$0.isKept }
      return (policy.staleFiles.isEmpty ? [] : ["bgpolicy compile \(policy.path)"])
        + (advise ? ["bgpolicy advise \(policy.path)"] : [])
    }
  }

  fileprivate func text(style: Style, withSummary: Bool) -> String {
    var text = lint.text(style: style, withSummary: false)
    guard withSummary else { return text }
    if !text.isEmpty { text += "\n" }
    text += overview.text(style: style, indentation: "")
    let budgets = budgets
    if !budgets.rows.isEmpty { text += "\n" + budgets.text(style: style, indentation: "") }
    if !nextSteps.isEmpty { text += "\nNext\n" + nextSteps.map { "  \(DisplayText.line($0))\n" }.joined() }
    return text + "\n" + style.bold(conclusion) + "\n"
  }

  fileprivate var markdown: String {
    var text = "## bgpolicy gate: \(isPassed ? "passed" : "failed")\n\n" + overview.markdown
    let budgets = budgets
    if !budgets.rows.isEmpty { text += "\n### Budgets\n\n" + budgets.markdown }
    let stale = policies.flatMap(\.staleFiles)
    if !stale.isEmpty {
      text += "\n### Generated files\n\n"
      text += stale.prefix(50).map { "- \(MarkdownText.code($0.path)) is \($0.state)\n" }.joined()
      if stale.count > 50 { text += "- and \(stale.count - 50) more\n" }
    }
    if !nextSteps.isEmpty {
      text += "\n### Next\n\n" + MarkdownText.fenced(nextSteps.joined(separator: "\n"), as: "sh") + "\n"
    }
    return text + "\n### Findings\n\n" + lint.markdownBody
  }

  // MARK: - For programs

  /// The verdict as JSON, version 1.
  fileprivate var json: JSONValue {
    [
      "version": 1,
      "verdict": isPassed ? "pass" : "fail",
      "failOn": .string(limit.rawValue),
      "policies": .array(policies.map(\.json)),
      "findings": .array(lint.files.flatMap(\.jsonFindings)),
      "failures": .array(lint.failures.map { .string($0) }),
      "summary": [
        "policies": .number(policies.count), "errors": .number(lint.count(.error)),
        "warnings": .number(lint.count(.warning)), "infos": .number(lint.count(.info)),
        "suppressed": .number(lint.suppressedCount),
        "staleFiles": .number(policies.flatMap(\.staleFiles).count),
        "brokenBudgets": .number(policies.flatMap(\.verdicts).count { !$0.isKept }),
      ],
    ]
  }
}

extension GateReport.Policy {
  fileprivate var json: JSONValue {
    [
      "policy": .string(path),
      "scenario": scenario.map { .string($0) } ?? .null,
      "lint": [
        "errors": .number(count(.error)), "warnings": .number(count(.warning)),
        "infos": .number(count(.info)),
        "verdict": count(.error) == 0 ? "pass" : "fail",
      ],
      "generated": generatedJSON,
      "budgets": budgetsJSON,
    ]
  }

  private var generatedJSON: JSONValue {
    switch generated {
    case .notJudged: return ["verdict": "not judged", "files": []]
    case .skipped: return ["verdict": "skipped", "files": []]
    case .judged(let files):
      return [
        "verdict": staleFiles.isEmpty ? "pass" : "fail",
        "files": .array(files.map { ["path": .string($0.path), "state": .string($0.state)] }),
      ]
    }
  }

  private var budgetsJSON: JSONValue {
    switch budgets {
    case .notJudged: return ["verdict": "not judged", "limits": []]
    case .skipped: return ["verdict": "skipped", "limits": []]
    case .judged(let verdicts):
      let fails = verdicts.contains { !$0.isKept && $0.severity == .error }
      return ["verdict": fails ? "fail" : "pass", "limits": .array(verdicts.map(BudgetWords.json))]
    }
  }
}
