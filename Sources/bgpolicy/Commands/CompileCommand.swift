internal import PolicyGen
internal import PolicyLint
internal import PolicyModel
internal import PolicyReports
internal import PolicySim
internal import PolicySyntax

/// `bgpolicy compile`: lints, generates and estimates.
enum CompileCommand {
  static let syntax = CommandSyntax(
    name: "compile", operands: "[POLICY…]", operandCount: 0...Int.max,
    summary: "Lint a policy, generate its code, and estimate its cost",
    discussion: """
      Writes Swift, property lists and a test kit to the policy's generate.output, or to --output. With a finding at or above
      --fail-on nothing is written. A generated file depends on nothing but its own content: a comment, a budget or a scenario
      makes none stale. A file that bgpolicy did not write is never overwritten, unless --merge asks for it: that writes
      what the policy decides into the app's own Info.plist and entitlements, and leaves everything else in them alone. With
      findings in a form for programs on standard output, everything else goes to standard error.
      """,
    options: [
      CommandOption("--output", "DIR", "The folder for the files, relative to this one"),
      CommandOption(
        "--merge", nil, "Also write what is missing into the files at app.infoPlist and at entitlements"),
      CommandOption(
        singleFile, "FILE",
        "Write the Swift alone, all of it to one file, and estimate nothing; for build systems, which know files by name"
      ),
      ReportFormat<LintFormat>.option,
      CommandOption(
        "--check", nil,
        "Write nothing, estimate nothing; exit with 1 if a file is missing, out of date, or no longer made by the policy"
      ),
      CommandOption("--diff", nil, "Like --check, and show what the files would become"),
      CommandOption(
        "--prune", nil,
        "Also remove the files in the folder that bgpolicy made of the policy and that it no longer makes"),
      CommandOption(
        "--fail-on", "LEVEL", "error, warning or info: the findings that keep anything from being written"),
      RootOption.option,
    ] + EstimateOptions.options)

  private static let singleFile = "--single-file"

  /// A policy without errors, and what it compiles to.
  private struct Job {
    let path: String
    let policy: Policy
    let compilation: Compilation
    /// How its estimate is made; `nil` if nothing is to be estimated.
    let settings: Estimator.Settings?
    /// The app's own files that it is merged into.
    let merged: [MergedFile]
  }

  static func run(_ arguments: Arguments, _ console: Console) throws(UsageError) -> ExitStatus {
    let formats = try ReportFormat<LintFormat>.requested(arguments, of: syntax.name)
    let limit = try arguments.word("--fail-on", default: Severity.error, of: syntax.name)
    let root = try RootOption.root(arguments, of: syntax.name)
    let paths = try PolicyFiles.paths(arguments.operands, command: syntax.name)
    try checkSingleFile(arguments, paths)
    try rejectUnusedOptions(arguments)
    var readings: [(path: String, reading: PolicyReading)] = []
    for path in paths { readings.append((path, try PolicyFiles.read(path))) }
    try formats.keepOff(readings.flatMap { $0.reading.sources.map(\.name) })
    let isMerging = arguments.has("--merge") && !isOnlyChecking(arguments)
    var files: [LintReport.File] = []
    for (path, reading) in readings {
      // What a merge adds is not missing afterwards.
      var findings = Linter.findingsBeforeOutput(Linting.findings(in: reading), in: reading)
      findings.removeAll { isMerging && $0.rule.isFixedByMerging }
      if arguments.has("--merge"), isOnlyChecking(arguments) {
        findings += try UnmergedFiles.findings(in: reading, at: path, besides: findings)
      }
      files.append(LintReport.File(findings: findings, sources: reading.sources))
    }
    func writeReport() throws(UsageError) {
      let report = LintReport(files, limit: limit, root: root)
      try formats.write(console) { report.rendered(as: $0, style: $1, withSummary: !console.isQuiet) }
    }
    let beside = console.beside(formats)
    // Differences from the app's own files keep nothing from being merged or checked, and still count.
    let report = LintReport(files, limit: limit, root: root)
    let isFailed = report.fails
    let isBlocked =
      isMerging || isOnlyChecking(arguments)
      ? report.fails { !$0.rule.isAboutDrift && Catalog.gateRule($0.rule.code) == nil } : isFailed
    guard !isBlocked else {
      try writeReport()
      beside.note("Nothing was written")
      return .failure
    }
    if !isOnlyChecking(arguments) { try writeReport() }
    if arguments.has("--merge") { try requireFilesToMergeInto(of: readings.compactMap(\.reading.policy)) }
    let workers = try EstimateOptions.jobs(arguments, of: syntax.name)
    var jobs: [Job] = []
    // What the call gets wrong is told before anything is written.
    for (path, reading) in readings {
      if let policy = reading.policy { jobs.append(try job(policy, at: path, arguments)) }
    }
    guard isOnlyChecking(arguments) else {
      var status = isFailed ? ExitStatus.failure : .success
      for job in jobs { status = max(status, try write(job, among: jobs, workers, arguments, beside)) }
      return status
    }
    var states: [String: [FileState]] = [:]
    do throws(UsageError) {
      for job in jobs { states[job.path] = try self.states(of: job, among: jobs, arguments) }
    } catch {
      try writeReport()
      throw error
    }
    for (index, (path, reading)) in readings.enumerated() {
      guard let states = states[path] else { continue }
      files[index].findings += FreshnessFindings.of(states, in: reading.nodes, at: path)
    }
    try writeReport()
    var status = isFailed ? ExitStatus.failure : .success
    for job in jobs {
      status = max(
        status, try check(job, states[job.path] ?? [], showsDiff: arguments.has("--diff"), beside))
    }
    return status
  }

  // MARK: The call

  /// Refuses a single file for several policies, or beside a folder.
  private static func checkSingleFile(_ arguments: Arguments, _ paths: [String]) throws(UsageError) {
    guard let file = arguments.value(singleFile) else { return }
    if paths.count > 1 {
      throw UsageError(
        message: "\(singleFile) is for one policy; name one of \(paths.joined(separator: ", "))",
        command: syntax.name)
    }
    if arguments.has("--output") {
      throw UsageError(
        message: "\(singleFile) says where the file goes, so --output can't say it too", command: syntax.name)
    }
    if arguments.has("--merge") {
      throw UsageError(
        message: "\(singleFile) writes no property lists, so --merge has nothing to do", command: syntax.name)
    }
    if file.isEmpty || file.hasSuffix("/") {
      throw UsageError(message: "\(singleFile) needs the name of a file", command: syntax.name)
    }
  }

  /// Refuses options that the call would ignore.
  private static func rejectUnusedOptions(_ arguments: Arguments) throws(UsageError) {
    guard let mode = ["--check", "--diff", singleFile].first(where: arguments.has) else { return }
    try arguments.rejectOptions(
      EstimateOptions.options.map(\.name), because: "\(mode) estimates nothing", of: syntax.name)
    try arguments.rejectOptions(["--prune"], because: "\(mode) removes nothing", of: syntax.name)
  }

  /// Refuses a merge into nothing.
  private static func requireFilesToMergeInto(of policies: [Policy]) throws(UsageError) {
    guard policies.allSatisfy({ MergedFile.parts(of: $0).isEmpty }) else { return }
    throw UsageError(
      message: """
        There is no file to merge into; write the paths of the app's own files to app.infoPlist and app.entitlements \
        of the policy
        """, command: syntax.name)
  }

  private static func isOnlyChecking(_ arguments: Arguments) -> Bool {
    arguments.has("--check") || arguments.has("--diff")
  }

  private static func job(
    _ policy: Policy, at path: String, _ arguments: Arguments
  ) throws(UsageError) -> Job {
    let merged = arguments.has("--merge") ? try MergedFile.all(of: policy) : []
    if let file = arguments.value(singleFile) {
      let compilation = Compilation(policy, at: path, singleFile: file)
      return Job(path: path, policy: policy, compilation: compilation, settings: nil, merged: merged)
    }
    let compilation = Compilation(policy, at: path, output: arguments.value("--output"))
    let isEstimated = !compilation.files.isEmpty && !isOnlyChecking(arguments)
    return Job(
      path: path, policy: policy, compilation: compilation,
      settings: isEstimated ? try EstimateOptions.settings(for: policy, arguments, of: syntax.name) : nil,
      merged: compilation.files.isEmpty ? [] : merged)
  }

  // MARK: Writing

  /// Writes what a policy compiles to, and estimates what it costs.
  private static func write(
    _ job: Job, among jobs: [Job], _ workers: Int, _ arguments: Arguments, _ console: Console
  ) throws(UsageError) -> ExitStatus {
    let folder = job.compilation.folder
    var status = ExitStatus.success
    if !job.compilation.files.isEmpty {
      let changes = try folder.changes(for: job.compilation.files)
      try folder.write(changes)
      for (file, change) in changes {
        console.say("\(change == .unchanged ? "Unchanged" : "Wrote") \(folder.path(of: file))")
      }
      for file in job.merged {
        try file.write()
        console.say("\(file.isChanged ? "Merged into" : "Unchanged") \(file.path)")
      }
    }
    if !arguments.has(singleFile) {
      for leftover in job.compilation.leftovers(among: jobs.map(\.compilation)) {
        status = max(status, try handle(leftover, isPruned: arguments.has("--prune"), console))
      }
    }
    guard let settings = job.settings else { return status }
    let estimate = EstimateOptions.report(on: job.policy, at: job.path, settings, jobs: workers, console)
    console.print("\n" + estimate.text(style: Style(isColored: console.usesColor), showsSources: false))
    return max(status, estimate.breaksBudget ? .failure : .success)
  }

  /// Removes a file that nothing makes any more, or names it.
  private static func handle(
    _ leftover: Leftover, isPruned: Bool, _ console: Console
  ) throws(UsageError) -> ExitStatus {
    guard isPruned else {
      console.note("\(leftover.state.text); `bgpolicy compile --prune` removes it")
      return .success
    }
    guard leftover.isIntact else {
      console.note("\(leftover.path) is left over, but somebody has changed it; remove it yourself")
      return .failure
    }
    do throws(System.FileError) {
      try System.remove(leftover.path)
    } catch {
      throw UsageError(message: "Can't remove \(leftover.path): \(error.reason)")
    }
    console.say("Removed \(leftover.path)")
    return .success
  }

  // MARK: Checking

  private static func states(
    of job: Job, among jobs: [Job], _ arguments: Arguments
  ) throws(UsageError) -> [FileState] {
    let states = try job.compilation.states()
    guard !arguments.has(singleFile) else { return states }
    return states + job.compilation.leftovers(among: jobs.map(\.compilation)).map(\.state)
  }

  /// Names the files that are not what the policy compiles to.
  private static func check(
    _ job: Job, _ states: [FileState], showsDiff: Bool, _ console: Console
  ) throws(UsageError) -> ExitStatus {
    let stale = states.filter { $0.state != .current }
    for file in stale {
      guard showsDiff else {
        console.say(file.text)
        continue
      }
      console.note(file.text)
      if let generated = job.compilation.file(at: file.path) {
        console.print(try job.compilation.folder.diff(of: generated).display)
      }
    }
    let incomplete = job.merged.filter(\.isChanged)
    for file in incomplete {
      if showsDiff {
        console.note(file.state)
        console.print(file.diff)
      } else {
        console.say(file.state)
      }
    }
    if !stale.isEmpty || !incomplete.isEmpty {
      let options =
        (incomplete.isEmpty ? "" : " --merge") + (stale.contains { $0.state == .leftOver } ? " --prune" : "")
      console.note("Run `bgpolicy compile\(options)` and commit what it writes")
    }
    return stale.isEmpty && incomplete.isEmpty ? .success : .failure
  }
}
