internal import PolicyReports

/// The texts of `--help`.
enum HelpText {
  /// The help of the tool.
  static func tool(_ commands: [CommandSyntax]) -> String {
    """
    bgpolicy: lint, compile and estimate the background policy of an iOS app

    Usage: bgpolicy COMMAND [OPTIONS]

    Commands:
    \(table(commands.map { ($0.name, $0.summary) }))

    Options:
    \(options(CommandSyntax.commonOptions))

    Exit status:
    \(table(exitStatus(ofProblems: Outcome.Problem.ofEveryCommand + Outcome.Problem.common)))

    See `bgpolicy COMMAND --help` for the options of a command.

    """
  }

  /// The help of a command.
  static func command(_ syntax: CommandSyntax) -> String {
    """
    bgpolicy \(syntax.name): \(syntax.summary.prefix(1).lowercased() + syntax.summary.dropFirst())

    Usage: \(syntax.usage)

    \(syntax.discussion)

    Options:
    \(options(syntax.allOptions))

    Exit status:
    \(table(exitStatus(ofProblems: syntax.problems)))

    """
  }

  /// Each exit status that follows from some problems, with its meaning.
  static func exitStatus(ofProblems problems: [Outcome.Problem]) -> [(String, String)] {
    ExitStatus.allCases.compactMap { status in
      let reasons = problems.filter { $0.status == status }
      guard !reasons.isEmpty || status == .success else { return nil }
      let texts = reasons.map(\.text).filter { !$0.isEmpty }
      return (
        "\(status.rawValue)", status.title + (texts.isEmpty ? "" : ": \(texts.joined(separator: ", "))")
      )
    }
  }

  private static func options(_ options: [OptionDeclaration]) -> String {
    table(
      options.map { option in
        ((option.abbreviation.map { "\($0), " } ?? "") + option.label, option.explanation)
      })
  }

  private static func table(_ rows: [(String, String)]) -> String {
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { "  \(DisplayText.padded($0, to: width))  \($1)" }.joined(separator: "\n")
  }
}

extension OptionDeclaration {
  /// The option with its value, as it is written in a call.
  var label: String {
    guard let value else { return name }
    return value.isOptional ? "\(name)[=\(value.placeholder)]" : "\(name) \(value.placeholder)"
  }

  /// The purpose of the option, and whether it may be given several times.
  var explanation: String { help() + (isRepeatable ? "; may be given several times" : "") }
}

extension CommandSyntax {
  /// The form of a call.
  var usage: String {
    ["bgpolicy", name, "[OPTIONS]", operands.placeholder].filter { !$0.isEmpty }.joined(separator: " ")
  }
}
