/// The functions of a file of JavaScript or Dart, with the objects and types that contain them.
struct ScriptFunctions {
  struct Function {
    let name: String
    /// The type, or the constant with an object, that contains the function; `nil` in the global scope.
    let owner: String?
    let body: Range<Int>
  }

  private(set) var functions: [Function] = []
  /// The types of which constants keep an object, by the name of the constant: `const storage = new Storage()`.
  private(set) var types: [String: String] = [:]
  /// The types and objects in the order of their first tokens.
  private var owners: [(name: String, range: Range<Int>, outer: Int?)] = []

  /// The greatest number of tokens of the body of an arrow without braces.
  private static let mostTokens = 200
  private static let notNames: Set<String> = [
    "catch", "for", "function", "if", "return", "switch", "while", "with",
  ]

  init(_ tokens: [ScriptTokens.Token], _ brackets: ScriptBrackets) {
    guard brackets.isBalanced else { return }
    // The innermost type or object around the token.
    var owner: Int?
    func text(_ index: Int) -> String { index < tokens.count ? tokens[index].text : "" }
    for index in tokens.indices where tokens[index].kind == .name {
      while let own = owner, owners[own].range.upperBound <= index { owner = owners[own].outer }
      let name = tokens[index].text
      if let end = Self.endOfOwner(index, tokens, brackets), end > index {
        owners.append((name, index..<end, owner))
        owner = owners.count - 1
      } else if text(index + 1) == "=" {
        let type = ["const", "new"].contains(text(index + 2)) ? index + 3 : index + 2
        if type < tokens.count, tokens[type].kind == .name, text(type + 1) == "(" { types[name] = text(type) }
      }
      guard !Self.notNames.contains(name), let body = Self.body(of: index, tokens, brackets) else { continue }
      functions.append(Function(name: name, owner: owner.map { owners[$0].name }, body: body))
    }
  }

  /// The innermost type or object around a token; `nil` in the global scope.
  func owner(at index: Int) -> String? {
    // The last type or object that begins before the token is around the token, or inside a type or object that is.
    var (low, high) = (0, owners.count)
    while low < high {
      let middle = (low + high) / 2
      if owners[middle].range.lowerBound <= index { low = middle + 1 } else { high = middle }
    }
    var own: Int? = low > 0 ? low - 1 : nil
    while let number = own, owners[number].range.upperBound <= index { own = owners[number].outer }
    return own.map { owners[$0].name }
  }

  /// The end of the type or object with a name at an index: `class Name … {`, `const name = {`.
  private static func endOfOwner(
    _ index: Int, _ tokens: [ScriptTokens.Token], _ brackets: ScriptBrackets
  ) -> Int? {
    guard index > 0 else { return nil }
    switch tokens[index - 1].text {
    case "class", "mixin", "extension":
      let open = tokens[index...].prefix(100).firstIndex { $0.text == "{" }
      return open.flatMap { brackets.ends[$0] }
    case "const"
    where index + 2 < tokens.count && tokens[index + 1].text == "=" && tokens[index + 2].text == "{":
      return brackets.ends[index + 2]
    default: return nil
    }
  }

  /// The body of the function with a name at an index: `name(…) {`, `name(…) async =>`, `name = async (…) =>`, `name: (…) =>`.
  private static func body(
    of index: Int, _ tokens: [ScriptTokens.Token], _ brackets: ScriptBrackets
  ) -> Range<Int>? {
    func text(_ place: Int) -> String { place < tokens.count ? tokens[place].text : "" }
    var place = index + 1
    if text(place) == "=" || text(place) == ":" { place += 1 }
    let isValue = place > index + 1
    if isValue, text(place) == "async" { place += 1 }
    if isValue, text(place) == "function" { place += text(place + 1) == "(" ? 1 : 2 }
    guard text(place) == "(", let end = brackets.ends[place] else { return nil }
    if !isValue || text(place - 1) == "function"
      || tokens[place - 1].kind == .name && text(place - 2) == "function"
    {
      if let body = ScriptScopes.body(after: end, tokens, brackets) { return body }
    }
    let isAsync = text(end + 1) == "async"
    guard let arrow = isAsync ? end + 2 : ScriptScopes.arrow(after: end, tokens, brackets),
      text(arrow) == "=>", arrow + 1 < tokens.count
    else { return nil }
    if text(arrow + 1) == "{" { return brackets.ends[arrow + 1].map { (arrow + 1)..<($0 + 1) } }
    var last = arrow + 1
    while last < min(tokens.count, arrow + mostTokens),
      tokens[last].kind != .mark || ![";", ",", ")", "]", "}"].contains(text(last))
    {
      last = (brackets.ends[last] ?? last) + 1
    }
    return (arrow + 1)..<min(last, tokens.count)
  }
}
