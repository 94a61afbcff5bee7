internal import PolicyLint
internal import PolicyModel
internal import PolicyReports
internal import PolicySyntax
internal import RepositoryFiles

/// `bgpolicy compile`: lints, generates and estimates.
struct CompileCommand: Command {
  static let configuration = CommandConfiguration(
    name: "compile", operands: .policies,
    summary: "Lint a policy, generate its code, and estimate its cost",
    problems: [
      .finding, .staleFile, .brokenBudget, .tooMuchWork, .unreadableFile, .noPolicy,
    ],
    examples: [
      .init("compile", "Every policy under this folder"),
      .init("compile --check", "Whether the committed files are current, for CI"),
      .init("compile --merge --diff", "The changes to the app's own Info.plist"),
    ],
    discussion: """
      Writes Swift, property lists and a test kit to the policy's generate.output, or to --output. With a finding at or above
      --fail-on, nothing is written. A generated file depends only on its own content: a changed comment, budget or scenario
      makes no file stale. A file that bgpolicy did not write is never overwritten. --merge adds the policy's values to the
      app's own Info.plist and entitlements, and leaves everything else in them unchanged. If a report in a format for
      programs is written to standard output, everything else is written to standard error.
      """)

  private static let merge = Flag(
    "--merge",
    "Also add the policy's values to the app's own files, at infoPlist and entitlements in the policy")
  private static let singleFile = Option<String?>(
    "--single-file", "FILE",
    "Write only the Swift, all of it to one file, and estimate nothing; for build systems that name their outputs",
    completion: .file
  ) { file throws(UsageError) in
    if file.isEmpty || file.hasSuffix("/") {
      throw UsageError(message: "--single-file requires the name of a file; found \"\(file)\"")
    }
    return file
  }
  private static let check = Flag(
    "--check",
    "Write nothing and estimate nothing; exit with 1 if a file is missing, out of date or left over"
  )
  private static let diff = Flag("--diff", "Like --check, and show how the files would change")
  private static let prune = Flag(
    "--prune",
    "Also remove the files in the folder that bgpolicy generated from the policy and no longer generates")

  private static let noEstimate = Flag("--no-estimate", "Estimate nothing")
  private static let only = Option<Set<GeneratedKind>>(
    "--only", "KIND,…",
    "Write or compare only generated files of these kinds: \(Choices.list(GeneratedKind.self))",
    completion: .choices(GeneratedKind.self), isRepeatable: true
  ) { texts throws(UsageError) in
    var kinds: Set<GeneratedKind> = []
    for word in texts.flatMap({ $0.split(separator: ",", omittingEmptySubsequences: false) }) {
      kinds.insert(try Choices.value(of: String(word), for: "--only"))
    }
    return kinds.isEmpty ? Set(GeneratedKind.allCases) : kinds
  }

  /// The folder of all generated files. `nil` means the folders that the policies name.
  let output: String?
  /// Whether values are merged into the app's own files.
  let isMerging: Bool
  /// The single file for all Swift code. `nil` if the code is written to a folder.
  let singleFile: String?
  /// The formats of the findings.
  let formats: [ReportFormat<LintFormat>]
  /// Whether files are compared instead of written.
  let isOnlyChecking: Bool
  /// Whether the check shows the differences.
  let showsDiff: Bool
  /// Whether the cost of the policies is estimated.
  let isEstimating: Bool
  /// The kinds of generated files that are written or compared.
  let kinds: Set<GeneratedKind>
  /// Whether leftover files are removed.
  let isPruning: Bool
  /// The lowest severity of a finding that fails.
  let limit: Severity
  /// The file of known findings. `nil` without a baseline.
  private let baselinePath: String?
  /// The root of the paths in reports.
  let root: RootOption
  let estimate: EstimateOptions
  private let search: PolicySearch
  private let operands: [String]

  init(_ arguments: inout Arguments) throws(UsageError) {
    output = try arguments[SharedOptions.outputFolder]
    isMerging = arguments[Self.merge]
    singleFile = try arguments[Self.singleFile]
    formats = try arguments[ReportFormat<LintFormat>.option]
    let isCheck = arguments[Self.check]
    showsDiff = arguments[Self.diff]
    isOnlyChecking = isCheck || showsDiff
    isPruning = arguments[Self.prune]
    let isWithoutEstimate = arguments[Self.noEstimate]
    isEstimating = !isWithoutEstimate && !isOnlyChecking
    kinds = try arguments[Self.only]
    limit = try arguments[SharedOptions.failOn]
    baselinePath = try arguments[SharedOptions.baseline]
    root = try RootOption(&arguments)
    let modes: [any DeclaredOption] = [Self.check, Self.diff, Self.singleFile]
    if let mode = modes.first(where: { arguments.isGiven($0) })?.declaration.name {
      try arguments.reject(EstimateOptions.self, because: "\(mode) estimates nothing")
      try arguments.reject(Self.noEstimate, because: "\(mode) estimates nothing")
      try arguments.reject(Self.prune, because: "\(mode) removes nothing")
    }
    if isWithoutEstimate {
      try arguments.reject(EstimateOptions.self, because: "--no-estimate estimates nothing")
    }
    if singleFile != nil {
      try arguments.reject(Self.only, because: "--single-file writes only Swift")
      try arguments.reject(
        SharedOptions.outputFolder, because: "--single-file names the folder together with the file")
      try arguments.reject(Self.merge, because: "--single-file writes no property lists")
    }
    estimate = try EstimateOptions(&arguments)
    search = try SearchOptions(&arguments).search
    operands = arguments.operands
  }

  func run(_ console: Console) throws(UsageError) -> Outcome {
    let readings = try readings(PolicyFiles(console.access))
    var baseline = try baselinePath.map { path throws(UsageError) in
      try BaselineFile(path: path, access: console.access).read()
    }
    var files: [LintReport.File] = []
    for (path, reading) in readings {
      let findings = try findings(in: reading, at: path, &baseline, console.access)
      files.append(LintReport.File(findings: findings, sources: reading.sources))
    }
    let report = report(on: files)
    let notes = console.alongside(formats)
    guard !isBlocked(by: report) else {
      try write(report, console)
      notes.note("Nothing was written")
      return Outcome(.finding)
    }
    if !isOnlyChecking { try write(report, console) }
    if isMerging { try requireFilesToMergeInto(of: readings.compactMap(\.reading.policy)) }
    // Errors in the call are reported before anything is written.
    var jobs: [Job] = []
    for (index, (path, reading)) in readings.enumerated() {
      if let policy = reading.policy {
        jobs.append(try generate(policy, of: reading, at: path, index: index, console.access))
      }
    }
    var outcome = Outcome(.finding, if: report.fails)
    if isOnlyChecking {
      let states = try reportFreshness(of: jobs, in: files, console)
      for (job, states) in zip(jobs, states) { outcome.add(try check(job, in: states, on: notes)) }
    } else {
      let current = CurrentFiles(of: jobs.map(\.compilation))
      // All files are written before the first estimate, so that no file is missing if an estimate takes
      // long, fails or is interrupted.
      let interruption = System.Interruption()
      for job in jobs {
        outcome.add(try write(job, besides: current, notes))
        if !isMerging, singleFile == nil {
          say(unmergedIn: job, besides: files[job.index].findings, console.access, notes)
        }
      }
      let written = outcome
      interruption.end {
        Console.report(problem: "The estimate was interrupted; all files are written")
        System.leave(with: written.status)
      }
      for job in jobs { outcome.add(try estimate(job, notes)) }
    }
    return outcome
  }

  // MARK: Linting

  private func readings(
    _ policies: PolicyFiles
  ) throws(UsageError) -> [(path: String, reading: PolicyReading)] {
    let paths = try policies.paths(operands, command: Self.name, search)
    if singleFile != nil, paths.count > 1 {
      throw UsageError(
        message: "--single-file is for one policy; name one of \(paths.joined(separator: ", "))",
        command: Self.name)
    }
    let policies = policies.sharing(among: paths)
    let readings = try paths.map { path throws(UsageError) in (path, try policies.read(path)) }
    try formats.keepOff(readings.flatMap { $0.1.sources.map(\.name) } + [baselinePath].compactMap(\.self))
    return readings
  }

  private func findings(
    in reading: PolicyReading, at path: String, _ baseline: inout Baseline?, _ access: FileAccess
  ) throws(UsageError) -> [Finding] {
    var findings = Linting.findings(in: reading)
    baseline?.apply(to: &findings, in: reading.sources)
    findings = Linter.findingsBeforeOutput(findings, in: reading)
    guard isMerging else { return findings }
    if isOnlyChecking {
      var unmerged = try UnmergedFiles.findings(in: reading, at: path, besides: findings, access)
      baseline?.apply(to: &unmerged, in: reading.sources)
      return findings + unmerged
    }
    // A merge adds the entries that these rules report as missing.
    return findings.filter { !$0.rule.isFixedByMerging }
  }

  /// Whether findings prevent the remaining steps.
  private func isBlocked(by report: LintReport) -> Bool {
    guard isMerging || isOnlyChecking else { return report.fails }
    // Differences from the app's own files are findings, but don't prevent merging or checking.
    return report.fails { !$0.rule.isAboutDrift && Catalog.gateRule($0.rule.code) == nil }
  }

  /// A report of findings.
  func report(on files: [LintReport.File]) -> LintReport {
    LintReport(files, limit: limit, root: root.value, hasBaseline: baselinePath != nil)
  }

  /// Writes a report of findings.
  func write(_ report: LintReport, _ console: Console) throws(UsageError) {
    try formats.write(console) { kind, style in
      kind == .text
        ? report.notableText(style: style, withSummary: !console.isQuiet)
        : report.rendered(as: kind, style: style, withSummary: !console.isQuiet)
    }
  }

  /// Throws if no policy names a property list to merge into.
  private func requireFilesToMergeInto(of policies: [Policy]) throws(UsageError) {
    guard policies.allSatisfy({ MergedFile.parts(of: $0).isEmpty }) else { return }
    throw UsageError(
      message: """
        There is no file to merge into; set app.infoPlist and app.entitlements of the policy to the paths of the \
        app's own files
        """, command: Self.name)
  }
}
