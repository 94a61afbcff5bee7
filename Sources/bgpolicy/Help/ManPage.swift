internal import PolicyGen
internal import PolicyReports

/// A page of the manual, for `man`.
///
/// The page has no date, so that it depends only on the version. A package may add a date.
struct ManPage {
  private var lines: [String] = []

  /// The page of the tool.
  static func tool(_ commands: [CommandSyntax]) -> String {
    var page = ManPage(
      name: "bgpolicy", summary: "lint, compile and estimate the background policy of an iOS app")
    page.section("Synopsis")
    page.lines += [#"\fBbgpolicy\fR \fICOMMAND\fR [\fIOPTIONS\fR]"#]
    page.section("Description")
    page.paragraph(
      """
      bgpolicy reads a YAML policy that describes the background work of an iOS app. It lints the policy against Apple's \
      documented rules, generates Swift, property lists and entitlements from it, and estimates its cost. It works without \
      a network.
      """)
    page.section("Commands")
    page.entries(commands.map { ("\\fBbgpolicy\\-\($0.name)\\fR(1)", $0.summary) })
    page.section("Options")
    page.paragraph("Every command has these options, which can also be written before it:")
    page.options(CommandSyntax.commonOptions)
    page.section("Exit status")
    page.entries(
      HelpText.exitStatus(ofProblems: Outcome.Problem.ofEveryCommand + Outcome.Problem.common)
        .map { (bold($0), $1) })
    page.section("Environment")
    page.entries([
      (bold("BGPOLICY_APPREADER"), "The path of bgpolicy-appreader, which reads apps."),
      (bold("NO_COLOR") + ", " + bold("FORCE_COLOR") + ", " + bold("CLICOLOR_FORCE"), "When to use colors."),
      (bold("SOURCE_DATE_EPOCH"), "The time to use instead of the present one, in seconds since 1970."),
    ])
    page.seeAlso(commands.map { "bgpolicy-\($0.name)" })
    return page.text
  }

  /// The page of a command.
  static func command(_ syntax: CommandSyntax) -> String {
    let summary = syntax.summary.prefix(1).lowercased() + syntax.summary.dropFirst()
    var page = ManPage(name: "bgpolicy-\(syntax.name)", summary: summary)
    page.section("Synopsis")
    page.lines += [
      [bold("bgpolicy \(syntax.name)"), "[\\fIOPTIONS\\fR]", escaped(syntax.operands.placeholder)]
        .filter { !$0.isEmpty }.joined(separator: " ")
    ]
    page.section("Description")
    page.discussion(syntax.discussion)
    page.section("Options")
    page.options(syntax.allOptions)
    page.section("Examples")
    for example in syntax.examples {
      page.lines += [".TP", "\(escaped(example.purpose)):"]
      page.lines.append(bold("bgpolicy \(example.call)"))
    }
    page.section("Exit status")
    page.entries(HelpText.exitStatus(ofProblems: syntax.problems).map { (bold($0), $1) })
    page.seeAlso(["bgpolicy"])
    return page.text
  }

  private init(name: String, summary: String) {
    lines = [
      ".TH \(name.uppercased().replacing("-", with: "\\-")) 1 \"\" \"bgpolicy \(ToolVersion.current)\"",
      ".SH NAME", "\(Self.escaped(name)) \\- \(Self.escaped(summary))",
    ]
  }

  private var text: String { lines.map { $0 + "\n" }.joined() }

  private mutating func section(_ title: String) { lines.append(".SH \(title.uppercased())") }

  private mutating func paragraph(_ text: String) { lines += Self.prose(text) }

  private mutating func discussion(_ text: String) {
    for (index, block) in DiscussionBlock.blocks(of: text).enumerated() {
      if index > 0 { lines.append(".PP") }
      switch block {
      case .paragraph(let text): paragraph(text)
      case .code(let code):
        lines += [".RS 4", ".nf"] + code.map { Self.line(Self.marked($0)) } + [".fi", ".RE"]
      }
    }
  }

  private mutating func options(_ options: [OptionDeclaration]) {
    entries(
      options.map { option in
        let names = [option.abbreviation, option.name].compactMap(\.self).map(Self.bold)
          .joined(separator: ", ")
        guard let value = option.value else { return (names, option.explanation) }
        let placeholder = "\\fI\(Self.escaped(value.placeholder))\\fR"
        return (names + (value.isOptional ? "[=\(placeholder)]" : " \(placeholder)"), option.explanation)
      })
  }

  private mutating func entries(_ entries: [(label: String, text: String)]) {
    for (label, text) in entries { lines += [".TP", label] + Self.prose(text) }
  }

  private mutating func seeAlso(_ names: [String]) {
    section("See also")
    lines += names.enumerated().map { index, name in
      "\(Self.bold(name))(1)" + (index < names.count - 1 ? "," : "")
    }
  }

  private static func bold(_ text: String) -> String { "\\fB\(escaped(text))\\fR" }

  /// Prose in lines that are short enough for every formatter.
  private static func prose(_ text: String) -> [String] {
    DisplayText.wrapped(marked(text), width: 78).map(line)
  }

  /// A line that the formatter can't read as a request.
  private static func line(_ text: String) -> String {
    text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
  }

  /// Text in which backquotes make words bold.
  private static func marked(_ text: String) -> String {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .map { $0.isMultiple(of: 2) ? escaped(String($1)) : bold(String($1)) }.joined()
  }

  /// Text in which no character has a meaning to the formatter.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case "…": result += "..."
      case _ where !scalar.isASCII: result += "\\[u\(hexadecimal(scalar))]"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
