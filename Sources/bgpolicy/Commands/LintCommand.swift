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
      CommandOption("--format", "F[=FILE]", "text or json; to a file where one is named; may be given several times"),
      CommandOption("--fail-on", "LEVEL", "error, warning or info: the findings that make the exit status 1; default error"),
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
        files.append(LintReport.File(findings: Linter.findings(in: reading), sources: reading.sources))
      } catch {
        System.writeError("bgpolicy: \(error.message)\n")
        status = .unusable
      }
    }
    let report = LintReport(files)
    for format in formats { try write(report, as: format, console) }
    return max(status, report.refuses(at: limit) ? .refused : .success)
  }

  private static func write(
    _ report: LintReport, as format: ReportFormat, _ console: Console
  ) throws(UnusableCall) {
    let text =
      switch format.kind {
      case .text:
        report.text(
          style: Style(isColored: format.file == nil && console.usesColor), withSummary: !console.isQuiet)
      case .json: report.json.prettyText + "\n"
      }
    guard let file = format.file else {
      console.print(text)
      return
    }
    do {
      try System.write(Array(text.utf8), to: file)
    } catch {
      throw UnusableCall(message: "Can't write \(file): \(error.reason)")
    }
  }
}

/// A form in which findings are written, and where to.
struct ReportFormat {
  /// The forms.
  enum Kind: String, CaseIterable {
    case text, json
  }

  /// The form.
  let kind: Kind
  /// The file to write; `nil` for standard output.
  let file: String?

  /// The forms that a call asks for; text where it names none.
  static func requested(_ arguments: Arguments, of command: String) throws(UnusableCall) -> [ReportFormat] {
    var formats: [ReportFormat] = []
    for value in arguments.all("--format") {
      let parts = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let kind = Kind(rawValue: String(parts[0])) else {
        let kinds = Kind.allCases.map(\.rawValue).joined(separator: ", ")
        throw UnusableCall(message: "--format takes one of \(kinds), and not \"\(parts[0])\"", command: command)
      }
      let file = parts.count > 1 ? String(parts[1]) : nil
      if file == "" { throw UnusableCall(message: "--format \(kind)= needs the name of a file", command: command) }
      formats.append(ReportFormat(kind: kind, file: file))
    }
    if formats.isEmpty { formats = [ReportFormat(kind: .text, file: nil)] }
    if formats.count(where: { $0.file == nil }) > 1 {
      throw UnusableCall(
        message: "Only one format can go to standard output: name a file for the others, as in --format json=FILE",
        command: command)
    }
    return formats
  }
}
