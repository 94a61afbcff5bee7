/// The functions in the global scope of a file of JavaScript, and the names that the code outside of these functions mentions.
///
/// Code that is in no such function counts as code that runs when the file is loaded, even if the code is in a function of an object or of a
/// call: nothing shows when that function runs.
struct ScriptScopes {
  /// A function in the global scope: its name, and its tokens from the declaration on.
  struct Function {
    let name: String
    let range: Range<Int>
    /// The names that the function mentions.
    let mentions: Set<String>
  }

  private(set) var functions: [Function] = []
  /// The names that code in the global scope mentions.
  private(set) var mentions: Set<String> = []
  private let tokens: [ScriptTokens.Token]
  private let brackets: ScriptBrackets

  /// The greatest number of tokens of a type, or of the generic parameters of a function.
  private static let mostTokensOfType = 200
  private static let words: Set<String> = [
    "async", "class", "const", "declare", "enum", "export", "for", "function", "if", "import", "interface",
    "let", "return", "try", "type", "var", "while",
  ]

  /// The functions of a file. A file whose brackets do not match has none, and mentions all of its names.
  init(_ tokens: [ScriptTokens.Token], _ brackets: ScriptBrackets) {
    self.tokens = tokens
    self.brackets = brackets
    guard brackets.isBalanced else {
      mentions = Set(tokens.lazy.filter { $0.kind == .name }.map(\.text))
      return
    }
    var index = 0
    while index < tokens.count { index = read(index) }
  }

  /// The function in the global scope that contains a token.
  func function(around index: Int) -> Function? {
    var (low, high) = (0, functions.count)
    while low < high {
      let middle = (low + high) / 2
      if functions[middle].range.upperBound <= index { low = middle + 1 } else { high = middle }
    }
    return low < functions.count && functions[low].range.contains(index) ? functions[low] : nil
  }

  private func text(_ index: Int) -> String { index < tokens.count ? tokens[index].text : "" }

  /// Whether the name of a token is that of a component of React, which runs only if code calls it as a function.
  private func isComponent(_ index: Int) -> Bool {
    tokens[index].text.first?.isUppercase ?? false && text(index + 1) != "("
  }

  private func names(in range: Range<Int>) -> Set<String> {
    Set(range.lazy.filter { tokens[$0].kind == .name && !isComponent($0) }.map { tokens[$0].text })
  }

  /// Reads the declaration or token at an index, and returns the index of the next one.
  private mutating func read(_ index: Int) -> Int {
    guard tokens[index].kind == .name else { return index + 1 }
    switch tokens[index].text {
    case "import" where text(index + 1) != "(": return readImport(index)
    case "export": return readExport(index)
    case "function": return readFunction(at: index, from: index)
    case "const", "let", "var":
      guard let start = value(ofConstant: index) else { return index + 1 }
      return readFunction(of: index + 1, at: start, from: index)
    default:
      if !isComponent(index) { mentions.insert(tokens[index].text) }
      return index + 1
    }
  }

  /// Reads `import { a as b } from '…'`: a name that has another name in the file counts as mentioned.
  private mutating func readImport(_ index: Int) -> Int {
    var place = index + 1
    while place < tokens.count {
      if case .text = tokens[place].kind { return place + 1 }
      if text(place) == ";" || text(place) == "=" { return place }
      if text(place) == "as", text(place - 1) != "*" { mentions.insert(text(place - 1)) }
      place += 1
    }
    return place
  }

  private mutating func readExport(_ index: Int) -> Int {
    if text(index + 1) == "{", let end = brackets.ends[index + 1] {
      for place in (index + 2)..<max(end, index + 2) where text(place) == "as" {
        mentions.insert(text(place - 1))
      }
      return end + 1
    }
    guard text(index + 1) == "default" else { return index + 1 }
    // Other files may import the value by any name.
    var place = index + 2
    if text(place) == "async" { place += 1 }
    if text(place) == "function" { place += 1 }
    if place < tokens.count, tokens[place].kind == .name, !isDefaultComponent(place) {
      mentions.insert(text(place))
    }
    return index + 2
  }

  private func isDefaultComponent(_ index: Int) -> Bool { tokens[index].text.first?.isUppercase ?? false }

  /// Reads `function name(…) {`, or a function without a name, whose code counts as code of the global scope.
  private mutating func readFunction(at index: Int, from start: Int) -> Int {
    let name = text(index + 1) == "*" ? index + 2 : index + 1
    guard name < tokens.count, tokens[name].kind == .name, let open = parameters(after: name),
      let end = brackets.ends[open], let body = Self.body(after: end, tokens, brackets)
    else { return index + 1 }
    add(text(name), start..<body.upperBound)
    return body.upperBound
  }

  /// Reads the value of a constant at `place`: a function, or any other value.
  private mutating func readFunction(of name: Int, at place: Int, from start: Int) -> Int {
    var place = place
    if text(place) == "async" { place += 1 }
    if text(place) == "function" {
      guard let open = parameters(after: place), let end = brackets.ends[open],
        let body = Self.body(after: end, tokens, brackets)
      else { return place + 1 }
      add(text(name), start..<body.upperBound)
      return body.upperBound
    }
    guard let arrow = arrow(from: place) else { return place }
    let end = text(arrow + 1) == "{" ? brackets.ends[arrow + 1].map { $0 + 1 } : nil
    let range = start..<(end ?? endOfExpression(from: arrow + 1))
    add(text(name), range)
    return range.upperBound
  }

  private mutating func add(_ name: String, _ range: Range<Int>) {
    functions.append(Function(name: name, range: range, mentions: names(in: range)))
  }

  /// The first token of the value of a constant: `const name: Type = value`.
  private func value(ofConstant index: Int) -> Int? {
    guard index + 2 < tokens.count, tokens[index + 1].kind == .name else { return nil }
    var place = index + 2
    guard text(place) == "=" || text(place) == ":" else { return nil }
    while place < min(tokens.count, index + Self.mostTokensOfType) {
      switch text(place) {
      case "=": return place + 1
      case ";": return nil
      case "{", "(", "[":
        guard let end = brackets.ends[place] else { return nil }
        place = end + 1
      default: place += 1
      }
    }
    return nil
  }

  /// The bracket of the parameters after the name and the generic parameters of a function.
  private func parameters(after index: Int) -> Int? {
    (index + 1..<max(index + 1, min(tokens.count, index + Self.mostTokensOfType))).first { text($0) == "(" }
  }

  /// The arrow of a function that begins at an index: `(a): Type => `, `a => `.
  private func arrow(from index: Int) -> Int? {
    guard index < tokens.count else { return nil }
    if tokens[index].kind == .name { return text(index + 1) == "=>" ? index + 1 : nil }
    guard let open = text(index) == "<" ? parameters(after: index) : index, text(open) == "(",
      let end = brackets.ends[open]
    else { return nil }
    return Self.arrow(after: end, tokens, brackets)
  }

  /// The arrow after the parameters of a function, and after the type that the function returns.
  static func arrow(
    after end: Int, _ tokens: [ScriptTokens.Token], _ brackets: ScriptBrackets
  ) -> Int? {
    func text(_ index: Int) -> String { index < tokens.count ? tokens[index].text : "" }
    var place = end + 1
    if text(place) == "=>" { return place }
    guard text(place) == ":" else { return nil }
    let limit = place + mostTokensOfType
    while place < min(tokens.count, limit) {
      switch text(place) {
      case "=>": return place
      case ";", "=": return nil
      case "{", "(", "[":
        guard let end = brackets.ends[place] else { return nil }
        place = end + 1
      default: place += 1
      }
    }
    return nil
  }

  /// The end of an expression: a semicolon, or a word that begins a statement on a later line.
  private func endOfExpression(from index: Int) -> Int {
    var place = index
    while place < tokens.count {
      if text(place) == ";" { return place }
      if place > index, Self.words.contains(text(place)), tokens[place].line > tokens[place - 1].line {
        return place
      }
      place = (brackets.ends[place] ?? place) + 1
    }
    return place
  }

  /// The body in braces after the parameters of a function, and after the type that the function returns; `nil` without a body.
  static func body(
    after end: Int, _ tokens: [ScriptTokens.Token], _ brackets: ScriptBrackets
  ) -> Range<Int>? {
    var place = end + 1
    let ofType: Set<String> = [":", "|", "&", "<", ",", "=>"]
    guard place < tokens.count, ["{", ":", "async"].contains(tokens[place].text) else { return nil }
    while place < min(tokens.count, end + mostTokensOfType) {
      switch tokens[place].text {
      case "{" where !ofType.contains(tokens[place - 1].text):
        return brackets.ends[place].map { place..<($0 + 1) }
      case "{", "(", "[":
        guard let last = brackets.ends[place] else { return nil }
        place = last + 1
      case ";", "=": return nil
      default: place += 1
      }
    }
    return nil
  }
}

/// The names that code of an app in JavaScript mentions when its files are loaded, itself or in functions that it calls.
struct ScriptReach {
  private var names: Set<String> = []

  /// Follows the functions of all files, which count as called wherever code mentions their names.
  init(_ files: [ScriptScopes]) {
    var functions: [String: [ScriptScopes.Function]] = [:]
    for file in files { for one in file.functions { functions[one.name, default: []].append(one) } }
    var open = files.reduce(into: Set<String>()) { $0.formUnion($1.mentions) }
    while let name = open.popFirst() {
      guard names.insert(name).inserted else { continue }
      for function in functions[name] ?? [] { open.formUnion(function.mentions.subtracting(names)) }
    }
  }

  /// Whether code may lead to a function with a name when the files of the app are loaded.
  func contains(_ name: String) -> Bool { names.contains(name) }
}
