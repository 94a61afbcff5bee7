internal import JSON
internal import PolicyLint
internal import PolicyModel
internal import PolicySyntax

/// `bgpolicy lint`: judges policies by the rules.
enum LintCommand {
  static let syntax = CommandSyntax(
    name: "lint", operands: "[POLICY…|-]", operandCount: 0...Int.max,
    summary: "Judge policies by Apple's documented rules",
    discussion: """
      Without a POLICY, every bgpolicy.yaml and *.bgpolicy.yaml under this folder is judged; - is standard input. What is
      wrong inside a file is a finding with a place, and the other files are still judged.
      """,
    options: [
      CommandOption(
        "--format", "F[=FILE]", "text or json; to a file where one is named; may be given several times"),
      CommandOption(
        "--fail-on", "LEVEL",
        "error, warning or info: the findings that make the exit status 1; default error"),
      CommandOption(
        "--fix", "safe|all", isValueOptional: true,
        "Mend what can be mended: safe, which is the default, changes nothing that the app does"),
      CommandOption("--diff", nil, "Show what --fix would change, and write nothing"),
      CommandOption(
        "--baseline", "FILE", "Findings that don't count, as `bgpolicy baseline write` keeps them"),
      CommandOption("--stdin-filename", "NAME", "What to call standard input in findings"),
    ])

  static func run(_ arguments: Arguments, _ console: Console) throws(UnusableCall) -> ExitStatus {
    let formats = try ReportFormat.requested(arguments, of: syntax.name)
    let limit = try arguments.word("--fail-on", default: Severity.error, of: syntax.name)
    let repair = try Repair(arguments)
    var baseline = try arguments.value("--baseline").map { path throws(UnusableCall) in
      try BaselineFile(path: path).read()
    }
    var files: [LintReport.File] = []
    var status = ExitStatus.success
    for path in try PolicyFiles.paths(arguments.operands, command: syntax.name) {
      do {
        let source = try PolicyFiles.source(
          path, named: path == "-" ? arguments.value("--stdin-filename") : nil)
        var (findings, reading) = try judge(source, at: path, repair, baseline, console)
        baseline?.apply(to: &findings, in: reading.sources)
        files.append(LintReport.File(findings: findings, sources: reading.sources))
      } catch {
        System.writeError("bgpolicy: \(error.message)\n")
        status = .unusable
      }
    }
    guard !files.isEmpty else { return status }
    let report = LintReport(files)
    if repair?.isDiff != true {
      for format in formats { try write(report, as: format, console) }
    }
    return max(status, report.refuses(at: limit) ? .refused : .success)
  }

  /// What is found in a policy once it is mended, where that is asked for.
  private static func judge(
    _ source: SourceText, at path: String, _ repair: Repair?, _ baseline: Baseline?, _ console: Console
  ) throws(UnusableCall) -> (findings: [Finding], reading: PolicyReading) {
    guard let repair else {
      let reading = PolicyFiles.reading(of: source)
      return (Judgement.findings(in: reading), reading)
    }
    let reading = try repair.mend(source, at: path, baseline, console)
    return (Judgement.findings(in: reading), reading)
  }

  private static func write(
    _ report: LintReport, as format: ReportFormat, _ console: Console
  ) throws(UnusableCall) {
    switch format.kind {
    case .text:
      let style = Style(isColored: format.file == nil && console.usesColor)
      try format.write(report.text(style: style, withSummary: !console.isQuiet), console)
    case .json: try format.write(report.json.prettyText + "\n", console)
    }
  }
}
