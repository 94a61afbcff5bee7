/// The types of Objective-C, as Swift writes them.
struct TypeSpelling {
  /// The types that `typedef` gives names, such as the types of blocks.
  var aliases: [String: String] = [:]

  private static let ignored: Set<String> = [
    "const", "volatile", "static", "extern", "inline", "register", "struct", "enum", "union", "nullable",
    "nonnull",
    "null_unspecified", "_Nullable", "_Nonnull", "__nullable", "__nonnull", "__kindof", "__weak", "__strong",
    "__block",
    "__unsafe_unretained", "__autoreleasing", "in", "out", "inout", "bycopy", "byref", "oneway", "__unused",
    "signed",
    "_Null_unspecified", "NS_NOESCAPE", "auto", "__auto_type", "constexpr", "mutable", "weak", "strong",
    "IBOutlet",
    "FOUNDATION_EXPORT", "UIKIT_EXTERN", "NS_SWIFT_NOTHROW", "NS_REFINED_FOR_SWIFT",
  ]

  /// The type that tokens spell; `nil` if the type follows from the value, as for `auto`.
  func type(_ tokens: ArraySlice<CToken>) -> String? {
    if let caret = tokens.firstIndex(where: { $0.text == "^" }) { return block(tokens, caret) }
    var rest = tokens
    while let token = rest.first {
      rest = rest.dropFirst()
      let word = token.text
      guard token.isWord, !Self.ignored.contains(word) else { continue }
      if ["typeof", "__typeof", "__typeof__", "decltype"].contains(word) { return nil }
      if word == "__attribute__" { continue }
      if word == "unsigned" || word == "long", let next = rest.first, next.isWord { continue }
      return generic(word, rest)
    }
    return nil
  }

  private func generic(_ word: String, _ rest: ArraySlice<CToken>) -> String {
    let name = aliases[word] ?? AppleNames.type(word)
    guard rest.first?.text == "<", let close = rest.lastIndex(where: { $0.text == ">" || $0.text == ">>" })
    else {
      return name
    }
    let inner = split(rest[(rest.startIndex + 1)..<close]).compactMap { type($0) }
    switch name {
    case "Any", "Class", "Self": return inner.first ?? name
    case "Array": return "[\(inner.joined(separator: ", "))]"
    case "Set": return "Set<\(inner.joined(separator: ", "))>"
    case "Dictionary": return "[\(inner.joined(separator: ": "))]"
    default: return name
    }
  }

  private func block(_ tokens: ArraySlice<CToken>, _ caret: Int) -> String {
    let result = type(tokens[..<caret].prefix { $0.text != "(" }) ?? "Void"
    var rest = tokens[caret...].drop { $0.text != ")" }.dropFirst()
    guard rest.first?.text == "(" else { return "() -> \(result)" }
    rest = rest.dropFirst().dropLast()
    let types = split(rest).compactMap { type($0) }.filter { $0 != "Void" }
    return "(\(types.joined(separator: ", "))) -> \(result)"
  }

  /// Splits tokens at the commas outside of brackets.
  func split(_ tokens: ArraySlice<CToken>) -> [ArraySlice<CToken>] {
    var parts: [ArraySlice<CToken>] = []
    var depth = 0
    var start = tokens.startIndex
    for index in tokens.indices {
      switch tokens[index].text {
      case "(", "[", "{", "<": depth += 1
      case ")", "]", "}", ">": depth -= 1
      case ">>": depth -= 2
      case "," where depth <= 0:
        parts.append(tokens[start..<index])
        start = index + 1
      default: break
      }
    }
    if start < tokens.endIndex { parts.append(tokens[start...]) }
    return parts
  }
}
