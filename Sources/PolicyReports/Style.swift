internal import PolicySyntax

/// Colors of a terminal, or none.
package struct Style {
  /// Whether to use colors.
  let isColored: Bool

  /// A style with colors or without.
  package init(isColored: Bool) {
    self.isColored = isColored
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
