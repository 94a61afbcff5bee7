internal import AppFacts
internal import PolicyLint
internal import PolicyModel
internal import PolicyReports
internal import PolicySyntax
internal import RepositoryFiles

/// `bgpolicy drift`: compares policies with the app.
struct DriftCommand: Command {
  static let configuration = CommandConfiguration(
    name: "drift", operands: Operands("[POLICY…]", count: 0...Int.max, completion: .policy),
    summary: "Compare policies with the app's own files and code",
    problems: [.finding, .unreadableFile, .noPolicy, .missingReader],
    examples: [
      .init("drift --app .", "The policies under this folder against the app in it"),
      .init("drift --format sarif=drift.sarif", "A report for code scanning"),
    ],
    discussion: """
      Reads the app's projects, property lists and code with `bgpolicy-appreader`, and reports what disagrees with the policy
      and the rules about code, at its place in the file that is wrong. Generated files that are stale, missing or left over are
      findings too, if the policy has `generate` or any of them is there. The app is the folder of --app, by default that of the
      policy. A comment `// bgpolicy:ignore RULE -- reason` in the code, on the line or the one before it, suppresses a
      finding there. Values that can't be known without running the app are not compared; they are listed on standard error,
      with the files that were not read and the rules that could not be decided for them. JSON has them under `apps`, with the
      app's facts.
      """)

  private let formats: [ReportFormat<LintFormat>]
  private let limit: Severity
  private let selection: RuleSelection
  private let baselinePath: String?
  private let root: RootOption
  private let app: AppOptions
  private let search: PolicySearch
  private let operands: [String]

  init(_ arguments: inout Arguments) throws(UsageError) {
    formats = try ReportFormats.read(&arguments)
    limit = try arguments[SharedOptions.failOn]
    selection = try SelectionOptions(&arguments).selection
    baselinePath = try arguments[SharedOptions.baseline]
    root = try RootOption(&arguments)
    app = try AppOptions(&arguments)
    search = try SearchOptions(&arguments).search
    operands = arguments.operands
  }

  func run(_ console: Console) throws(UsageError) -> Outcome {
    let root = root.value
    var baseline = try baselinePath.map { path throws(UsageError) in
      try BaselineFile(path: path, access: console.access).read()
    }
    var policies = PolicyFiles(console.access)
    let paths = try policies.paths(operands, command: Self.name, search)
    policies = policies.sharing(among: paths)
    try formats.keepOff(paths + [baselinePath].compactMap(\.self))
    var files: [LintReport.File] = []
    var readings: [PolicyReading] = []
    var readApps: [LintReport.App] = []
    var apps = try app.apps(always: true)
    for path in paths {
      var reading = try policies.read(path)
      apps.add(to: &reading, at: path)
      readings.append(reading)
      var findings = Linting.findings(in: reading).filter {
        $0.rule.isAboutDrift || $0.breaksShape || $0.rule.isAboutReading
      }
      baseline?.apply(to: &findings, in: reading.sources)
      findings.removeAll { !selection.includes($0) }
      files.append(LintReport.File(findings: findings, sources: reading.sources))
      if case .success(let app)? = reading.appFiles.app {
        let undecided = Linter.undecidedRules(in: reading)
        for line in ReadAppSummary(app.facts, undecided: undecided).lines { console.note(line) }
        readApps.append(LintReport.App(of: path, in: app.folder, app.facts, undecided: undecided))
      }
    }
    for (index, findings) in generatedFiles(of: paths, readings, without: files, console).enumerated() {
      files[index].findings += findings.filter(selection.includes)
    }
    var report = LintReport(files, limit: limit, root: root, hasBaseline: baseline != nil)
    report.apps = readApps
    try formats.keepOff(files.flatMap { $0.sources.map(\.name) })
    try formats.write(console) {
      report.rendered(as: $0, style: $1, withSummary: !console.isQuiet, on: Workers(jobs: 1))
    }
    return Outcome(.finding, if: report.fails)
  }

  /// The findings about each policy's generated files that are outdated, missing or leftover.
  ///
  /// A policy that has no generated files here has no such findings: it may describe code that was written by
  /// hand.
  private func generatedFiles(
    of paths: [String], _ readings: [PolicyReading], without files: [LintReport.File], _ console: Console
  ) -> [[Finding]] {
    let jobs = paths.indices.map { index in
      let isMisshapen = files[index].findings.contains(where: \.breaksShape)
      return (
        path: paths[index], nodes: readings[index].nodes,
        compilation: isMisshapen
          ? nil
          : readings[index].policy.map { Compilation($0, at: paths[index], output: nil, console.access) }
      )
    }
    let current = CurrentFiles(of: jobs.compactMap(\.compilation))
    return jobs.map { job in
      guard let compilation = job.compilation else { return [] }
      let leftovers = compilation.leftovers(besides: current).map(\.state)
      do throws(UsageError) {
        let states = try compilation.states()
        let isGenerated =
          job.nodes.node(along: ["generate"]) != nil || !leftovers.isEmpty
          || states.contains { $0.state != .missing }
        return isGenerated ? FreshnessFindings.of(states + leftovers, in: job.nodes, at: job.path) : []
      } catch {
        console.note("The generated files were not compared: \(error.message)")
        return []
      }
    }
  }
}
