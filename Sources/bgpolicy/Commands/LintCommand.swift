internal import JSON
internal import PolicyLint
internal import PolicyModel
internal import PolicyReports
internal import PolicySyntax

/// `bgpolicy lint`: checks policies against the rules.
enum LintCommand {
  static let syntax = CommandSyntax(
    name: "lint", operands: "[POLICY…|-]", operandCount: 0...Int.max,
    summary: "Lint policies against Apple's documented rules",
    discussion: """
      Without a POLICY, checks every bgpolicy.yaml and *.bgpolicy.yaml (or .yml) under this folder, except in hidden
      folders, \(PolicyFiles.skippedFolders.sorted().joined(separator: ", ")); - is standard input. What is wrong inside a
      file is a finding with a place, and the other files are still checked. A .plist or .entitlements file
      stands for the policies under this folder that name it.
      """,
    options: [
      ReportFormat<LintFormat>.option,
      CommandOption(
        "--fail-on", "LEVEL",
        "error, warning or info: the findings that make the exit status 1; default error"),
    ] + SelectionOptions.options + [
      CommandOption("--exit-zero", nil, "Exit with 0 whatever is found"),
      CommandOption(
        "--statistics", nil,
        "Show how often each rule finds something, in text instead of the findings, in JSON with them"),
      CommandOption(
        "--fix", "safe|all", isValueOptional: true,
        "Apply fixes: safe ones, the default, change no generated file and no estimate; all applies every fix"
      ),
      CommandOption("--diff", nil, "Show what --fix would change, and write nothing"),
      CommandOption(
        "--baseline", "FILE", "Findings that don't count, as `bgpolicy baseline write` keeps them"),
      CommandOption("--stdin-filename", "NAME", "What to call standard input in findings"),
      RootOption.option,
      CommandOption(
        "--jobs", "N",
        "The number of threads; default one for each processor from \(manyPolicies) policies on, else 1"
      ),
    ])

  /// From so many policies on a second thread makes up for its start.
  private static let manyPolicies = 200
  private static let maximumJobs = 256

  static func run(_ arguments: Arguments, _ console: Console) throws(UsageError) -> ExitStatus {
    let formats = try ReportFormat<LintFormat>.requested(arguments, of: syntax.name)
    let limit = try arguments.word("--fail-on", default: Severity.error, of: syntax.name)
    let root = try RootOption.root(arguments, of: syntax.name)
    let selection = try SelectionOptions.selection(arguments, of: syntax.name)
    let repair = try FixOptions(arguments)
    try checkStatistics(arguments, formats, repair)
    if arguments.has("--exit-zero"), arguments.has("--fail-on") {
      throw UsageError(message: "--exit-zero leaves nothing for --fail-on to decide", command: syntax.name)
    }
    var baseline = try arguments.value("--baseline").map { path throws(UsageError) in
      try BaselineFile(path: path).read()
    }
    let operands = try PolicyFiles.resolvingPropertyLists(arguments.operands)
    guard arguments.operands.isEmpty || !operands.isEmpty else {
      console.note("No policy names \(DisplayText.list(arguments.operands))")
      return .success
    }
    let paths = try PolicyFiles.paths(operands, command: syntax.name)
    try formats.keepOff(paths + arguments.all("--baseline"))
    let stdinName = arguments.value("--stdin-filename")
    if !paths.contains("-") {
      try arguments.rejectOptions(
        ["--stdin-filename"], because: "Standard input is not among the policies, which - names",
        of: syntax.name)
    }
    // Fixing writes files and reports as it goes, in the order of the policies.
    let jobs = repair == nil ? try jobs(for: paths, arguments) : 1
    let outcomes = System.map(paths, jobs: jobs) { [baseline] path in
      lint(path, named: path == "-" ? stdinName : nil, repair, selection, baseline, console)
    }
    var files: [LintReport.File] = []
    var failures: [String] = []
    for outcome in outcomes {
      switch outcome {
      case .file(var findings, let sources):
        // The baseline first: what it holds is no more gone when it is not selected.
        baseline?.apply(to: &findings, in: sources)
        findings.removeAll { !selection.includes($0) }
        files.append(LintReport.File(findings: findings, sources: sources))
      case .usageError(let problem):
        Console.report(problem: problem.message)
        failures.append(problem.message)
      }
    }
    guard !files.isEmpty else { return .usageError }
    var report = LintReport(
      files, limit: limit, root: root, hasBaseline: baseline != nil, failures: failures)
    report.showsStatistics = arguments.has("--statistics")
    if repair?.isDiff != true {
      try formats.keepOff(files.flatMap { $0.sources.map(\.name) })
      try formats.write(console) { report.rendered(as: $0, style: $1, withSummary: !console.isQuiet) }
    }
    let isFailed = report.fails && !arguments.has("--exit-zero")
    return max(failures.isEmpty ? .success : .usageError, isFailed ? .failure : .success)
  }

  /// Refuses statistics where nothing would show them.
  private static func checkStatistics(
    _ arguments: Arguments, _ formats: [ReportFormat<LintFormat>], _ repair: FixOptions?
  ) throws(UsageError) {
    guard arguments.has("--statistics") else { return }
    if repair?.isDiff == true {
      throw UsageError(message: "--diff shows the change alone, without --statistics", command: syntax.name)
    }
    if !formats.contains(where: { $0.kind == .text || $0.kind == .json }) {
      throw UsageError(
        message: "--statistics is for the formats text and json, and not for \(formats[0].kind.rawValue)",
        command: syntax.name)
    }
  }

  /// What became of a path.
  private enum Outcome: Sendable {
    case file([Finding], sources: [SourceText])
    case usageError(UsageError)
  }

  /// The findings in a policy, after its fixes if the call asks for them.
  private static func lint(
    _ path: String, named name: String?, _ repair: FixOptions?, _ selection: RuleSelection,
    _ baseline: Baseline?,
    _ console: Console
  ) -> Outcome {
    do throws(UsageError) {
      let source = try PolicyFiles.source(path, named: name)
      let reading =
        try repair?.fix(source, at: path, selection, baseline, console) ?? PolicyFiles.reading(of: source)
      return .file(Linting.findings(in: reading), sources: reading.sources)
    } catch {
      return .usageError(error)
    }
  }

  /// The number of threads: as many as the call asks for, or one for each processor if that pays.
  private static func jobs(for paths: [String], _ arguments: Arguments) throws(UsageError) -> Int {
    let usual = paths.count < manyPolicies ? 1 : min(System.processorCount, maximumJobs)
    return try arguments.number("--jobs", default: usual, in: 1...maximumJobs, of: syntax.name)
  }
}
