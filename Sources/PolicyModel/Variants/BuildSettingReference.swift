/// A reference to a build setting in a string: `$(NAME)` or `${NAME}`, also with operators, such as `$(NAME:lower)`.
struct BuildSettingReference: Hashable, Sendable {
  /// A part of a string.
  enum Part {
    case text(Substring)
    case reference(BuildSettingReference)
  }

  /// The reference as written.
  let written: String
  /// The setting's name.
  let name: String
  /// The names of the operators that change the value, in order.
  let operators: [String]

  /// The name of the bundle identifier among Xcode's build settings.
  static let bundleIdentifier = "PRODUCT_BUNDLE_IDENTIFIER"

  /// Whether the reference is to the bundle identifier of the process, by the name of the build setting or of the property
  /// list key.
  var isBundleIdentifier: Bool { name == Self.bundleIdentifier || name == "CFBundleIdentifier" }

  /// The reference in parentheses, so that references with parentheses and with braces are equal.
  var normalized: String { "$(" + ([name] + operators).joined(separator: ":") + ")" }

  /// Whether a string may contain a reference.
  static func mayBe(in text: String) -> Bool {
    text.utf8.contains(UInt8(ascii: "$")) && (text.contains("$(") || text.contains("${"))
  }

  /// Whether a string can be the name of a setting.
  static func isName(_ text: String) -> Bool { SwiftName.isPlain(text) }

  /// The parts of a string. An unclosed reference extends to the end of the string.
  static func parts(of text: String) -> [Part] {
    var parts: [Part] = []
    var rest = text[...]
    while let dollar = rest.firstIndex(of: "$") {
      let opening = rest.index(after: dollar)
      guard opening < rest.endIndex, rest[opening] == "(" || rest[opening] == "{" else {
        parts.append(.text(rest[...dollar]))
        rest = rest[opening...]
        continue
      }
      if dollar > rest.startIndex { parts.append(.text(rest[..<dollar])) }
      let inside = rest[rest.index(after: opening)...]
      let closing = inside.firstIndex(of: rest[opening] == "(" ? ")" : "}")
      let end = closing.map { rest.index(after: $0) } ?? rest.endIndex
      let names = inside[..<(closing ?? inside.endIndex)].split(
        separator: ":", omittingEmptySubsequences: false)
      parts.append(
        .reference(
          BuildSettingReference(
            written: String(rest[dollar..<end]), name: String(names.first ?? ""),
            operators: names.dropFirst().map(String.init))))
      rest = rest[end...]
    }
    if !rest.isEmpty { parts.append(.text(rest)) }
    return parts
  }

  /// All references that a string contains, in the order of the text.
  static func all(in text: String) -> [BuildSettingReference] {
    guard mayBe(in: text) else { return [] }
    return parts(of: text).compactMap { if case .reference(let reference) = $0 { reference } else { nil } }
  }

  // MARK: - Operators

  /// The supported operators of Xcode's build system.
  static let operators = ["lower", "upper", "identifier", "rfc1034identifier"]

  /// The first unsupported operator.
  var unknownOperator: String? { operators.first { !Self.operators.contains($0) } }

  /// The value with the operators applied.
  func applied(to value: String) -> String {
    operators.reduce(value) { value, name in
      switch name {
      case "lower": value.lowercased()
      case "upper": value.uppercased()
      case "identifier": Self.identifier(value, instead: "_")
      case "rfc1034identifier": Self.identifier(value, instead: "-")
      default: value
      }
    }
  }

  /// The value with all characters other than letters, digits and `mark`, and a leading digit, replaced by `mark`.
  private static func identifier(_ value: String, instead mark: Character) -> String {
    String(
      value.enumerated().map { offset, character in
        guard character.isASCII else { return mark }
        if character.isLetter || character == mark { return character }
        return character.isNumber && offset > 0 ? character : mark
      })
  }
}
