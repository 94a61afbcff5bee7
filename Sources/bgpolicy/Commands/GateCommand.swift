internal import PolicyAdvice
internal import PolicyGen
internal import PolicyLint
internal import PolicyModel
internal import PolicyReports
internal import PolicySim
internal import PolicySyntax

/// `bgpolicy gate`: one verdict for CI on findings, generated files and budgets.
struct GateCommand: Command {
  static let configuration = CommandConfiguration(
    name: "gate", operands: .policies,
    summary: "Check policies, their generated files and budgets, with one verdict",
    problems: [.finding, .unreadableFile, .noPolicy],
    examples: [
      .init("gate --format gcc --format sarif=bgpolicy.sarif", "Lines, and a report for code scanning"),
      .init("gate --scenario all --skip generated", "Budgets in every scenario"),
      .init("gate --base git:origin/main --format markdown=comment.md", "And what a pull request changes"),
    ],
    discussion: """
      Runs `lint`, `compile --check` and the budgets of `estimate` with one exit status: 1 if any of them finds a problem.
      Broken budgets and files that are stale or left over are findings like all others, in every format. For the summary of
      a job on GitHub: `--format markdown="$GITHUB_STEP_SUMMARY"`. Budgets are checked in the scenario of the call, in those
      that they name, or in all of them (`--scenario all`). With --base, the report compares each policy with its earlier
      version as `diff` does, and work that is stranded on devices is a finding. With --changed, policies that a change can't
      affect are left out. Without a POLICY, checks every policy under this folder.
      """)

  private static let skip = Option<[Check]>(
    repeated: "--skip", "generated|budgets", "A check to leave out; the report names it",
    completion: .choices(Check.self)
  ) { text throws(UsageError) in try Choices.value(of: text, for: "--skip") }

  private static let base = Option<String?>(
    "--base", "git:REF|FILE", "The earlier version with which to compare: a revision of Git, or a policy",
    completion: .policy)

  private static let changed = Option<String?>(
    "--changed", "git:REF",
    "Check only policies that a change since a revision of Git can affect: in their own files, those of the app that they name, or the generated ones"
  )
  private static let onlyBroken = Flag("--only-broken", "Show only policies that fail")

  /// A check that may be left out.
  private enum Check: String, CaseIterable {
    case generated, budgets
  }

  private let formats: [ReportFormat<GateFormat>]
  private let limit: Severity
  private let baselinePath: String?
  private let selection: RuleSelection
  private let skipped: Set<Check>
  private let output: String?
  private let base: GateBase?
  private let changedSince: String?
  private let showsOnlyBroken: Bool
  /// The configuration of the call; `nil` if it has none.
  private let configurationPath: String?
  private let isStrict: Bool
  private let root: RootOption
  private let estimate: EstimateOptions
  private let app: AppOptions
  private let search: PolicySearch
  private let operands: [String]

  init(_ arguments: inout Arguments) throws(UsageError) {
    formats = try ReportFormats.read(&arguments)
    limit = try arguments[SharedOptions.failOn]
    baselinePath = try arguments[SharedOptions.baseline]
    selection = try SelectionOptions(&arguments).selection
    skipped = Set(try arguments[Self.skip])
    output = try arguments[SharedOptions.outputFolder]
    base = try arguments[Self.base].map { text throws(UsageError) in try GateBase(text, command: Self.name) }
    root = try RootOption(&arguments)
    changedSince = try arguments[Self.changed]
    showsOnlyBroken = arguments[Self.onlyBroken]
    configurationPath = arguments.configuration?.path
    isStrict = arguments[SharedOptions.strict]
    if skipped.contains(.budgets) {
      try arguments.reject(EstimateOptions.self, because: "--skip budgets estimates nothing")
      try arguments.reject(SharedOptions.strict, because: "--skip budgets estimates nothing")
    }
    if skipped.contains(.generated) {
      try arguments.reject(
        SharedOptions.outputFolder, because: "--skip generated checks no generated files")
    }
    estimate = try EstimateOptions(&arguments)
    app = try AppOptions(&arguments)
    search = try SearchOptions(&arguments).search
    operands = arguments.operands
  }

  func run(_ console: Console) throws(UsageError) -> Outcome {
    let root = root.value
    var baseline = try baselinePath.map { path throws(UsageError) in try BaselineFile(path: path).read() }
    let paths = try PolicyFiles.paths(operands, command: Self.name, search)
    try formats.keepOff(paths + [baselinePath].compactMap(\.self))
    try base?.check(for: paths, command: Self.name)
    let changes = try changes()
    var unaffected = 0
    let workers = Workers(jobs: estimate.jobs, progress: console.progress("Estimating"))
    var apps = try app.apps()
    var checked: [CheckedPolicy] = []
    var failures: [String] = []
    for path in paths {
      do throws(UsageError) {
        var reading = try PolicyFiles.read(path)
        if let changes, !changes.affect(reading, at: path, output: output) {
          unaffected += 1
          continue
        }
        apps.add(to: &reading, at: path)
        checked.append(
          try check(reading, at: path, baseline: &baseline, workers: workers, amongOthers: paths.count > 1))
      } catch {
        // A usage error applies to all policies.
        guard error.command == nil else { throw error }
        Console.report(problem: error.message)
        failures.append(error.message)
      }
    }
    workers.progress.end()
    guard failures.count < paths.count else { return Outcome(.unreadableFile) }
    // Policies may share a folder, so that a file is left over only if none of them generates it.
    let compilations = checked.compactMap(\.compilation)
    let report = GateReport(
      checked.map { $0.result(among: compilations) }, failures: failures, base: base?.name,
      unaffected: unaffected,
      showsOnlyBroken: showsOnlyBroken,
      hasBaseline: baseline != nil,
      limit: limit, root: root)
    try formats.keepOff(checked.flatMap { $0.result.file.sources.map(\.name) })
    try formats.write(console) { report.rendered(as: $0, style: $1, withSummary: !console.isQuiet) }
    var outcome = Outcome(.finding, if: !report.isPassed)
    outcome.add(.unreadableFile, if: !failures.isEmpty)
    return outcome
  }

  /// A policy with the results of its checks.
  private struct CheckedPolicy {
    fileprivate(set) var result: GateReport.Policy
    /// The policy as it was read; `nil` if its shape is wrong.
    fileprivate(set) var reading: PolicyReading?
    /// The files that it should have generated; `nil` if they are not checked.
    fileprivate(set) var compilation: Compilation?

    /// The result with the files that none of `compilations` makes any more.
    func result(among compilations: [Compilation]) -> GateReport.Policy {
      var result = result
      if case .checked(let files) = result.generated, let compilation {
        result.generated = .checked(files + compilation.leftovers(among: compilations).map(\.state))
      }
      if let reading { result.addFindings(reading.nodes) }
      return result
    }
  }

  /// The changes that decide which policies are checked; `nil` for all of them.
  private func changes() throws(UsageError) -> ChangedFiles? {
    guard let changedSince else { return nil }
    let changes = try ChangedFiles(since: changedSince, command: Self.name)
    // These decide about every policy.
    return [baselinePath, configurationPath].compactMap(\.self).contains(where: changes.contain)
      ? nil : changes
  }

  private func check(
    _ reading: PolicyReading, at path: String, baseline: inout Baseline?, workers: Workers, amongOthers: Bool
  ) throws(UsageError) -> CheckedPolicy {
    var findings = Linting.findings(in: reading)
    baseline?.apply(to: &findings, in: reading.sources)
    findings.removeAll { !selection.includes($0) }
    if !skipped.contains(.generated) { findings = Linter.findingsBeforeOutput(findings, in: reading) }
    var checked = CheckedPolicy(
      result: GateReport.Policy(path: path, findings: findings, sources: reading.sources))
    guard let subject = reading.policy, !checked.result.isMisshapen else { return checked }
    checked.reading = reading
    if skipped.contains(.generated) {
      checked.result.generated = .skipped
    } else if !checked.result.hasErrors {
      let compilation = Compilation(subject, at: path, output: output)
      checked.result.generated = .checked(try compilation.states())
      checked.compilation = compilation
    }
    if !skipped.contains(.budgets), amongOthers { try requireScenario(of: subject, at: path) }
    checked.result.change = try base?.change(
      of: path, to: reading, select: { $0.filter(selection.includes) },
      estimate: { update throws(UsageError) in try costs(of: update, workers) })
    if skipped.contains(.budgets) {
      checked.result.budgets = .skipped
    } else {
      do throws(UsageError) {
        checked.result.budgets = .checked(try verdicts(on: subject, checked.result.change, workers))
      } catch {
        guard let excess = error.excess else { throw error }
        checked.result.addExcess(excess, reading.nodes)
      }
    }
    return checked
  }

  /// The verdicts on the budgets of a policy in each scenario: those of the comparison with the base, if it has them.
  private func verdicts(
    on policy: Policy, _ change: PolicyChange?, _ workers: Workers
  ) throws(UsageError) -> [ScenarioVerdicts] {
    try estimate.settingsOfBudgets(for: policy).map { settings throws(UsageError) in
      var verdicts = change?.verdicts(in: settings.day.name) ?? []
      if verdicts.isEmpty, !policy.budgets.isEmpty {
        try EstimateOptions.checkCertainWork(of: policy, settings)
        verdicts = EstimatedPolicy.verdicts(on: policy, settings, workers)
        try EstimateOptions.checkEvents(of: policy, settings)
      }
      return ScenarioVerdicts(
        scenario: settings.day.name, isStrict ? verdicts.map(\.withRequiredCertainty) : verdicts)
    }
  }

  /// The costs before and after an update, in each scenario that both versions have and in which neither is too much to estimate.
  private func costs(of update: PolicyUpdate, _ workers: Workers) throws(UsageError) -> [UpdateCost] {
    guard !skipped.contains(.budgets) else { return [] }
    var costs: [UpdateCost] = []
    for settings in try estimate.settingsOfBudgets(for: update.new.policy) {
      guard var former = try estimate.settings(for: update.old.policy, named: settings.day.name) else {
        continue
      }
      // The new version has the runs and draws that decide about its budgets.
      former.runs = settings.runs
      former.pair(with: update.new.policy)
      do throws(SimulationExcess) {
        costs.append(
          UpdateCost(
            before: try EstimatedPolicy(bounded: update.old, former, on: workers),
            after: try EstimatedPolicy(bounded: update.new, settings, on: workers)))
      } catch {
        // The check of the budgets reports it, if it is the new version.
        continue
      }
    }
    return costs
  }

  /// Throws an error of this policy alone if it doesn't have the scenario, so that the others are still checked.
  private func requireScenario(of policy: Policy, at path: String) throws(UsageError) {
    do throws(UsageError) {
      _ = try estimate.settingsOfBudgets(for: policy)
    } catch {
      throw UsageError(message: "\(path): \(error.message)")
    }
  }
}
