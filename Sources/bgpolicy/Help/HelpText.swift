internal import PolicyReports

/// The texts of `--help` and `-h`.
struct HelpText {
  /// The number of columns of a page, if it is not for a terminal.
  static let pageWidth = 80

  /// The number of columns of a line.
  let width: Int

  /// The help of the tool.
  func tool(_ commands: [CommandSyntax]) -> String {
    """
    bgpolicy: lint, compile and estimate the background policy of an iOS app

    Usage: bgpolicy COMMAND [OPTIONS]

    Commands:
    \(table(commands.map { ($0.name, $0.summary) }))

    Options, before or after the command:
    \(options(CommandSyntax.commonOptions))

    Exit status:
    \(table(Self.exitStatus(ofProblems: Outcome.Problem.ofEveryCommand + Outcome.Problem.common)))

    See `bgpolicy COMMAND --help` for the options of a command.

    """
  }

  /// The short help of the tool.
  func toolSummary(_ commands: [CommandSyntax]) -> String {
    """
    Usage: bgpolicy COMMAND [OPTIONS]

    \(table(commands.map { ($0.name, $0.summary) }))

    See `bgpolicy COMMAND -h` for the options of a command, and `bgpolicy --help`.

    """
  }

  /// The help of a command.
  func command(_ syntax: CommandSyntax) -> String {
    """
    \(headline(syntax))

    Usage: \(syntax.usage)

    \(paragraphs(syntax.discussion))

    Options:
    \(options(syntax.allOptions))

    Examples:
    \(syntax.examples.map { "  # \($0.purpose)\n  bgpolicy \($0.call)" }.joined(separator: "\n"))

    Exit status:
    \(table(Self.exitStatus(ofProblems: syntax.problems)))

    """
  }

  /// The short help of a command: its own options, each with the beginning of its help.
  func summary(_ syntax: CommandSyntax) -> String {
    let rows = syntax.options.map { option in
      (option.labels, String(option.help().prefix { $0 != ";" }))
    }
    return """
      \(headline(syntax))

      Usage: \(syntax.usage)

      \(rows.isEmpty ? "" : table(rows) + "\n\n")See `bgpolicy \(syntax.name) --help` for examples and details.

      """
  }

  /// Each exit status that the problems can cause, with its meaning.
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

  private func headline(_ syntax: CommandSyntax) -> String {
    let summary = syntax.summary.prefix(1).lowercased() + syntax.summary.dropFirst()
    return DisplayText.wrapped("bgpolicy \(syntax.name): \(summary)", width: width).joined(separator: "\n")
  }

  /// A discussion wrapped to the page. Indented lines are not wrapped.
  private func paragraphs(_ text: String) -> String {
    DiscussionBlock.blocks(of: text).map { block in
      switch block {
      case .paragraph(let text): DisplayText.wrapped(text, width: width).joined(separator: "\n")
      case .code(let lines): lines.map { "  \($0)" }.joined(separator: "\n")
      }
    }.joined(separator: "\n\n")
  }

  private func options(_ options: [OptionDeclaration]) -> String {
    table(options.map { ($0.labels, $0.explanation) })
  }

  /// Two columns. The words of the second column are wrapped.
  private func table(_ rows: [(String, String)]) -> String {
    let labelWidth = rows.map { DisplayText.width(of: $0.0) }.max() ?? 0
    // If the second column would be too narrow to read, its text begins on a line of its own.
    let isStacked = width - labelWidth - 4 < Self.narrowest
    let start = isStacked ? 6 : labelWidth + 4
    return rows.map { label, text in
      let lines = DisplayText.wrapped(text, width: max(width - start, Self.narrowest))
      let rest = lines.map { String(repeating: " ", count: start) + $0 }
      guard !isStacked, let first = lines.first else { return ["  \(label)"] + rest }
      return ["  \(DisplayText.padded(label, to: labelWidth))  \(first)"] + rest.dropFirst()
    }.map { $0.joined(separator: "\n") }.joined(separator: "\n")
  }

  private static let narrowest = 24
}

/// A part of a command's discussion.
enum DiscussionBlock {
  /// Prose, which is wrapped.
  case paragraph(String)
  /// Lines to type or copy. The indentation is removed.
  case code([String])

  /// The blocks of a discussion. Empty lines separate the blocks, and two spaces begin each line of code.
  static func blocks(of text: String) -> [DiscussionBlock] {
    text.split(separator: "\n\n").map { part in
      let lines = part.split(separator: "\n")
      return lines.allSatisfy { $0.hasPrefix("  ") }
        ? .code(lines.map { String($0.dropFirst(2)) }) : .paragraph(lines.joined(separator: " "))
    }
  }
}

extension OptionDeclaration {
  /// The option with its value, as it is written in a call.
  var label: String {
    guard let value else { return name }
    return value.isOptional ? "\(name)[=\(value.placeholder)]" : "\(name) \(value.placeholder)"
  }

  /// The option with its value, after its single letter.
  var labels: String { (abbreviation.map { "\($0), " } ?? "") + label }

  /// The purpose of the option, and whether it may be given several times.
  var explanation: String { help() + (isRepeatable ? "; may be given several times" : "") }
}

extension CommandSyntax {
  /// The form of a call.
  var usage: String {
    ["bgpolicy", name, "[OPTIONS]", operands.placeholder].filter { !$0.isEmpty }.joined(separator: " ")
  }
}
