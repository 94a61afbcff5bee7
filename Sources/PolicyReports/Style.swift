internal import PolicyModel
internal import PolicySyntax

/// Colors of a terminal, or none.
package struct Style {
  /// Whether to use colors.
  let isColored: Bool

  /// Whether the terminal shows links (OSC 8).
  let hasLinks: Bool

  /// The absolute path of the working directory, to which links to files are relative. `nil` if the terminal
  /// shows no links.
  private let folder: String?

  /// The columns of the terminal, which tables and excerpts may fill. `nil` if the output is not a terminal.
  let columns: Int?
  /// The columns of a line of text.
  let width: Int
  /// Whether lines have to fit into a terminal.
  var isForTerminal: Bool { columns != nil }

  /// The columns of a line that is not for a terminal. Lines for a terminal are never longer.
  private static let widest = 100
  private static let narrowest = 40

  /// A style with colors or without, for a terminal with a number of columns or for no terminal.
  package init(isColored: Bool, columns: Int? = nil, hasLinks: Bool = false, folder: String? = nil) {
    self.isColored = isColored
    self.hasLinks = hasLinks
    self.folder = folder
    self.columns = columns.map { max($0, Self.narrowest) }
    width = columns.map { min(max($0, Self.narrowest), Self.widest) } ?? Self.widest
  }

  func bold(_ text: String) -> String { wrap(text, in: "1") }
  /// Dimmed text.
  func faint(_ text: String) -> String { wrap(text, in: "2") }

  func colored(_ text: String, _ severity: Severity) -> String {
    switch severity {
    case .error: wrap(text, in: "1;31")
    case .warning: wrap(text, in: "1;33")
    case .info: wrap(text, in: "1;36")
    }
  }

  /// A verdict's sign in its color.
  func colored(_ sign: VerdictSign) -> String {
    switch sign {
    case .bad: wrap(sign.rawValue, in: "1;31")
    case .uncertain: wrap(sign.rawValue, in: "1;33")
    case .good: wrap(sign.rawValue, in: "1;32")
    case .unknown: sign.rawValue
    }
  }

  /// A line in the color of a verdict, if the text is a verdict or begins with the sign of a verdict.
  func colored(_ line: String, as text: RichText) -> String {
    switch text.runs.first {
    case .verdict(_, let severity)? where text.runs.count == 1: colored(line, severity)
    case .sign(let sign)? where line.hasPrefix(sign.rawValue):
      colored(sign) + line.dropFirst(sign.rawValue.count)
    default: line
    }
  }

  /// A diff with the colors of its lines.
  package func coloredDiff(_ text: String) -> String {
    guard isColored else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { colored(String($0), DiffLine($0)) }.joined(separator: "\n")
  }

  func colored(_ line: String, _ kind: DiffLine) -> String {
    switch kind {
    case .added: wrap(line, in: "32")
    case .removed: wrap(line, in: "31")
    case .header: wrap(line, in: "1")
    case .unchanged: line
    }
  }

  /// Text in the color of line numbers and frames.
  func frame(_ text: String) -> String { wrap(text, in: "1;94") }

  /// Text that links to an address. The text has no link without an address, or if the terminal shows no links.
  func linked(_ text: String, to address: String?) -> String {
    // Bytes outside of printable ASCII would end the escape sequence.
    guard hasLinks, let address, address.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return text }
    return "\u{1B}]8;;\(address)\u{1B}\\\(text)\u{1B}]8;;\u{1B}\\"
  }

  /// Text that links to a file, whose path is relative to the working directory, if the terminal shows links.
  func linked(_ text: String, toFile file: String) -> String {
    guard let folder, !file.hasPrefix("<") else { return text }
    return linked(text, to: "file://" + FileURI.path(of: RelativePath.absolute(file, in: folder)))
  }

  private func wrap(_ text: String, in code: String) -> String {
    isColored && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
