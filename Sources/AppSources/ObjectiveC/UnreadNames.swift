internal import PolicySyntax

/// The places of a file of Objective-C that name background tasks, and that no reader of declarations and bodies reads: members of C++
/// classes and templates, macros that are no expressions, other names for the types, and bodies whose braces do not match.
struct UnreadNames {
  private static let names = SchedulerTypes.requests.union([SchedulerTypes.scheduler])

  /// The places with the reasons, in the order of the file.
  private(set) var found: [(line: Int, reason: String)] = []

  /// The places in a file with an outline, whose bodies have been read.
  init(in outline: ObjectiveCOutline, of file: FileIndex) {
    let tokens = outline.tokens
    guard Self.hasName(tokens[...]) else { return }
    var read: Set<[Int]> = []
    func note(_ expression: Expression) {
      if case .name = expression.form { read.insert([expression.position.line, expression.position.column]) }
    }
    for function in file.functions { function.body.visit(note) }
    for property in file.properties { property.value?.visit(note) }
    var isCompiled = Array(repeating: true, count: tokens.count)
    for index in tokens.indices where tokens[index].directive?.opensConditional ?? false {
      let group = ConditionalGroup(openedAt: index, in: tokens, before: tokens.count)
      for (condition, range) in group.branches where condition == nil {
        for inner in range.clamped(to: tokens.indices) { isCompiled[inner] = false }
      }
    }
    for index in tokens.indices where isCompiled[index] {
      if let directive = tokens[index].directive {
        if directive.name == "define" { add(directive.tokens, read) }
      } else {
        add(tokens, index, read)
      }
    }
    let last = tokens.lastIndex { Self.hasName([$0]) } ?? 0
    for start in outline.openBodies where start < last {
      let line = tokens[start].position.line
      found.append((line, "The braces of the body in line \(line) do not match"))
    }
    found.sort { $0.line < $1.line }
  }

  private static func hasName(_ tokens: ArraySlice<CToken>) -> Bool {
    tokens.contains { token in
      names.contains(token.text) || token.directive?.tokens.contains { names.contains($0.text) } ?? false
    }
  }

  /// Adds the names in a macro: `[BGTaskScheduler …]` that was not read, and a macro that is another name for a type.
  private mutating func add(_ macro: [CToken], _ read: Set<[Int]>) {
    for index in macro.indices.dropFirst() { add(macro, index, read) }
    if macro.count == 2, Self.names.contains(macro[1].text) { addAlias(macro[1]) }
  }

  private mutating func add(_ tokens: [CToken], _ index: Int, _ read: Set<[Int]>) {
    let token = tokens[index]
    guard Self.names.contains(token.text) else { return }
    func text(_ offset: Int) -> String {
      tokens.indices.contains(index + offset) ? tokens[index + offset].text : ""
    }
    if text(-1) == "[" || text(1) == "." {
      // A message such as `[Type class]` is read as the type, at the place of its bracket.
      let starts = [index, index - 1].filter(tokens.indices.contains).map { tokens[$0].position }
      guard !starts.contains(where: { read.contains([$0.line, $0.column]) }) else { return }
      let line = token.position.line
      found.append((line, "The code in line \(line) uses \(token.text) in a form that is not read"))
    } else if text(-2) == "@compatibility_alias" || text(-1) == "typedef" && text(1) != "*"
      || text(-3) == "using"
    {
      addAlias(token)
    }
  }

  private mutating func addAlias(_ token: CToken) {
    found.append(
      (
        token.position.line,
        "It gives \(token.text) another name, and the code that uses the name is not read"
      ))
  }
}
