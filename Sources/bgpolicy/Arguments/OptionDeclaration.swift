/// An option without the type of its value, for the parser, help and completions.
struct OptionDeclaration: Sendable {
  /// The name of the option, with its dashes.
  let name: String
  /// The single-letter form of the option, with its dash. `nil` for most options.
  var abbreviation: String?
  /// The value of the option. `nil` for a flag.
  let value: ValueSyntax?
  /// Whether every value of the option counts. Otherwise, only the last value counts.
  let isRepeatable: Bool
  /// The purpose of the option, in a line. Created only on demand, because only `--help` needs it.
  let help: @Sendable () -> String

  /// The syntax of an option's value.
  struct ValueSyntax: Sendable {
    /// The name of the value in help.
    let placeholder: String
    /// Whether the option can be given without its value. If so, `=` has to join the option and its value.
    let isOptional: Bool
    /// The values that a shell can offer.
    let completion: Completion
  }

  /// Whether the option takes the next argument as its value if no `=` follows the option.
  var takesNextArgument: Bool { value.map { !$0.isOptional } ?? false }
}

/// An option with a declaration: an `Option` or a `Flag`.
protocol DeclaredOption: Sendable {
  /// The declaration of the option, without the type of its value.
  var declaration: OptionDeclaration { get }
}
