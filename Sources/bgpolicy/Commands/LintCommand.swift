internal import JSON
internal import PolicyLint
internal import PolicyModel
internal import PolicyReports
internal import PolicySyntax
internal import RepositoryFiles

/// `bgpolicy lint`: checks policies against the rules.
struct LintCommand: Command {
  static let configuration = CommandConfiguration(
    name: "lint", operands: Operands("[POLICY…|-]", count: 0...Int.max, completion: .policy),
    summary: "Lint policies against Apple's documented rules",
    problems: [.finding, .unreadableFile, .noPolicy],
    examples: [
      .init("lint", "Every policy under this folder"),
      .init("lint --fix --diff", "The safe fixes, without making them"),
      .init("lint --select BGP2,tasks --fail-on warning", "Only some rules, warnings included"),
    ],
    discussion: """
      POLICY is a file, a folder, or - for standard input; without one, it is this folder. In a folder, lint finds every
      `bgpolicy.yaml` and `*.bgpolicy.yaml` (or `.yml`), except those that .gitignore or --exclude leaves out and those in hidden
      folders, \(PolicySearch.skippedFolders.sorted().joined(separator: ", ")). A file that is named is always checked. An error inside a file is a
      finding with a location, and the other files are still checked. A .plist or .entitlements file selects the policies
      under this folder that name it.
      """)

  private static let exitZero = Flag("--exit-zero", "Exit with 0 even if there are findings")
  private static let statistics = Flag(
    "--statistics",
    "Show the number of findings of each rule, in text instead of the findings, in JSON in addition to them")
  private static let stdinFilename = Option<String?>(
    "--stdin-filename", "NAME", "The name of standard input in findings")
  private static let jobs = Option<Int?>(
    "--jobs", "N",
    "The number of threads; default one for each processor if there are \(manyPolicies) policies or more, else 1",
    in: 1...maximumJobs)

  /// The number of policies at which a second thread saves more time than its start costs.
  private static let manyPolicies = 200
  private static let maximumJobs = 256

  private let formats: [ReportFormat<LintFormat>]
  private let limit: Severity
  private let selection: RuleSelection
  private let exitsWithZero: Bool
  private let showsStatistics: Bool
  private let fixes: FixRequest?
  private let baselinePath: String?
  private let stdinFilename: String?
  private let root: RootOption
  private let app: AppOptions
  private let jobs: Int?
  private let search: PolicySearch
  private let operands: [String]

  init(_ arguments: inout Arguments) throws(UsageError) {
    formats = try ReportFormats.read(&arguments)
    limit = try arguments[SharedOptions.failOn]
    selection = try SelectionOptions(&arguments).selection
    exitsWithZero = arguments[Self.exitZero]
    showsStatistics = arguments[Self.statistics]
    fixes = try FixOptions(&arguments).request
    baselinePath = try arguments[SharedOptions.baseline]
    stdinFilename = try arguments[Self.stdinFilename]
    root = try RootOption(&arguments)
    app = try AppOptions(&arguments)
    jobs = try arguments[Self.jobs]
    search = try SearchOptions(&arguments).search
    operands = arguments.operands
    try checkStatistics()
    if fixes != nil { try arguments.reject(AppOptions.self, because: "--fix reads no app") }
    if exitsWithZero, arguments.isGiven(SharedOptions.failOn) {
      throw UsageError(
        message: "--exit-zero ignores findings, so --fail-on has no effect", command: Self.name)
    }
    if stdinFilename != nil, !operands.contains("-") {
      try arguments.reject(
        Self.stdinFilename, because: "Standard input, written -, is not among the policies")
    }
  }

  /// Throws if the call asks for statistics that it would not show.
  private func checkStatistics() throws(UsageError) {
    guard showsStatistics else { return }
    if fixes?.isDiff == true {
      throw UsageError(
        message: "--diff shows only changes, so --statistics has no effect", command: Self.name)
    }
    if !formats.contains(where: { $0.kind == .text || $0.kind == .json }) {
      throw UsageError(
        message: "--statistics requires the format text or json; found \(formats[0].kind.rawValue)",
        command: Self.name)
    }
  }

  func run(_ console: Console) throws(UsageError) -> Outcome {
    let root = root.value
    var baseline = try baselinePath.map { path throws(UsageError) in
      try BaselineFile(path: path, access: console.access).read()
    }
    let policies = PolicyFiles(console.access)
    let named = try policies.resolvingPropertyLists(operands, search)
    guard operands.isEmpty || !named.isEmpty else {
      console.note("No policy names \(DisplayText.list(operands))")
      return .success
    }
    let paths = try policies.paths(named, command: Self.name, search)
    try formats.keepOff(paths + [baselinePath].compactMap(\.self))
    let apps = app.isGiven ? try app.apps() : nil
    let workers = Workers(jobs: threadCount(for: paths))
    let results = workers.map(paths, done: 0, of: paths.count) {
      [baseline, apps, policies = policies.sharing(among: paths)] path in
      lint(path, policies, with: apps, without: baseline, on: console)
    }
    var files: [LintReport.File] = []
    var failures: [String] = []
    var comparisons: Set<CodeComparison> = []
    for result in results {
      switch result {
      case .file(var findings, let sources, let comparison):
        comparisons.insert(comparison)
        // The baseline applies before the selection. Otherwise, recorded findings that are not selected would
        // count as gone.
        baseline?.apply(to: &findings, in: sources)
        findings.removeAll { !selection.includes($0) }
        files.append(LintReport.File(findings: findings, sources: sources))
      case .usageError(let problem):
        Console.report(problem: problem.message)
        failures.append(problem.message)
      }
    }
    guard !files.isEmpty else { return Outcome(.unreadableFile) }
    var report = LintReport(
      files, limit: limit, root: root, hasBaseline: baseline != nil, failures: failures)
    report.showsStatistics = showsStatistics
    report.notCompared = comparisons.max()?.text
    if let fixes, fixes.isDiff {
      if let rest = report.unfixed(with: fixes.scope) { console.note(rest) }
    } else {
      try formats.keepOff(files.flatMap { $0.sources.map(\.name) })
      try formats.write(console) {
        report.rendered(as: $0, style: $1, withSummary: !console.isQuiet, on: workers)
      }
    }
    var outcome = Outcome(.finding, if: report.fails && !exitsWithZero)
    outcome.add(.unreadableFile, if: !failures.isEmpty)
    return outcome
  }

  /// The result of linting a path.
  private enum LintedPath: Sendable {
    case file([Finding], sources: [SourceText], CodeComparison)
    case usageError(UsageError)
  }

  /// The comparison with the app's code that `lint` leaves to another command.
  private enum CodeComparison: Comparable {
    /// No other command: the code was compared, or the policy is invalid or not a file.
    case none
    /// `gate` compares a policy that names the app's sources.
    case byGate
    /// `drift` compares any policy with the app around it.
    case byDrift

    init(of reading: PolicyReading) {
      guard let policy = reading.policy, reading.appFiles.app == nil else {
        self = .none
        return
      }
      self = policy.app?.value.sources == nil ? .byDrift : .byGate
    }

    /// The sentence for people. `nil` if no other command compares the code.
    var text: String? {
      switch self {
      case .none: nil
      case .byGate: "Not compared with the code: `bgpolicy gate`"
      case .byDrift: "Not compared with the code: `bgpolicy drift`"
      }
    }
  }

  /// The findings in a policy. If the call asks for fixes, the findings after the fixes.
  private func lint(
    _ path: String, _ policies: PolicyFiles, with apps: ReadApps?, without baseline: Baseline?,
    on console: Console
  ) -> LintedPath {
    do throws(UsageError) {
      let source = try policies.source(path, named: path == "-" ? stdinFilename : nil)
      var reading =
        try fixes?.fix(source, at: path, policies, selection: selection, baseline: baseline, console: console)
        ?? policies.reading(of: source)
      if var apps { apps.add(to: &reading, at: path) }
      return .file(
        Linting.findings(in: reading), sources: reading.sources,
        path == "-" ? .none : CodeComparison(of: reading))
    } catch {
      return .usageError(error)
    }
  }

  /// The number of threads from the command line. By default, a thread for each processor if there are many
  /// policies.
  private func threadCount(for paths: [String]) -> Int {
    // Fixing writes files and prints reports in the order of the policies.
    guard fixes == nil else { return 1 }
    return jobs ?? (paths.count < Self.manyPolicies ? 1 : min(System.processorCount, Self.maximumJobs))
  }
}
