internal import AppFacts

/// The listeners in the script of Capacitor's background runner: `addEventListener('sync', (resolve, reject, args) => { … })`.
struct RunnerListeners {
  /// The calls that add the listeners, with the names of their events.
  private(set) var calls: [PluginCall] = []
  private let tokens: [ScriptTokens.Token]
  private let brackets: ScriptBrackets
  /// The start of the first function of each name that the script declares: `function` itself, or what follows the sign `=`.
  private let starts: [String: Int]

  /// The greatest number of listeners.
  private static let mostCalls = 1_000
  /// The greatest number of tokens of a body that is searched for the use of parameters.
  private static let mostTokens = 5_000

  /// Finds the listeners in a script.
  init(_ bytes: [UInt8], _ package: String, path: String) {
    tokens = ScriptTokens(bytes).tokens
    brackets = ScriptBrackets(tokens)
    starts = Self.starts(in: tokens)
    for index in tokens.indices
    where tokens[index].text == "addEventListener" && tokens[index].kind == .name && index + 2 < tokens.count
    {
      guard calls.count < Self.mostCalls, tokens[index + 1].text == "(",
        let end = brackets.ends[index + 1]
      else { continue }
      let name = tokens[index + 2]
      let place = FactLocation(file: path, line: name.line, column: name.column)
      var event = FactValue(nil, .unresolved, at: place, expression: name.text)
      if case .text(let text?) = name.kind, tokens[index + 3].text == "," {
        event = FactValue(.string(text), .literal, at: place)
      }
      let location = FactLocation(file: path, line: tokens[index].line, column: tokens[index].column)
      calls.append(
        PluginCall(
          package, "addEventListener", task: event, lacksEnd: lacksEnd((index + 4)..<max(end, index + 4)),
          at: location))
    }
  }

  /// Whether the function in some arguments never calls its first parameter, `resolve`, and calls its second, `reject`, at most for an error
  /// that it catches. The function may be a name of the script.
  private func lacksEnd(_ arguments: Range<Int>) -> Bool {
    guard let function = function(arguments) ?? named(arguments), !function.body.isEmpty,
      function.body.count <= Self.mostTokens
    else { return false }
    let names = function.parameters.prefix(2)
    let uses = function.body.filter { tokens[$0].kind == .name && names.contains(tokens[$0].text) }
    guard names.count == 2, let resolve = names.first else { return uses.isEmpty }
    let catches = function.body.filter { tokens[$0].text == "catch" }.compactMap(handler)
    return uses.allSatisfy { use in
      tokens[use].text != resolve && catches.contains { $0.contains(use) }
    }
  }

  /// The code of a `catch`: a block, or the function that a method gets.
  private func handler(after index: Int) -> ClosedRange<Int>? {
    var start = index + 1
    guard start < tokens.count, var end = brackets.ends[start] else { return nil }
    if end + 1 < tokens.count, tokens[end + 1].text == "{", let last = brackets.ends[end + 1] {
      (start, end) = (end + 1, last)
    }
    return start...end
  }

  /// The function that a name alone means, by a declaration in the script.
  private func named(_ arguments: Range<Int>) -> (parameters: [String], body: Range<Int>)? {
    guard arguments.count == 1, tokens[arguments.lowerBound].kind == .name else { return nil }
    return starts[tokens[arguments.lowerBound].text].flatMap { function($0..<tokens.count) }
  }

  private static func starts(in tokens: [ScriptTokens.Token]) -> [String: Int] {
    var starts: [String: Int] = [:]
    for index in tokens.indices.dropFirst() where tokens[index].kind == .name {
      let name = tokens[index].text
      guard starts[name] == nil else { continue }
      if tokens[index - 1].text == "function" {
        starts[name] = index - 1
      } else if ["const", "let", "var"].contains(tokens[index - 1].text), index + 1 < tokens.count,
        tokens[index + 1].text == "="
      {
        starts[name] = index + 2
      }
    }
    return starts
  }

  /// The parameters and the body of a function that begins a range; `nil` if the range begins with anything else.
  private func function(_ range: Range<Int>) -> (parameters: [String], body: Range<Int>)? {
    var index = range.lowerBound
    func text(_ place: Int) -> String { place < range.upperBound ? tokens[place].text : "" }
    if text(index) == "async" { index += 1 }
    let isDeclared = text(index) == "function"
    if isDeclared {
      index += 1
      if text(index) != "(" { index += 1 }
    }
    var parameters: [String] = []
    if text(index) == "(", let end = brackets.ends[index] {
      guard let names = names(in: (index + 1)..<end) else { return nil }
      parameters = names
      index = end + 1
    } else if !isDeclared, text(index + 1) == "=>" {
      parameters = [text(index)]
      index += 1
    }
    if !isDeclared {
      guard text(index) == "=>" else { return nil }
      index += 1
    }
    guard text(index) == "{" else { return isDeclared ? nil : (parameters, index..<range.upperBound) }
    return brackets.ends[index].map { (parameters, (index + 1)..<$0) }
  }

  /// The names of the parameters; `nil` if one of them is a pattern or a rest parameter, which may hold any
  /// argument.
  private func names(in range: Range<Int>) -> [String]? {
    var names: [String] = []
    var index = range.lowerBound
    var isStart = true
    while index < range.upperBound {
      let token = tokens[index]
      if isStart {
        guard token.kind == .name else { return nil }
        names.append(token.text)
      }
      isStart = token.text == ","
      index = (brackets.ends[index] ?? index) + 1
    }
    return names
  }
}
