internal import JSON
package import PolicyAdvice
package import PolicyLint
package import PolicyModel
package import PolicySim
package import PolicySyntax
internal import Quantities

/// The verdict of a gate, with its checks.
package struct GateReport {
  /// The result of the check of the generated files.
  package enum Generated {
    /// The policy has errors, which have to be fixed before this check.
    case notChecked
    /// An option turns the check off.
    case skipped
    case checked([FileState])
  }

  /// The result of the check of the budgets.
  package enum Budgets {
    case notChecked, skipped
    /// The verdicts in each scenario that was estimated.
    case checked([ScenarioVerdicts])
  }

  /// The results for one policy.
  package struct Policy {
    /// The path as an argument names it.
    package let path: String
    var findings: [Finding]
    let sources: [SourceText]
    /// The state of the policy's generated files.
    package var generated = Generated.notChecked
    /// The verdicts on the policy's budgets.
    package var budgets = Budgets.notChecked
    /// The comparison with the policy's version at the base. `nil` if the gate has no base.
    package var change: PolicyChange?
    /// The path of the policy's version at the base, if the policy was renamed.
    package var formerPath: String?
    /// The verdicts of thresholds on the change.
    package var thresholds: [ThresholdVerdict] = []
    /// The parts of the policy's app that were not read. `nil` if the policy is not compared with an app.
    package var unread: UnreadCode?
    /// The number of rules about code that could not be decided.
    private(set) var undecidedCount = 0

    /// A policy with its findings. The results of the other checks follow. The path is as an argument names
    /// it.
    package init(path: String, findings: [Finding], sources: [SourceText]) {
      self.path = path
      self.findings = findings.withoutConsequences
      self.sources = sources
    }
  }

  /// The policies, sorted by name.
  let policies: [Policy]
  /// All findings, including the findings about budgets and files.
  let lint: LintReport
  /// The least severity that fails the gate.
  let limit: Severity
  /// The name of the base with which policies are compared. `nil` if the gate has no base.
  let base: String?
  /// The root of the paths that services see.
  let root: ReportRoot
  /// The number of all policies, including policies that the report does not show.
  let policyCount: Int
  /// The unread parts of the apps of all policies, including policies that the report does not show.
  let unread: [UnreadCode]
  /// The number of policies that only the base has.
  let removedCount: Int
  /// The findings about a change that hides policies, code or findings. These findings come first.
  let outOfSight: [LintReport.File]
  /// The number of policies that were not checked because the change does not affect them.
  let unaffected: Int

  /// A report on policies. `failures` are headlines about policies that could not be read. `outOfSight` has
  /// the findings about a change that hides policies, code or findings.
  package init(
    _ policies: [Policy], outOfSight: [LintReport.File] = [], failures: [String], base: String? = nil,
    unaffected: Int = 0,
    showsOnlyBroken: Bool = false, hasBaseline: Bool, limit: Severity, root: ReportRoot
  ) {
    self.base = base
    self.root = root
    self.unaffected = unaffected
    self.outOfSight = outOfSight
    unread = policies.compactMap(\.unread)
    removedCount = policies.count(where: \.isRemoved)
    policyCount = policies.count { !$0.isRemoved }
    let shown = showsOnlyBroken ? policies.filter { $0.isFailed(at: limit) } : policies
    self.policies = shown.sorted { $0.path.isBefore($1.path) }
    self.limit = limit
    lint = LintReport(
      shown.map(\.file), first: outOfSight, limit: limit, root: root, hasBaseline: hasBaseline,
      failures: failures)
  }

  /// Whether no check failed.
  package var isPassed: Bool { !lint.fails && lint.failures.isEmpty }

  /// The report in a format; only text uses `style` and `withSummary`.
  package func rendered(as kind: GateFormat, style: Style, withSummary: Bool) -> String {
    switch kind {
    case .text: text(style: style, withSummary: withSummary)
    case .json: json.prettyText + "\n"
    case .markdown: markdown
    case .html: html
    default:
      kind.ofFindings.map { lint.rendered(as: $0, style: style, withSummary: withSummary) } ?? html
    }
  }
}

extension GateReport.Policy {
  /// The policy's part of the report on findings.
  package var file: LintReport.File { LintReport.File(findings: findings, sources: sources) }

  /// Whether only the base has the policy.
  var isRemoved: Bool { if case .removed = change { true } else { false } }

  /// Whether the policy's shape is wrong. Then no other check is possible.
  package var isMisshapen: Bool { findings.contains(where: \.breaksShape) }

  /// Whether the policy has errors that count and concern the generated files.
  package var hasErrors: Bool {
    findings.contains { $0.counts && $0.severity == .error && !$0.rule.isAboutDrift }
  }

  /// Whether the policy has a finding that fails the gate.
  func isFailed(at limit: Severity) -> Bool { findings.contains { $0.counts && $0.severity >= limit } }

  /// The files that are missing, outdated or leftover.
  var staleFiles: [FileState] {
    guard case .checked(let files) = generated else { return [] }
    return files.filter { $0.state != .current }
  }

  /// The verdicts on budgets, by scenario.
  var scenarios: [ScenarioVerdicts] {
    guard case .checked(let scenarios) = budgets else { return [] }
    return scenarios
  }

  /// The verdicts on budgets in all scenarios.
  var verdicts: [BudgetVerdict] { scenarios.flatMap(\.verdicts) }

  /// Adds a finding if the policy has more work than the estimate of its budgets can simulate.
  package mutating func addExcess(_ excess: SimulationExcess, _ nodes: NodeTable) {
    findings.append(excess.finding(nodes))
  }

  /// Adds findings about stale files and broken budgets, at the keys of the policy that decide them.
  package mutating func addFindings(_ nodes: NodeTable) {
    func span(_ keys: [String]) -> Span? {
      nodes.node(along: keys).map { nodes.span(at: .value($0)) }
    }
    for scenario in scenarios {
      for verdict in scenario.verdicts where verdict.isViolated {
        let keys = BudgetText.keys(of: verdict)
        findings.append(
          .brokenBudget(
            at: span(keys) ?? .start, path: keys.joined(separator: "."),
            "\(BudgetText.text(verdict)) (scenario \(scenario.scenario))",
            help: BudgetText.help(on: verdict, ofPolicyAt: path),
            severity: verdict.severity == .error ? .error : .warning))
      }
    }
    for verdict in thresholds where verdict.outcome == .exceeded {
      let transfer = verdict.compared.subject.title
      let node = nodes.node(along: ["transfers", transfer])
      findings.append(
        .exceededThreshold(
          at: node.map { nodes.span(at: .key($0)) } ?? .start, path: "transfers.\(transfer)", verdict.message,
          help: "make the change cheaper, which `bgpolicy advise \(path)` tries, or raise the threshold"))
    }
    for work in change?.stranded ?? [] {
      let steps = work.path.split(separator: ".").map(String.init)
      let node = nodes.node(along: steps) ?? nodes.node(along: Array(steps.prefix(1)))
      findings.append(
        .strandedWork(
          at: node.map { nodes.span(at: .key($0)) } ?? .start, path: work.path,
          "\(work.message) (\(work.duration))",
          help: work.canRetire
            ? "\(work.help); list it in `retired` as soon as the app does so" : work.help,
          severity: work.severity))
    }
    findings += FreshnessFindings.of(staleFiles, in: nodes, at: path)
    // Findings about the same limit stay in the order of their scenarios.
    findings = findings.enumerated().sorted { one, other in
      let (first, second) = (one.element, other.element)
      return (first.diagnostic.span, first.name, first.diagnostic.path, one.offset)
        < (second.diagnostic.span, second.name, second.diagnostic.path, other.offset)
    }.map(\.element)
  }

  /// Adds a finding for each reason that left rules about code undecided: a note, or an error if `isError`.
  package mutating func add(undecided: [UndecidedRules], _ nodes: NodeTable, isError: Bool) {
    undecidedCount += undecided.reduce(0) { $0 + $1.rules.count }
    let node = nodes.node(along: ["app", "sources"]) ?? nodes.node(along: ["app"])
    for one in undecided {
      findings.append(
        .undecided(
          at: node.map { nodes.span(at: .key($0)) } ?? .start, path: "app", one.line,
          help: "say it in code that can be read, or look for what these rules find yourself",
          severity: isError ? .error : .info))
    }
  }

  /// Adds findings of rules that compare all policies of the call.
  package mutating func add(_ others: [Finding]) { findings += others }

  /// The number of the rules' findings of a severity that count, as `lint` reports them.
  func count(_ severity: Severity) -> Int {
    findings.folded.count { finding in
      finding.counts && finding.severity == severity
        && !Catalog.isOfResults(finding.rule)
    }
  }
}
