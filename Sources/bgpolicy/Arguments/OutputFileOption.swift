internal import PolicyReports

/// The formats of a report, and the file for the format that names no file.
enum ReportFormats {
  static let file = Option<String?>(
    "--output-file", "FILE", "Write the format that names no file to FILE instead of standard output",
    completion: .file
  ) { file throws(UsageError) in
    if file.isEmpty { throw UsageError(message: "--output-file requires the name of a file") }
    return file
  }

  /// The formats of a call.
  static func read<Kind: ReportKind>(
    _ arguments: inout Arguments, as kind: Kind.Type = Kind.self
  ) throws(UsageError) -> [ReportFormat<Kind>] {
    let formats = try arguments[ReportFormat<Kind>.option]
    guard let file = try arguments[Self.file] else { return formats }
    guard let index = formats.firstIndex(where: { $0.file == nil }) else {
      throw UsageError(
        message: "Each --format names its file, so --output-file has no effect", command: arguments.command)
    }
    var result = formats
    result[index] = ReportFormat(kind: formats[index].kind, file: file)
    try ReportFormat.rejectDuplicates(result)
    return result
  }
}
