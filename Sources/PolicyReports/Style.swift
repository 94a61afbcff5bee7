internal import PolicySyntax

/// Colors of a terminal, or none.
package struct Style {
  /// Whether to use colors.
  let isColored: Bool

  /// The columns of a line.
  let width: Int
  /// Whether lines have to fit into a terminal.
  let isForTerminal: Bool

  /// The columns of a line that is not for a terminal, which is also the longest of any.
  private static let widest = 100
  private static let narrowest = 40

  /// A style with colors or without, for a terminal with a number of columns or for no terminal.
  package init(isColored: Bool, columns: Int? = nil) {
    self.isColored = isColored
    isForTerminal = columns != nil
    width = columns.map { min(max($0, Self.narrowest), Self.widest) } ?? Self.widest
  }

  /// Text in bold.
  func bold(_ text: String) -> String { wrap(text, in: "1") }
  /// Dimmed text.
  func faint(_ text: String) -> String { wrap(text, in: "2") }

  /// Text in the color of a severity.
  func colored(_ text: String, _ severity: Severity) -> String {
    switch severity {
    case .error: wrap(text, in: "1;31")
    case .warning: wrap(text, in: "1;33")
    case .info: wrap(text, in: "1;36")
    }
  }

  /// Text in the color of line numbers and frames.
  func frame(_ text: String) -> String { wrap(text, in: "34") }

  private func wrap(_ text: String, in code: String) -> String {
    isColored && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
