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
  func bold(_ text: String) -> String { wrap(text, "1") }
  /// Dimmed text.
  func faint(_ text: String) -> String { wrap(text, "2") }

  /// Text in the color of a severity.
  func colored(_ text: String, _ severity: Severity) -> String {
    switch severity {
    case .error: wrap(text, "1;31")
    case .warning: wrap(text, "1;33")
    case .info: wrap(text, "1;36")
    }
  }

  /// Text in the color of line numbers and frames.
  func frame(_ text: String) -> String { wrap(text, "34") }

  private func wrap(_ text: String, _ code: String) -> String {
    isColored && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
