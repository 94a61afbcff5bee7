internal import PolicyAdvice
internal import PolicyGen
internal import PolicyLint
internal import PolicyModel
internal import PolicyReports
internal import PolicySim
internal import PolicySyntax
internal import RepositoryFiles

/// `bgpolicy gate`: one verdict for CI on findings, generated files and budgets.
struct GateCommand: Command {
  static let configuration = CommandConfiguration(
    name: "gate", operands: .policies,
    summary: "Check policies, their generated files and budgets, with one verdict",
    problems: [.finding, .changedInput, .unreadableFile, .noPolicy],
    examples: [
      .init("gate --format gcc --format sarif=bgpolicy.sarif", "Lines, and a report for code scanning"),
      .init("gate --scenario all --skip generated", "Budgets in every scenario"),
      .init("gate --base git:origin/main --format markdown=comment.md", "And what a pull request changes"),
      .init("gate --base git:origin/main --threshold completion.p95=+10%", "And at most so much slower"),
    ],
    discussion: """
      Runs `lint`, `compile --check` and the budgets of `estimate` with one exit status: 1 if any of them finds a problem.
      Broken budgets and files that are stale or left over are findings like all others, in every format. For the summary of
      a job on GitHub: `--format markdown="$GITHUB_STEP_SUMMARY"`. Budgets are checked in the scenario of the call, in those
      that they name, or in all of them (`--scenario all`). With --base, the report compares each policy with its earlier
      version as `diff` does, work that is stranded on devices is a finding, and so is an increase beyond a --threshold. With
      --changed, policies that a change can't affect are left out. --attest records inputs and verdicts, and --verify says
      whether they still hold. Without a POLICY, checks every policy under this folder.
      """)

  private static let skip = Option<[Check]>(
    repeated: "--skip", "generated|budgets", "A check to leave out; the report names it",
    completion: .choices(Check.self)
  ) { text throws(UsageError) in try Choices.value(of: text, for: "--skip") }

  private static let base = Option<String?>(
    "--base", "git:REF|FILE", "The earlier version with which to compare: a revision of Git, or a policy",
    completion: .policy)

  private static let threshold = Option<[CostThreshold]>(
    repeated: "--threshold", "FIGURE=LIMIT",
    "The most that a figure of a policy may be that is new or changed since --base, as a value (completion.p95=2d), an increase (energyPerDay=+50J) or a percentage (photos.completion.p95=+10%)",
    completion: .assignments { FigureStatistic.limited.map(\.name) }
  ) { text throws(UsageError) in
    do throws(CostThreshold.Malformed) {
      return try CostThreshold(text)
    } catch {
      throw UsageError(message: "--threshold \(error.reason)")
    }
  }

  private static let changed = Option<String?>(
    "--changed", "git:REF",
    "Check only policies that a change since a revision of Git can affect: in their own files, those of the app that they name, or the generated ones"
  )
  private static let onlyBroken = Flag("--only-broken", "Show only policies that fail")

  private static let attest = Option<String?>(
    "--attest", "FILE", "Write the hashes of all inputs, the version of the tool and the verdicts to FILE",
    completion: .file)
  private static let verify = Option<String?>(
    "--verify", "FILE",
    "Check nothing but whether an attested gate passed and its inputs are still the same; name those that are not",
    completion: .file)

  /// The options that don't affect the verdict, and the options that can't be attested.
  static let unattestedOptions: [any DeclaredOption] = [
    ReportFormat<GateFormat>.option, ReportFormats.file, RootOption.links, Self.attest, Self.onlyBroken,
    EstimateOptions.jobs, Self.verify, Self.changed,
  ]

  private static let strict = Flag(
    "--strict",
    "Also fail for budgets that are uncertain, as if each had certainty: required, for code of the app that was not read or compared, for a change that loosens the gate, and for rules that could not be decided"
  )

  /// A check that `--skip` can leave out.
  enum Check: String, CaseIterable {
    case generated, budgets
  }

  private let formats: [ReportFormat<GateFormat>]
  private let limit: Severity
  let baselinePath: String?
  let selection: RuleSelection
  let skipped: Set<Check>
  let output: String?
  let base: GateBase?
  let thresholds: [CostThreshold]
  let changedSince: String?
  /// Whether the call ignores the configuration.
  let isIsolated: Bool
  private let showsOnlyBroken: Bool
  /// The file for the attestation of the verdict. `nil` if no attestation is written.
  let attestation: String?
  /// The attestation to verify instead of running the gate. `nil` if the gate runs.
  private let verified: String?
  /// The options that affect the verdict.
  let decidingOptions: [String]
  let configuration: Configuration?
  private let isStrict: Bool
  private let root: RootOption
  let estimate: EstimateOptions
  let app: AppOptions
  let search: PolicySearch
  let operands: [String]

  init(_ arguments: inout Arguments) throws(UsageError) {
    formats = try ReportFormats.read(&arguments)
    limit = try arguments[SharedOptions.failOn]
    baselinePath = try arguments[SharedOptions.baseline]
    selection = try SelectionOptions(&arguments).selection
    skipped = Set(try arguments[Self.skip])
    output = try arguments[SharedOptions.outputFolder]
    let access = arguments.access
    base = try arguments[Self.base].map { text throws(UsageError) in
      try GateBase(text, command: Self.name, access)
    }
    thresholds = try arguments[Self.threshold]
    root = try RootOption(&arguments)
    changedSince = try arguments[Self.changed]
    showsOnlyBroken = arguments[Self.onlyBroken]
    attestation = try arguments[Self.attest]
    verified = try arguments[Self.verify]
    configuration = arguments.configuration
    isIsolated = arguments.isGiven(CommonOptions.isolated)
    isStrict = arguments[Self.strict]
    estimate = try EstimateOptions(&arguments)
    app = try AppOptions(&arguments)
    search = try SearchOptions(&arguments).search
    operands = arguments.operands
    decidingOptions = arguments.words(without: Self.unattestedOptions)
    try rejectOptionsWithoutEffect(arguments)
  }

  private func rejectOptionsWithoutEffect(_ arguments: Arguments) throws(UsageError) {
    if verified != nil {
      try arguments.rejectAll(but: [Self.verify], because: "--verify repeats the attested call")
      guard operands.isEmpty else {
        throw UsageError(
          message: "--verify checks the policies of the attested call; leave out \(operands[0])",
          command: Self.name)
      }
    }
    if skipped.contains(.budgets) {
      try arguments.reject(EstimateOptions.self, because: "--skip budgets estimates nothing")
      try arguments.reject(Self.threshold, because: "--skip budgets estimates nothing")
    }
    if base == nil {
      try arguments.reject(Self.threshold, because: "A threshold is for a change since --base")
    }
    if skipped.contains(.generated) {
      try arguments.reject(
        SharedOptions.outputFolder, because: "--skip generated checks no generated files")
    }
    if attestation != nil {
      try arguments.reject(Self.changed, because: "--attest is about all policies")
      try arguments.reject(Self.onlyBroken, because: "--attest is about all policies")
    }
  }

  func run(_ console: Console) throws(UsageError) -> Outcome {
    if let verified { return try verify(verified, console) }
    let root = root.value
    var baseline = try baselinePath.map { path throws(UsageError) in
      try BaselineFile(path: path, access: console.access).read()
    }
    var files = PolicyFiles(console.access)
    let comparison = try comparison(console.access)
    let paths: [String]
    do throws(UsageError) {
      paths = try files.paths(operands, command: Self.name, search)
    } catch {
      // The change may hide all policies from the gate, which is a finding instead of an error.
      guard comparison.sight.map({ !$0.policies.isEmpty }) ?? false else { throw error }
      paths = []
    }
    files = files.sharing(among: paths)
    try formats.keepOff(paths + [baselinePath].compactMap(\.self))
    try keepAttestation(off: paths)
    try base?.check(for: paths, command: Self.name)
    var baseFiles = comparison.base
    let changes = comparison.changes
    var readings: [(path: String, reading: PolicyReading)] = []
    let workers = Workers(jobs: estimate.jobs, progress: console.progress("Estimating"))
    var apps = try app.apps()
    var checked: [CheckedPolicy] = []
    var failures: [String] = []
    func keep(_ error: UsageError) throws(UsageError) {
      // A usage error applies to all policies.
      guard error.command == nil else { throw error }
      Console.report(problem: error.message)
      failures.append(error.message)
    }
    var lists = ParsedPropertyLists()
    for path in paths {
      do throws(UsageError) {
        readings.append((path, try files.read(path, sharing: &lists)))
      } catch {
        try keep(error)
      }
    }
    let affected = changes.map { self.affected(readings, by: $0, apps) } ?? Set(readings.indices)
    for index in affected.sorted() {
      var (path, reading) = readings[index]
      apps.add(to: &reading, at: path)
      do throws(UsageError) {
        checked.append(
          try check(
            reading, at: path, baseline: &baseline, baseFiles: &baseFiles, workers: workers,
            amongOthers: paths.count > 1, console.access))
      } catch {
        try keep(error)
      }
    }
    addVerdicts(to: &checked, workers)
    workers.progress.end()
    guard failures.count < paths.count || paths.isEmpty else { return Outcome(.unreadableFile) }
    var sight = comparison.sight
    let policies = readings.map(\.reading)
    sight?.match(policies)
    sight?.addPolicies(without: policies)
    sight?.addCode(
      of: policies, called: app.called, folders: readings.map { apps.folder(for: $0.reading, at: $0.path) },
      configuration: configuration)
    do throws(UnreadableFile) {
      try sight?.addFiles(of: apps, called: app.called, for: policies)
    } catch {
      throw UsageError(message: error.reason, command: Self.name)
    }
    sight?.addSettings(configuration, baseline: baselinePath)
    sight?.addSeverities(of: policies)
    sight?.addSuppressions(in: checked.flatMap(\.result.file.sources))
    addTeamFindings(to: &checked, among: readings, &baseline)
    checked += baseFiles.removed.map { CheckedPolicy(removed: $0) }
    // Policies may share a folder. A file is leftover only if no policy generates it.
    let current = CurrentFiles(of: checked.compactMap(\.compilation))
    let report = GateReport(
      checked.map { $0.result(besides: current) },
      outOfSight: withStrictness(sight?.found ?? []).selecting(selection),
      failures: failures, base: base?.name,
      unaffected: readings.count - affected.count,
      showsOnlyBroken: showsOnlyBroken,
      hasBaseline: baseline != nil,
      limit: limit, root: root)
    try formats.keepOff(checked.flatMap { $0.result.file.sources.map(\.name) })
    try formats.write(console) { report.rendered(as: $0, style: $1, withSummary: !console.isQuiet) }
    if let attestation { try attest(report, checked.flatMap(\.inputs), to: attestation, console.access) }
    var outcome = Outcome(.finding, if: !report.isPassed)
    outcome.add(.unreadableFile, if: !failures.isEmpty)
    return outcome
  }

  /// The findings about what a change hides or loosens. Under `--strict`, these findings are errors.
  private func withStrictness(_ files: [LintReport.File]) -> [LintReport.File] {
    guard isStrict else { return files }
    return files.map { file in
      LintReport.File(findings: file.findings.map { $0.with(.error) }, sources: file.sources)
    }
  }

  /// Adds the findings of rules that compare all policies to the policies that are checked.
  private func addTeamFindings(
    to checked: inout [CheckedPolicy], among readings: [(path: String, reading: PolicyReading)],
    _ baseline: inout Baseline?
  ) {
    let indices = Dictionary(checked.indices.map { (checked[$0].result.path, $0) }) { first, _ in first }
    // A policy with a wrong shape declares nothing for certain.
    let team = readings.filter { item in indices[item.path].map { checked[$0].reading != nil } ?? true }
      .compactMap { TeamMember($0.path, $0.reading) }
    guard team.count > 1 else { return }
    for (member, found) in zip(team, TeamCheck.findings(in: team)) where !found.isEmpty {
      guard let index = indices[member.path], let reading = checked[index].reading else { continue }
      var findings = found
      baseline?.apply(to: &findings, in: reading.sources)
      checked[index].result.add(findings.filter(selection.includes))
    }
  }

  private func check(
    _ reading: PolicyReading, at path: String, baseline: inout Baseline?, baseFiles: inout BaseFiles,
    workers: Workers, amongOthers: Bool, _ access: FileAccess
  ) throws(UsageError) -> CheckedPolicy {
    var findings = Linting.findings(in: reading)
    if isStrict { findings = findings.map { $0.isAboutUnreadCode ? $0.with(.error) : $0 } }
    baseline?.apply(to: &findings, in: reading.sources)
    findings.removeAll { !selection.includes($0) }
    if !skipped.contains(.generated) { findings = Linter.findingsBeforeOutput(findings, in: reading) }
    var checked = CheckedPolicy(
      result: GateReport.Policy(path: path, findings: findings, sources: reading.sources))
    if reading.appFiles.app != nil { checked.result.unread = UnreadCode(in: reading) }
    guard let subject = reading.policy, !checked.result.isMisshapen else {
      if attestation != nil { checked.inputs = GateAttestation.inputs(of: reading, at: path, nil, access) }
      return checked
    }
    checked.reading = reading
    checked.result.add(undecided: Linter.undecidedRules(in: reading), reading.nodes, isError: isStrict)
    let compilation =
      skipped.contains(.generated) ? nil : Compilation(subject, at: path, output: output, access)
    if attestation != nil {
      checked.inputs = GateAttestation.inputs(of: reading, at: path, compilation, access)
    }
    if skipped.contains(.generated) {
      checked.result.generated = .skipped
    } else if !checked.result.hasErrors, let compilation {
      checked.result.generated = .checked(try compilation.states())
      checked.compilation = compilation
    }
    if !skipped.contains(.budgets), amongOthers { try requireScenario(of: subject, at: path) }
    try addChange(to: &checked, of: reading, at: path, among: &baseFiles, workers)
    if skipped.contains(.budgets) {
      checked.result.budgets = .skipped
    } else {
      checked.budgets = BudgetCheck(
        of: subject, in: try estimate.settingsOfBudgets(for: subject), comparedIn: checked.result.change,
        choosesRuns: estimate.choosesRuns)
    }
    return checked
  }

  /// Adds the verdicts on the budgets of policies.
  private func addVerdicts(to checked: inout [CheckedPolicy], _ workers: Workers) {
    let indices = checked.indices.filter { checked[$0].budgets != nil }
    let results = BudgetCheck.verdicts(of: indices.compactMap { checked[$0].budgets }, on: workers)
    for (index, result) in zip(indices, results) {
      switch result {
      case .success(let scenarios):
        checked[index].result.budgets = .checked(
          isStrict ? scenarios.map(\.withRequiredCertainty) : scenarios)
      case .failure(let excess):
        if let reading = checked[index].reading { checked[index].result.addExcess(excess, reading.nodes) }
      }
    }
  }

  /// Throws an error about this policy if it doesn't have the scenario. The other policies are still checked.
  private func requireScenario(of policy: Policy, at path: String) throws(UsageError) {
    do throws(UsageError) {
      _ = try estimate.settingsOfBudgets(for: policy)
    } catch {
      throw UsageError(message: "\(path): \(error.message)")
    }
  }
}
