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
      CommandOption("--stdin-filename", "NAME", "What to call standard input in findings"),
    ])

  static func run(_ arguments: Arguments, _ console: Console) throws(UnusableCall) -> ExitStatus {
    let formats = try ReportFormat.requested(arguments, of: syntax.name)
    let limit = try arguments.word("--fail-on", default: Severity.error, of: syntax.name)
    var files: [LintReport.File] = []
    var status = ExitStatus.success
    for path in try PolicyFiles.paths(arguments.operands, command: syntax.name) {
      do {
        let name = path == "-" ? arguments.value("--stdin-filename") : nil
        let reading = try PolicyFiles.read(path, named: name)
        files.append(LintReport.File(findings: Judgement.findings(in: reading), sources: reading.sources))
      } catch {
        System.writeError("bgpolicy: \(error.message)\n")
        status = .unusable
      }
    }
    guard !files.isEmpty else { return status }
    let report = LintReport(files)
    for format in formats { try write(report, as: format, console) }
    return max(status, report.refuses(at: limit) ? .refused : .success)
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
