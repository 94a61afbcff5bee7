internal import PolicyReports
internal import RepositoryFiles

/// A command's standard output and standard error, and its access to files.
struct Console {
  /// Whether to use colors on standard output.
  let usesColor: Bool
  /// Whether to leave out summaries and progress.
  let isQuiet: Bool
  /// Gives access to the files that the call names.
  let access: FileAccess
  /// Whether standard output holds a report for programs. No other text may follow such a report.
  private var isOutputTaken = false

  /// The values of `--color`.
  enum ColorChoice: String, CaseIterable {
    case auto, always, never
  }

  /// The console of a call.
  init(_ options: CommonOptions, _ access: FileAccess) {
    self.access = access
    usesColor =
      switch options.color {
      case .always: true
      case .never: false
      case .auto:
        System.environment("NO_COLOR") == nil
          && (Self.isColorForced || System.isOutputTerminal && System.environment("TERM") != "dumb")
      }
    isQuiet = options.isQuiet
  }

  /// Whether the environment asks for colors even if standard output is not a terminal.
  private static var isColorForced: Bool {
    ["FORCE_COLOR", "CLICOLOR_FORCE"].contains { name in
      System.environment(name).map { $0 != "0" && $0 != "false" } ?? false
    }
  }

  /// The number of columns of a line of help: the columns of the terminal within limits, or the width of a
  /// page.
  static var helpWidth: Int {
    System.outputColumns.map { min(max($0, 40), 120) } ?? HelpText.pageWidth
  }

  /// The style of text for standard output.
  var style: Style {
    Style(
      isColored: usesColor, columns: System.outputColumns,
      hasLinks: usesColor && TerminalLinks.areShown(isTerminal: System.isOutputTerminal, System.environment),
      folder: FileAccess.workingDirectory)
  }

  /// The style of text for standard error.
  var errorStyle: Style {
    Style(isColored: usesColor && System.isErrorTerminal, columns: System.errorColumns)
  }

  /// The console for messages in addition to a report in some formats.
  func alongside<Kind: ReportKind>(_ formats: [ReportFormat<Kind>]) -> Console {
    var console = self
    console.isOutputTaken = formats.contains { $0.file == nil && $0.kind != .text }
    return console
  }

  /// Prints a result. If a report for programs is on standard output, the result is printed as a note.
  func print(_ text: String) {
    guard !isOutputTaken else {
      if !isQuiet { System.writeError(text) }
      return
    }
    Self.write(text)
  }

  /// Writes to standard output. Ends the process if standard output is full or closed.
  static func write(_ text: String) {
    guard let failure = System.writeOutput(text) else { return }
    report(problem: "Can't write to standard output: \(failure.reason)")
    System.leave(with: Outcome(.unwritableOutput).status)
  }

  /// The progress of long work, shown if standard error is a terminal.
  func progress(_ label: String) -> Progress {
    Progress(label, isShown: System.isErrorTerminal && !isQuiet)
  }

  /// Prints a result of one line. Control characters from policies and paths are escaped.
  func say(_ line: String) { print(DisplayText.line(line) + "\n") }

  /// Prints a line that is not a result. In a terminal, the line is wrapped, and its continuation is
  /// indented.
  func note(_ line: String) {
    guard !isQuiet else { return }
    let text = DisplayText.line(line)
    guard let columns = System.errorColumns, DisplayText.width(of: text) > columns else {
      System.writeError(text + "\n")
      return
    }
    let indentation = String(text.prefix { $0 == " " })
    let lines = DisplayText.wrapped(text, width: columns - indentation.count - 2)
    System.writeError(
      lines.enumerated().map { ($0 == 0 ? indentation : indentation + "  ") + $1 + "\n" }.joined())
  }

  /// Prints the messages of another program line by line, with control characters escaped.
  static func relay(_ text: [UInt8]) {
    for line in String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline) {
      System.writeError(DisplayText.line(String(line)) + "\n")
    }
  }

  /// Prints an error, even with `--quiet`.
  static func report(problem: String) {
    System.writeError(DisplayText.line("bgpolicy: \(problem)") + "\n")
  }
}
