internal import Quantities

/// Text as GitHub's Markdown shows it unchanged.
enum MarkdownText {
  /// A separator between two characters that GitHub would read as one Markdown mark even if they are escaped.
  private static let separator = "<!-- -->"

  /// Text on one line, without marks of Markdown or HTML. In a comment on GitHub, the text contains no emoji,
  /// mention or address that becomes a link. `startsBlock` is false for text that follows other text on its
  /// line.
  static func escaped(
    _ text: some StringProtocol, inComment: Bool = true, startsBlock: Bool = true
  ) -> String {
    var result = ""
    var rest = (startsBlock ? DisplayText.line(text) : DisplayText.inline(text))[...]
    while let character = rest.popFirst() {
      let beginsBlock = startsBlock && beginsBlock(character, after: result, before: rest)
      if "\\`*_[]<>&|~$".contains(character) || beginsBlock {
        result += "\\"
      }
      result.append(character)
      guard inComment else { continue }
      if "@#".contains(character), let next = rest.first, next.isLetter || next.isNumber {
        result += separator
      }
      if character == ":", beginsEmoji(rest) || rest.hasPrefix("//") { result += separator }
      if character == ".", result.suffix(4).lowercased() == "www." { result += separator }
    }
    return result
  }

  /// Whether a character makes a heading, a list or a rule of a text that begins with `head`.
  private static func beginsBlock(_ character: Character, after head: String, before rest: Substring) -> Bool
  {
    switch character {
    case "#", "=": head.isEmpty
    case "+", "-": head.isEmpty && (rest.first.map { $0 == " " || $0 == character } ?? true)
    case ".", ")": !head.isEmpty && head.allSatisfy(\.isNumber) && rest.first.map { $0 == " " } ?? true
    default: false
    }
  }

  /// Whether the text after a colon completes an emoji, as in `:100:`.
  private static func beginsEmoji(_ rest: Substring) -> Bool {
    let name = rest.prefix { $0.isLetter || $0.isNumber || "_+-".contains($0) }
    return !name.isEmpty && rest.dropFirst(name.count).first == ":"
  }

  /// A link with a text that is Markdown already. The text itself without an address.
  static func link(_ markdown: String, to address: String?) -> String {
    // An address in angle brackets may contain parentheses, as the addresses of Apple's methods do.
    address.map { "[\(markdown)](<\($0)>)" } ?? markdown
  }

  /// Text on one line as code. In a table, each bar is escaped, because a bar ends a field.
  static func code(_ text: some StringProtocol, inTable: Bool = false) -> String {
    let code = DisplayText.inline(text).markdownCode
    return inTable ? code.replacing("|", with: "\\|") : code
  }

  /// Text of several lines as a fenced code block, which shows the text unchanged.
  static func fenced(_ text: String, as language: String = "") -> String {
    let fence = String(repeating: "`", count: max(3, text.longestTicks + 1))
    let end = text.hasSuffix("\n") ? "" : "\n"
    return "\(fence)\(language)\n\(DisplayText.block(text))\(end)\(fence)"
  }
}
