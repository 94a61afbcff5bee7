internal import PolicyAdvice
internal import PolicyGen
internal import PolicyLint
internal import PolicyModel
internal import PolicyReports
internal import PolicySim
internal import PolicySyntax

/// `bgpolicy gate`: one verdict for CI on findings, generated files and budgets.
enum GateCommand {
  static let syntax = CommandSyntax(
    name: "gate", operands: "[POLICY…]", operandCount: 0...Int.max,
    summary: "Check policies, their generated files and budgets, with one verdict",
    discussion: """
      Runs `lint`, `compile --check` and the budgets of `estimate` with one exit status: 1 if any of them finds a problem.
      Broken budgets and files that are stale or left over are findings like all others, in every form. As a summary of a job on GitHub:
      --format markdown="$GITHUB_STEP_SUMMARY". Without a POLICY, every one under this folder is checked.
      """,
    options: [
      ReportFormat<LintFormat>.option,
      CommandOption(
        "--fail-on", "LEVEL",
        "error, warning or info: the findings that make the exit status 1; default error"),
      CommandOption(
        "--baseline", "FILE", "Findings that don't count, as `bgpolicy baseline write` keeps them"),
    ] + SelectionOptions.options + [
      CommandOption(
        "--skip", "generated|budgets",
        "A check to leave out, which the report then says; may be given several times"
      ),
      CommandOption("--output", "DIR", "The folder of the generated files, relative to this one"),
      RootOption.option,
    ] + EstimateOptions.options)

  /// What may be left out.
  private enum Check: String, CaseIterable {
    case generated, budgets
  }

  static func run(_ arguments: Arguments, _ console: Console) throws(UsageError) -> ExitStatus {
    let formats = try ReportFormat<LintFormat>.requested(arguments, of: syntax.name)
    let limit = try arguments.word("--fail-on", default: Severity.error, of: syntax.name)
    let root = try RootOption.root(arguments, of: syntax.name)
    let selection = try SelectionOptions.selection(arguments, of: syntax.name)
    for word in arguments.all("--skip") where Check(rawValue: word) == nil {
      throw UsageError(
        message: "--skip takes generated or budgets, and not \"\(word)\"", command: syntax.name)
    }
    try rejectUnusedOptions(arguments)
    var baseline = try arguments.value("--baseline").map { path throws(UsageError) in
      try BaselineFile(path: path).read()
    }
    let paths = try PolicyFiles.paths(arguments.operands, command: syntax.name)
    try formats.keepOff(paths + arguments.all("--baseline"))
    let workers = Workers(
      jobs: try EstimateOptions.jobs(arguments, of: syntax.name),
      progress: Progress("Estimating", isShown: System.isErrorTerminal && !console.isQuiet))
    var checked: [(policy: GateReport.Policy, reading: PolicyReading?, compilation: Compilation?)] = []
    var failures: [String] = []
    for path in paths {
      do throws(UsageError) {
        checked.append(
          try check(path, selection, &baseline, arguments, workers, amongOthers: paths.count > 1))
      } catch {
        // What the call got wrong for all policies is no matter of one of them.
        guard error.command == nil else { throw error }
        Console.report(problem: error.message)
        failures.append(error.message)
      }
    }
    workers.progress.end()
    guard !checked.isEmpty else { return .usageError }
    // Policies may share a folder, so that only all of them together know what is left over.
    let compilations = checked.compactMap(\.compilation)
    let policies = checked.map { result in
      var policy = result.policy
      if case .checked(let files) = policy.generated, let compilation = result.compilation {
        policy.generated = .checked(files + compilation.leftovers(among: compilations).map(\.state))
      }
      if let reading = result.reading, let subject = reading.policy {
        policy.addFindings(about: subject, reading.nodes)
      }
      return policy
    }
    let report = GateReport(
      policies, failures: failures, hasBaseline: baseline != nil, limit: limit, root: root)
    try formats.keepOff(policies.flatMap { $0.file.sources.map(\.name) })
    try formats.write(console) { report.rendered(as: $0, style: $1, withSummary: !console.isQuiet) }
    return max(failures.isEmpty ? .success : .usageError, report.isPassed ? .success : .failure)
  }

  private static func check(
    _ path: String, _ selection: RuleSelection, _ baseline: inout Baseline?, _ arguments: Arguments,
    _ workers: Workers, amongOthers: Bool
  ) throws(UsageError) -> (policy: GateReport.Policy, reading: PolicyReading?, compilation: Compilation?) {
    let reading = try PolicyFiles.read(path)
    var findings = Linting.findings(in: reading)
    baseline?.apply(to: &findings, in: reading.sources)
    findings.removeAll { !selection.includes($0) }
    let skipped = Set(arguments.all("--skip").compactMap(Check.init(rawValue:)))
    if !skipped.contains(.generated) { findings = Linter.findingsBeforeOutput(findings, in: reading) }
    var policy = GateReport.Policy(path: path, findings: findings, sources: reading.sources)
    guard let subject = reading.policy, !policy.isMisshapen else { return (policy, nil, nil) }
    var compilation: Compilation?
    if skipped.contains(.generated) {
      policy.generated = .skipped
    } else if !policy.hasErrors {
      let output = Compilation(subject, at: path, output: arguments.value("--output"))
      policy.generated = .checked(try output.states())
      compilation = output
    }
    if skipped.contains(.budgets) {
      policy.budgets = .skipped
    } else {
      if amongOthers { try requireScenario(of: subject, at: path, arguments) }
      let settings = try EstimateOptions.settings(for: subject, arguments, of: syntax.name)
      policy.budgets = .checked(EstimatedPolicy.verdicts(on: subject, settings, workers))
      policy.scenario = settings.day.name
    }
    return (policy, reading, compilation)
  }

  /// Refuses options of a check that is left out.
  private static func rejectUnusedOptions(_ arguments: Arguments) throws(UsageError) {
    let skipped = arguments.all("--skip")
    if skipped.contains(Check.budgets.rawValue) {
      try arguments.rejectOptions(
        EstimateOptions.options.map(\.name), because: "--skip budgets estimates nothing", of: syntax.name)
    }
    if skipped.contains(Check.generated.rawValue) {
      try arguments.rejectOptions(
        ["--output"], because: "--skip generated looks at no generated files", of: syntax.name)
    }
  }

  /// Names the one of several policies that doesn't have a scenario, and lets the others be checked.
  private static func requireScenario(
    of policy: Policy, at path: String, _ arguments: Arguments
  ) throws(UsageError) {
    do throws(UsageError) {
      _ = try EstimateOptions.day(in: policy, arguments, of: syntax.name)
    } catch {
      throw UsageError(message: "\(path): \(error.message)")
    }
  }
}
