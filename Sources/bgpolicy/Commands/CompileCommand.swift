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
      Writes Swift and property lists to the policy's generate.output, or to --output. With a finding at or above --fail-on
      nothing is written. A file that bgpolicy did not write is never overwritten, unless --merge asks for it: that writes
      what the policy decides into the app's own Info.plist and entitlements, and leaves everything else in them alone.
      """,
    options: [
      CommandOption("--output", "DIR", "The folder for the files, relative to this one"),
      CommandOption(
        "--merge", nil, "Also write what is missing into the files at app.infoPlist and at entitlements"),
      CommandOption(
        "--check", nil, "Write nothing; exit with 1 where the files are not what the policy compiles to"),
      CommandOption("--diff", nil, "Like --check, and show what the files would become"),
      CommandOption(
        "--fail-on", "LEVEL", "error, warning or info: the findings that keep anything from being written"),
    ] + EstimateOptions.options)

  static func run(_ arguments: Arguments, _ console: Console) throws(UnusableCall) -> ExitStatus {
    let limit = try arguments.word("--fail-on", default: Severity.error, of: syntax.name)
    var readings: [(path: String, reading: PolicyReading)] = []
    for path in try PolicyFiles.paths(arguments.operands, command: syntax.name) {
      readings.append((path, try PolicyFiles.read(path)))
    }
    let report = LintReport(
      readings.map {
        LintReport.File(findings: Judgement.findings(in: $0.reading), sources: $0.reading.sources)
      }
    )
    console.print(report.text(style: Style(isColored: console.usesColor), withSummary: true))
    guard !report.refuses(at: limit) else {
      console.note("Nothing was written")
      return .refused
    }
    if arguments.has("--merge") { try requireFilesToMergeInto(of: readings.compactMap(\.reading.policy)) }
    var status = ExitStatus.success
    for (path, reading) in readings {
      guard let policy = reading.policy else { continue }
      status = max(status, try compile(policy, reading, at: path, arguments, console))
    }
    return status
  }

  private static func compile(
    _ policy: Policy, _ reading: PolicyReading, at path: String, _ arguments: Arguments, _ console: Console
  ) throws(UnusableCall) -> ExitStatus {
    let provenance = Provenance(version: Tool.version, policy: path, input: reading.sources.map(\.bytes))
    let files = Generator.files(for: policy, provenance: provenance)
    guard !files.isEmpty else { return .success }
    let merged = arguments.has("--merge") ? try MergedFile.all(of: policy, at: path) : []
    let output = RelativePath.resolve(policy.generate.output.value, from: path)
    let folder = OutputFolder(path: arguments.value("--output") ?? output)
    let changes = try folder.changes(for: files)
    if arguments.has("--check") || arguments.has("--diff") {
      return try check(changes, in: folder, merged, showsDiff: arguments.has("--diff"), console)
    }
    try folder.write(changes)
    for (file, change) in changes {
      console.print("\(change == .unchanged ? "Unchanged" : "Wrote") \(folder.path(of: file))\n")
    }
    for file in merged {
      try file.write()
      console.print("\(file.isChanged ? "Merged into" : "Unchanged") \(file.path)\n")
      file.noteForeign(console)
    }
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
    for file in merged { file.noteForeign(console) }
    if !incomplete.isEmpty {
      console.note("Run `bgpolicy compile --merge` and commit what it writes")
    } else if !stale.isEmpty {
      console.note("Run `bgpolicy compile` and commit what it writes")
    }
    return stale.isEmpty && incomplete.isEmpty ? .success : .refused
  }
}
