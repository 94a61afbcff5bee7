/// A form in which a document is written.
enum DocumentFormat: String, CaseIterable {
  case text, json, markdown

  /// The option that asks for it.
  static let option = CommandOption("--format", "FORMAT", "text, json or markdown; default text")

  /// The form that a call asks for.
  static func requested(_ arguments: Arguments, of command: String) throws(UsageError) -> DocumentFormat {
    try arguments.word(option.name, default: .text, of: command)
  }
}
