internal import PolicyModel
internal import PolicyReports
internal import RepositoryFiles

/// A format of a result, and the file to which it is written.
///
/// The type has no constraint, because looking up a conformance takes a tenth of the time of a lint.
struct ReportFormat<Kind: Sendable>: Sendable {
  let kind: Kind
  /// The file to write. `nil` means standard output.
  let file: String?
}

extension ReportFormat where Kind: ReportKind {
  /// The option that chooses formats. The default is text.
  static var option: Option<[ReportFormat]> {
    Option(
      "--format", Kind.placeholder, "\(Choices.list(Kind.self)); written to FILE if one is named",
      completion: .formats { Kind.allCases.map(\.rawValue) }, isRepeatable: true
    ) { texts throws(UsageError) in
      try formats(texts)
    }
  }

  private static func formats(_ texts: [String]) throws(UsageError) -> [ReportFormat] {
    guard !texts.isEmpty else { return [ReportFormat(kind: .text, file: nil)] }
    var formats: [ReportFormat] = []
    for text in texts {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let kind: Kind = try Choices.value(of: String(parts[0]), for: "--format")
      let file = parts.count > 1 ? String(parts[1]) : nil
      if file == "" {
        throw UsageError(message: "--format \(kind)= requires the name of a file")
      }
      formats.append(ReportFormat(kind: kind, file: file))
    }
    if formats.count(where: { $0.file == nil }) > 1 {
      throw UsageError(
        message:
          "Only one format can be written to standard output; name a file for the others, as in --format json=FILE"
      )
    }
    try rejectDuplicates(formats)
    return formats
  }

  /// Throws if two formats would be written to the same file.
  static func rejectDuplicates(_ formats: [ReportFormat]) throws(UsageError) {
    var seen: Set<String> = []
    for file in formats.compactMap(\.file) where !seen.insert(RelativePath.normalized(file)).inserted {
      // A device, such as `/dev/stdout`, accepts any number of reports.
      guard FileAccess.kind(of: file) != .other else { continue }
      throw UsageError(message: "Two formats can't be written to one file: \(file) is named twice")
    }
  }

  /// Writes a report in this format. Only a terminal gets colors.
  func write(_ console: Console, _ text: (Kind, Style) -> String) throws(UsageError) {
    let style = file == nil ? console.style : Style(isColored: false)
    try OutputFile.write(text(kind, style), to: file, console)
  }
}

extension Sequence {
  /// Writes a report in each format.
  func write<Kind: ReportKind>(
    _ console: Console, _ text: (Kind, Style) -> String
  ) throws(UsageError) where Element == ReportFormat<Kind> {
    for format in self { try format.write(console, text) }
  }

  /// Throws if a report would overwrite a file that was read.
  func keepOff<Kind: ReportKind>(_ inputs: [String]) throws(UsageError) where Element == ReportFormat<Kind> {
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
