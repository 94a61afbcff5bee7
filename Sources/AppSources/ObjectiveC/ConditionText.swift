/// The condition of a directive, as Swift writes it.
enum ConditionText {
  /// The spelling of the SDK's names in Swift's conditions: `os(iOS)` for `TARGET_OS_IOS`.
  static let systems = [
    "TARGET_OS_IOS": "os(iOS)", "TARGET_OS_TV": "os(tvOS)", "TARGET_OS_WATCH": "os(watchOS)",
    "TARGET_OS_VISION": "os(visionOS)", "TARGET_OS_OSX": "os(macOS)", "TARGET_OS_IPHONE": "!os(macOS)",
    "TARGET_OS_MACCATALYST": "targetEnvironment(macCatalyst)",
    "TARGET_OS_SIMULATOR": "targetEnvironment(simulator)",
    "TARGET_IPHONE_SIMULATOR": "targetEnvironment(simulator)",
    "TARGET_OS_MAC": "true", "__OBJC__": "true", "1": "true", "0": "false",
  ]

  /// The names that hold for all code of Objective-C. Code under the opposite is left out.
  static let constants: Set<String> = ["TARGET_OS_MAC", "__OBJC__"]

  /// Whether a directive gives `true` or `false` another value than the value of the language.
  static func isChangedConstant(_ directive: Directive) -> Bool {
    let value = directive.tokens.dropFirst().map(\.text)
    switch directive.tokens.first?.text {
    case "true"?: return directive.name == "define" && value != ["1"]
    case "false"?: return directive.name == "define" && value != ["0"]
    default: return false
    }
  }

  /// The condition that a directive states: `DEBUG`, `!DEBUG`, `os(iOS)`.
  static func text(of directive: Directive) -> String {
    switch directive.name {
    case "ifdef", "elifdef": definition(of: directive.tokens.first?.text ?? "")
    case "ifndef", "elifndef": negated(definition(of: directive.tokens.first?.text ?? ""))
    default: text(of: directive.tokens[...])
    }
  }

  private static func name(_ text: String) -> String { systems[text] ?? text }

  /// The condition that a name is defined, with any value: `TARGET_OS_IOS` is defined for all systems.
  private static func definition(of name: String) -> String {
    name == "__OBJC__" ? "true" : "defined(\(name))"
  }

  private static func text(of tokens: ArraySlice<CToken>) -> String {
    var words: [String] = []
    var index = tokens.startIndex
    func at(_ offset: Int) -> String { index + offset < tokens.endIndex ? tokens[index + offset].text : "" }
    while index < tokens.endIndex {
      var word = ""
      switch (at(0), at(1), at(3)) {
      case ("defined", "(", ")"):
        word = definition(of: at(2))
        index += 4
      case ("defined", let symbol, _):
        word = definition(of: symbol)
        index += 2
      default:
        word = name(at(0))
        index += 1
      }
      // A comparison with a truth value is the name or its opposite: `DEBUG == 1` is `DEBUG`, and `DEBUG == 0` is `!DEBUG`.
      if let sign = ["==", "!="].first(where: { $0 == at(0) }), at(1) == "0" || at(1) == "1", isName(word) {
        if (at(1) == "0") == (sign == "==") { word = negated(word) }
        index += 2
      }
      words.append(word)
    }
    return joined(words)
  }

  private static func isName(_ word: String) -> Bool {
    word.first.map { $0.isLetter || $0 == "_" || $0 == "!" } ?? false
  }

  private static func joined(_ words: [String]) -> String {
    var text = ""
    for word in words {
      let isTight = text.isEmpty || text.hasSuffix("!") || text.hasSuffix("(") || [")", "("].contains(word)
      text += (isTight && !(word == "(" && text.last.map { "&|".contains($0) } ?? false) ? "" : " ") + word
    }
    return text.replacing("!!", with: "")
  }

  /// The opposite of a condition.
  static func negated(_ text: String) -> String {
    switch text {
    case "true": "false"
    case "false": "true"
    default: text.contains(" ") ? "!(\(text))" : text.hasPrefix("!") ? String(text.dropFirst()) : "!\(text)"
    }
  }

  /// Conditions that all have to hold, as one text; `nil` if one of the conditions never holds.
  static func joined(all conditions: [String]) -> String? {
    guard !conditions.contains("false") else { return nil }
    let open = conditions.filter { $0 != "true" }
    return open.isEmpty ? "true" : open.joined(separator: " && ")
  }
}

/// The branches of a conditional in the tokens of a file.
struct ConditionalGroup {
  /// The condition of each branch, and its tokens; `nil` for a branch that is never compiled.
  private(set) var branches: [(condition: String?, range: Range<Int>)] = []
  /// The index after `#endif`.
  let end: Int

  /// The group that opens at an index.
  init(openedAt start: Int, in tokens: [CToken], before limit: Int) {
    var earlier: [String] = []
    var condition = tokens[start].directive.map(ConditionText.text) ?? ""
    if Self.isIncludeGuard(at: start, in: tokens) { condition = "true" }
    var first = start + 1
    var depth = 0
    var index = first
    while index < limit {
      if let directive = tokens[index].directive {
        if directive.opensConditional { depth += 1 }
        if directive.name == "endif" {
          if depth == 0 { break }
          depth -= 1
        }
        if depth == 0, directive.name.hasPrefix("el") {
          branches.append(
            (ConditionText.joined(all: earlier.map(ConditionText.negated) + [condition]), first..<index))
          earlier.append(condition)
          condition = directive.name == "else" ? "true" : ConditionText.text(of: directive)
          first = index + 1
        }
      }
      index += 1
    }
    branches.append(
      (ConditionText.joined(all: earlier.map(ConditionText.negated) + [condition]), first..<index))
    end = min(index + 1, limit)
  }

  /// Whether a conditional at an index keeps a header from being read twice.
  private static func isIncludeGuard(at index: Int, in tokens: [CToken]) -> Bool {
    guard let directive = tokens[index].directive, directive.name == "ifndef", index + 1 < tokens.count,
      let next = tokens[index + 1].directive, next.name == "define", next.tokens.count == 1
    else { return false }
    return next.tokens[0].text == directive.tokens.first?.text
  }
}
