/// References to build settings in a text: `$(NAME)` and `${NAME}`, with or without operators.
enum SettingReferences {
  /// A part of a text: literal text, or a reference with the text between its parentheses.
  private enum Part {
    case text(Substring)
    case reference(name: String, operators: Substring, written: Substring)
  }

  private static func parts(of text: String) -> [Part] {
    var parts: [Part] = []
    var rest = text[...]
    while let dollar = rest.firstIndex(of: "$") {
      let opening = rest.index(after: dollar)
      let closing: Character? = opening < rest.endIndex ? ["(": ")", "{": "}"][rest[opening]] : nil
      guard let closing, let end = rest[opening...].firstIndex(of: closing) else {
        parts.append(.text(rest[..<opening]))
        rest = rest[opening...]
        continue
      }
      let inside = rest[rest.index(after: opening)..<end]
      let name = inside.prefix { $0 != ":" }
      let next = rest.index(after: end)
      parts.append(.text(rest[..<dollar]))
      parts.append(
        .reference(
          name: String(name), operators: inside[name.endIndex...], written: rest[dollar..<next]))
      rest = rest[next...]
    }
    return parts + [.text(rest)]
  }

  /// The text with its references replaced. A reference stays if it has operators, or if its setting has no value.
  static func expanded(_ text: String, _ value: (String) -> String?) -> String {
    parts(of: text).map { part in
      switch part {
      case .text(let text): String(text)
      case .reference(let name, let operators, let written):
        (operators.isEmpty ? value(name) : nil) ?? String(written)
      }
    }.joined()
  }

  /// The names of the settings that a text refers to. The setting for the bundle identifier is included only with `all`.
  static func names(in text: String, all: Bool = false) -> [String] {
    parts(of: text).compactMap { part in
      guard case .reference(let name, _, _) = part else { return nil }
      return all || name != "PRODUCT_BUNDLE_IDENTIFIER" && name != "CFBundleIdentifier" ? name : nil
    }
  }
}
