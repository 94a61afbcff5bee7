/// An option as the parser, help and completions see it: without the type of its value.
struct OptionDeclaration: Sendable {
  /// The option with its dashes.
  let name: String
  /// A single letter that can be written instead, with its dash; `nil` for most options.
  var abbreviation: String?
  /// The value of the option; `nil` for a flag.
  let value: ValueSyntax?
  /// Whether every value counts, and not only the last one.
  let isRepeatable: Bool
  /// The purpose of the option, in a line; made only on demand, since no call without `--help` needs it.
  let help: @Sendable () -> String

  /// The syntax of an option's value.
  struct ValueSyntax: Sendable {
    /// The name of the value in help.
    let placeholder: String
    /// Whether the option can be given without its value, which then has to be joined to it by `=`.
    let isOptional: Bool
    /// The values that a shell can offer.
    let completion: Completion
  }

  /// Whether the option takes the next argument as its value if none is joined to it.
  var takesNextArgument: Bool { value.map { !$0.isOptional } ?? false }
}

/// An option with a declaration: an `Option` or a `Flag`.
protocol DeclaredOption: Sendable {
  /// The part of it that does not depend on its type.
  var declaration: OptionDeclaration { get }
}
