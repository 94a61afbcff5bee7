internal import PolicyGen
internal import PolicyLint
internal import PolicyModel
internal import PolicySim
internal import PolicySyntax

/// `bgpolicy compile`: lints, generates and estimates.
enum CompileCommand {
  static let syntax = CommandSyntax(
    name: "compile", operands: "[POLICY…]", operandCount: 0...Int.max,
    summary: "Judge a policy, generate its code, and estimate what it costs",
    discussion: """
      Writes Swift, property lists and a test kit to the policy's generate.output, or to --output. With a finding at or above
      --fail-on nothing is written. A file that bgpolicy did not write is never overwritten, unless --merge asks for it: that writes
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
        "--check", nil, "Write nothing; exit with 1 where the files are not what the policy compiles to"),
      CommandOption("--diff", nil, "Like --check, and show what the files would become"),
      CommandOption(
        "--fail-on", "LEVEL", "error, warning or info: the findings that keep anything from being written"),
      ReportRoot.option,
    ] + EstimateOptions.options)

  private static let singleFile = "--single-file"

  static func run(_ arguments: Arguments, _ console: Console) throws(UnusableCall) -> ExitStatus {
    let formats = try ReportFormat<LintFormat>.requested(arguments, of: syntax.name)
    let limit = try arguments.word("--fail-on", default: Severity.error, of: syntax.name)
    let root = try ReportRoot.requested(arguments, of: syntax.name)
    let paths = try PolicyFiles.paths(arguments.operands, command: syntax.name)
    try checkSingleFile(arguments, paths)
    var readings: [(path: String, reading: PolicyReading)] = []
    for path in paths { readings.append((path, try PolicyFiles.read(path))) }
    try formats.keepOff(readings.flatMap { $0.reading.sources.map(\.name) })
    let isMerging = arguments.has("--merge") && !isOnlyChecking(arguments)
    var files: [LintReport.File] = []
    for (path, reading) in readings {
      // What a merge adds is not missing afterwards.
      var findings = Judgement.findings(in: reading).filter { !isMerging || !$0.rule.isFixedByMerging }
      if arguments.has("--merge"), isOnlyChecking(arguments) {
        findings += try UnmergedFiles.findings(in: reading, at: path, besides: findings)
      }
      files.append(LintReport.File(findings: findings, sources: reading.sources))
    }
    let report = LintReport(files, limit: limit, root: root)
    try formats.write(console) { report.rendered(as: $0, style: $1, withSummary: !console.isQuiet) }
    let console = console.beside(formats)
    // Differences from the app's own files keep nothing from being merged or checked, and still count.
    let isRefused = report.refuses
    let isBlocked =
      isMerging || isOnlyChecking(arguments)
      ? report.refuses { !$0.rule.isAboutDrift && Catalog.gateRule($0.rule.code) == nil } : isRefused
    guard !isBlocked else {
      console.note("Nothing was written")
      return .refused
    }
    if arguments.has("--merge") { try requireFilesToMergeInto(of: readings.compactMap(\.reading.policy)) }
    var status = isRefused ? ExitStatus.refused : .success
    for (path, reading) in readings {
      guard let policy = reading.policy else { continue }
      status = max(status, try compile(policy, reading, at: path, arguments, console))
    }
    return status
  }

  /// Refuses a single file for several policies, or beside a folder.
  private static func checkSingleFile(_ arguments: Arguments, _ paths: [String]) throws(UnusableCall) {
    guard let file = arguments.value(singleFile) else { return }
    if paths.count > 1 {
      throw UnusableCall(
        message: "\(singleFile) is for one policy; name one of \(paths.joined(separator: ", "))",
        command: syntax.name)
    }
    if arguments.has("--output") {
      throw UnusableCall(
        message: "\(singleFile) says where the file goes, so --output can't say it too", command: syntax.name)
    }
    if arguments.has("--merge") {
      throw UnusableCall(
        message: "\(singleFile) writes no property lists, so --merge has nothing to do", command: syntax.name)
    }
    if file.isEmpty || file.hasSuffix("/") {
      throw UnusableCall(message: "\(singleFile) needs the name of a file", command: syntax.name)
    }
  }

  private static func compile(
    _ policy: Policy, _ reading: PolicyReading, at path: String, _ arguments: Arguments, _ console: Console
  ) throws(UnusableCall) -> ExitStatus {
    if let single = arguments.value(singleFile) {
      let provenance = Provenance(
        version: Tool.version, policy: path, input: reading.policySources.map(\.bytes))
      let file = Generator.singleFile(
        for: policy, named: String(single.dropFirst(RelativePath.folder(of: single).count)),
        provenance: provenance)
      return try write([file], to: OutputFolder(ofFile: single), arguments, console)
    }
    let compilation = Compilation(policy, reading, at: path, output: arguments.value("--output"))
    let (files, folder) = (compilation.files, compilation.folder)
    guard !files.isEmpty else { return .success }
    let merged = arguments.has("--merge") ? try MergedFile.all(of: policy, at: path) : []
    let status = try write(files, merged, to: folder, arguments, console)
    guard !isOnlyChecking(arguments) else { return status }
    for name in folder.leftovers(besides: files) {
      console.note("\(folder.path)/\(name) is from an earlier run, and this policy no longer makes it")
    }
    let estimate = try EstimateOptions.report(on: policy, at: path, arguments, console, of: syntax.name)
    console.print("\n" + estimate.text(style: Style(isColored: console.usesColor), showsSources: false))
    return estimate.breaksBudget ? .refused : .success
  }

  /// Refuses a merge into nothing.
  private static func requireFilesToMergeInto(of policies: [Policy]) throws(UnusableCall) {
    guard policies.allSatisfy({ MergedFile.paths(of: $0).isEmpty }) else { return }
    throw UnusableCall(
      message: """
        There is no file to merge into; write the paths of the app's own files to app.infoPlist and app.entitlements \
        of the policy
        """, command: syntax.name)
  }

  private static func isOnlyChecking(_ arguments: Arguments) -> Bool {
    arguments.has("--check") || arguments.has("--diff")
  }

  /// Writes files into a folder, or says which of them are stale where that is all that is asked for.
  private static func write(
    _ files: [GeneratedFile], _ merged: [MergedFile] = [], to folder: OutputFolder, _ arguments: Arguments,
    _ console: Console
  ) throws(UnusableCall) -> ExitStatus {
    let changes = try folder.changes(for: files)
    if isOnlyChecking(arguments) {
      return try check(changes, in: folder, merged, showsDiff: arguments.has("--diff"), console)
    }
    try folder.write(changes)
    for (file, change) in changes {
      console.print("\(change == .unchanged ? "Unchanged" : "Wrote") \(folder.path(of: file))\n")
    }
    for file in merged {
      try file.write()
      console.print("\(file.isChanged ? "Merged into" : "Unchanged") \(file.path)\n")
    }
    return .success
  }

  /// Says which files are not what the policy compiles to.
  private static func check(
    _ changes: [(file: GeneratedFile, change: OutputFolder.Change)], in folder: OutputFolder,
    _ merged: [MergedFile], showsDiff: Bool, _ console: Console
  ) throws(UnusableCall) -> ExitStatus {
    let stale = changes.filter { $0.change != .unchanged }
    for (file, change) in stale {
      let state = "\(folder.path(of: file)) \(change == .created ? "is missing" : "is out of date")"
      if showsDiff {
        console.note(state)
        console.print(try folder.diff(of: file).text)
      } else {
        console.print(state + "\n")
      }
    }
    let incomplete = merged.filter(\.isChanged)
    for file in incomplete {
      if showsDiff {
        console.note(file.state)
        console.print(file.diff)
      } else {
        console.print(file.state + "\n")
      }
    }
    if !incomplete.isEmpty {
      console.note("Run `bgpolicy compile --merge` and commit what it writes")
    } else if !stale.isEmpty {
      console.note("Run `bgpolicy compile` and commit what it writes")
    }
    return stale.isEmpty && incomplete.isEmpty ? .success : .refused
  }
}
