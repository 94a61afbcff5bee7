/// The functions that a file of Dart declares.
struct DartFunctions {
  /// Whether each function has the annotation `@pragma('vm:entry-point')`, by name.
  private(set) var areEntryPoints: [String: Bool] = [:]

  /// The functions in a file's tokens: names before parameters and a body.
  init(_ tokens: [ScriptTokens.Token], _ brackets: ScriptBrackets) {
    for index in tokens.indices where tokens[index].kind == .name && index + 1 < tokens.count {
      guard tokens[index + 1].text == "(", tokens[index + 1].kind == .mark,
        let end = brackets.ends[index + 1],
        end + 1 < tokens.count, ["{", "=>", "async"].contains(tokens[end + 1].text)
      else { continue }
      let isMarked = Self.isMarked(index, tokens, brackets)
      areEntryPoints[tokens[index].text] = areEntryPoints[tokens[index].text] ?? false || isMarked
    }
  }

  /// The greatest number of tokens of the annotations and the type before the name of a function.
  private static let mostTokens = 100

  /// Whether the annotation stands before the type and name of a function.
  private static func isMarked(_ index: Int, _ tokens: [ScriptTokens.Token], _ brackets: ScriptBrackets)
    -> Bool
  {
    var place = index - 1
    let parts: Set<String> = ["<", ">", ",", "?", ".", "@"]
    while place >= max(0, index - mostTokens) {
      if tokens[place].kind == .name || parts.contains(tokens[place].text) {
        place -= 1
        continue
      }
      guard tokens[place].text == ")", let start = brackets.start(of: place), start > 1,
        tokens[start - 2].text == "@"
      else { return false }
      if tokens[start - 1].text == "pragma", tokens[start + 1].kind == .text("vm:entry-point") { return true }
      place = start - 1
    }
    return false
  }
}
