internal import Quantities

/// The operators of references without an operand: `$(NAME:lower)`.
enum SettingOperator {
  /// The text after an operator is applied; `nil` if the operator, or its effect on the text, is not known.
  static func apply(_ name: String, to text: String) -> String? {
    switch name {
    case "lower": text.lowercased()
    case "upper": text.uppercased()
    case "rfc1034identifier": identifier(text, replacement: "-", keepsDash: true, keepsUnderscore: false)
    case "identifier": identifier(text, replacement: "_", keepsDash: false, keepsUnderscore: true)
    case "c99extidentifier": c99Identifier(text)
    case "file": AppPath.name(of: text)
    case "base": AppPath.stem(of: text)
    case "dir": text.hasSlash ? AppPath.folder(of: text) + "/" : "./"
    case "suffix": suffix(of: text)
    case "standardizepath": isStandardPath(text) ? text : nil
    case "not": text == "YES" ? "NO" : "YES"
    default: nil
    }
  }

  /// The text with each character replaced that an identifier can't contain; `nil` if the text is not ASCII.
  private static func identifier(
    _ text: String, replacement: String, keepsDash: Bool, keepsUnderscore: Bool
  ) -> String? {
    guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    var result = ""
    for (index, character) in text.enumerated() {
      let isKept =
        character.isLetter || (character.isNumber && index > 0) || (character == "-" && keepsDash)
        || (character == "_" && keepsUnderscore)
      result += isKept ? String(character) : replacement
    }
    return result
  }

  /// The text as the name of a module, which can't begin with a digit; `nil` if the text is not ASCII.
  private static func c99Identifier(_ text: String) -> String? {
    guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    let characters = text.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" }
    guard let first = characters.first, first.isNumber else { return String(characters) }
    return "_" + String(characters.dropFirst())
  }

  /// Whether a path is the same in its standard form: without `.`, `..`, `~` and empty names.
  private static func isStandardPath(_ path: String) -> Bool {
    !path.hasPrefix("~")
      && !path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst(
        path.utf8.first == UInt8(ascii: "/") ? 1 : 0
      ).contains { $0.isEmpty || $0.elementsEqual(".".utf8) || $0.elementsEqual("..".utf8) }
  }

  private static func suffix(of path: String) -> String {
    let name = AppPath.name(of: path)
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
    return String(name[dot...])
  }
}
