/// A form in which a result is written, and where to.
struct ReportFormat {
  /// The forms.
  enum Kind: String, CaseIterable {
    case text, json
  }

  /// The form.
  let kind: Kind
  /// The file to write; `nil` for standard output.
  let file: String?

  /// Writes a report in this form to where it goes.
  func write(_ text: String, _ console: Console) throws(UnusableCall) {
    guard let file else {
      console.print(text)
      return
    }
    do {
      try System.write(Array(text.utf8), to: file)
    } catch {
      throw UnusableCall(message: "Can't write \(file): \(error.reason)")
    }
  }

  /// The forms that a call asks for; text where it names none.
  static func requested(_ arguments: Arguments, of command: String) throws(UnusableCall) -> [ReportFormat] {
    var formats: [ReportFormat] = []
    for value in arguments.all("--format") {
      let parts = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let kind = Kind(rawValue: String(parts[0])) else {
        let kinds = Kind.allCases.map(\.rawValue).joined(separator: ", ")
        throw UnusableCall(
          message: "--format takes one of \(kinds), and not \"\(parts[0])\"", command: command)
      }
      let file = parts.count > 1 ? String(parts[1]) : nil
      if file == "" {
        throw UnusableCall(message: "--format \(kind)= needs the name of a file", command: command)
      }
      formats.append(ReportFormat(kind: kind, file: file))
    }
    if formats.isEmpty { formats = [ReportFormat(kind: .text, file: nil)] }
    if formats.count(where: { $0.file == nil }) > 1 {
      throw UnusableCall(
        message:
          "Only one format can go to standard output: name a file for the others, as in --format json=FILE",
        command: command)
    }
    return formats
  }
}
