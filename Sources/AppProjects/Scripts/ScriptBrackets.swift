/// The brackets of a file of JavaScript, Dart, Kotlin or C#, and the functions of React that the brackets are in.
struct ScriptBrackets {
  /// The index of the closing bracket, by the index of the opening bracket.
  private(set) var ends: [Int: Int] = [:]
  /// The index of the opening bracket, by the index of the closing bracket.
  private var starts: [Int: Int] = [:]
  /// Whether each bracket has its counterpart, of the same kind.
  private(set) var isBalanced = true
  /// The ranges of the outermost components and effects of React, in order.
  private var components: [Range<Int>] = []

  /// The brackets of a file's tokens. A closing bracket closes the last open bracket, whatever the kinds of the two are.
  init(_ tokens: [ScriptTokens.Token]) {
    var open: [Int] = []
    var component: Int?
    for (index, token) in tokens.enumerated() where token.kind == .mark {
      switch token.text {
      case "(", "[", "{":
        if component == nil, isComponent(index, tokens) { component = index }
        open.append(index)
      case ")", "]", "}":
        guard let start = open.popLast() else {
          isBalanced = false
          continue
        }
        if Self.counterparts[tokens[start].text] != token.text { isBalanced = false }
        ends[start] = index
        starts[index] = start
        if component == start {
          components.append(start..<index)
          component = nil
        }
      default: break
      }
    }
    if !open.isEmpty { isBalanced = false }
    if let component { components.append(component..<tokens.count) }
  }

  private static let counterparts = ["(": ")", "[": "]", "{": "}"]

  /// The index of the opening bracket of a closing bracket.
  func start(of end: Int) -> Int? { starts[end] }

  /// Whether a token is in a function of React: an effect, or a function whose name begins with an uppercase letter.
  func isInComponent(_ index: Int) -> Bool {
    var (low, high) = (0, components.count)
    while low < high {
      let middle = (low + high) / 2
      if components[middle].upperBound <= index { low = middle + 1 } else { high = middle }
    }
    return low < components.count && components[low].contains(index)
  }

  /// Whether an opening bracket begins an effect of React, or the body of `function Name(…) {`, `const Name = (…) => {` or
  /// `componentDidMount() {`.
  private func isComponent(_ index: Int, _ tokens: [ScriptTokens.Token]) -> Bool {
    guard index > 0 else { return false }
    if tokens[index].text == "(" { return ["useEffect", "useLayoutEffect"].contains(tokens[index - 1].text) }
    let isArrow = tokens[index - 1].text == "=>"
    let end = isArrow ? index - 2 : index - 1
    guard tokens[index].text == "{", let start = starts[end], start > 1 else { return false }
    let isNamed = { (place: Int) in place >= 0 && tokens[place].text.first?.isUppercase ?? false }
    if isArrow { return tokens[start - 1].text == "=" && isNamed(start - 2) }
    if tokens[start - 1].text == "componentDidMount" { return true }
    return tokens[start - 2].text == "function" && isNamed(start - 1)
  }
}
