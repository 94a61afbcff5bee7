internal import PolicyModel
internal import PolicyReports

/// A form in which a result is written, and where to.
struct ReportFormat<Kind: ReportKind> {
  /// The form.
  let kind: Kind
  /// The file to write; `nil` for standard output.
  let file: String?

  /// The option that asks for forms.
  static var option: CommandOption {
    CommandOption(
      optionName, Kind.placeholder, "\(names); to a file where one is named; may be given several times")
  }

  private static var optionName: String { "--format" }

  private static var names: String {
    let names = Kind.allCases.map(\.rawValue)
    return names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
  }

  /// Writes a report in this form to where it goes; colors are for terminals.
  func write(_ console: Console, _ text: (Kind, Style) -> String) throws(UsageError) {
    let style = Style(isColored: file == nil && console.usesColor)
    try OutputFile.write(text(kind, style), to: file, console)
  }

  /// The forms that a call asks for; text where it names none.
  static func requested(_ arguments: Arguments, of command: String) throws(UsageError) -> [ReportFormat] {
    guard arguments.has(optionName) else { return [ReportFormat(kind: .text, file: nil)] }
    var formats: [ReportFormat] = []
    for value in arguments.all(optionName) {
      let parts = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let kind = Kind(rawValue: String(parts[0])) else {
        let kinds = Kind.allCases.map(\.rawValue).joined(separator: ", ")
        throw UsageError(
          message: "--format takes one of \(kinds), and not \"\(parts[0])\"", command: command)
      }
      let file = parts.count > 1 ? String(parts[1]) : nil
      if file == "" {
        throw UsageError(message: "--format \(kind)= needs the name of a file", command: command)
      }
      formats.append(ReportFormat(kind: kind, file: file))
    }
    if formats.count(where: { $0.file == nil }) > 1 {
      throw UsageError(
        message:
          "Only one format can go to standard output: name a file for the others, as in --format json=FILE",
        command: command)
    }
    try rejectDuplicates(formats, command)
    return formats
  }

  private static func rejectDuplicates(_ formats: [ReportFormat], _ command: String) throws(UsageError) {
    var seen: Set<String> = []
    for file in formats.compactMap(\.file) where !seen.insert(RelativePath.normalized(file)).inserted {
      // A device takes as many as come.
      guard System.kind(of: file) != .other else { continue }
      throw UsageError(
        message: "Two formats can't go to one file: \(file) is named twice", command: command)
    }
  }
}

extension Sequence {
  /// Writes a report in each form to where that goes.
  func write<Kind>(
    _ console: Console, _ text: (Kind, Style) -> String
  ) throws(UsageError) where Element == ReportFormat<Kind> {
    for format in self { try format.write(console, text) }
  }

  /// Refuses to write a report over a file that was read.
  func keepOff<Kind>(_ inputs: [String]) throws(UsageError) where Element == ReportFormat<Kind> {
    for format in self {
      guard let file = format.file, let input = OutputFile.input(among: inputs, overwrittenBy: file) else {
        continue
      }
      throw UsageError(
        message:
          "--format \(format.kind.rawValue)=\(file) would overwrite \(input), which is read; name another file"
      )
    }
  }
}
