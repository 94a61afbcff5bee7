internal import PolicySyntax

// Reads expressions with operators and casts.
extension BodyReader {
  /// Reads an expression. An assignment becomes an expression that contains a statement.
  mutating func expression() -> Expression {
    nested { reader in
      let start = reader.position
      let target = reader.ternary()
      let sign = reader.text()
      guard Self.assignments.contains(sign) else { return target }
      reader.index += 1
      let value = reader.expression()
      return Expression(.statement(reader.assign(target, sign, value, at: start)), at: start)
    }
  }

  /// Expressions between commas, as in the steps of a loop.
  mutating func list() -> [Expression] {
    var values = [expression()]
    while take(",") { values.append(expression()) }
    return values
  }

  mutating func assign(_ target: Expression, _ sign: String, _ value: Expression, at position: Position)
    -> Statement
  {
    if let name = target.core.lastName { assignedNames.insert(name) }
    return Statement(form: .assignment(target, sign, value), position: position)
  }

  private static let assignments: Set<String> = [
    "=", "+=", "-=", "*=", "/=", "%=", "|=", "&=", "^=", "<<=", ">>=",
  ]

  private static let strengths: [String: Int] = [
    "||": 1, "&&": 2, "|": 3, "^": 4, "&": 5, "==": 6, "!=": 6, "<": 7, ">": 7, "<=": 7, ">=": 7, "<<": 8,
    ">>": 8,
    "+": 9, "-": 9, "*": 10, "/": 10, "%": 10,
  ]

  /// The maximum length of a chain of operators or members that has a value; generated code may have longer chains.
  static let longestChain = 80

  // MARK: - Operators

  private mutating func ternary() -> Expression {
    let start = position
    let condition = binary(above: 0)
    guard take("?") else { return condition }
    if take(":") { return Expression(.binary("??", condition, expression()), at: start) }
    let first = expression()
    guard take(":") else { return first }
    return Expression(.ternary(condition, first, expression()), at: start)
  }

  private mutating func binary(above least: Int) -> Expression {
    let start = position
    var left = unary()
    var count = 0
    var rest: [Expression] = []
    while let strength = Self.strengths[text()], strength > least {
      let sign = text()
      index += 1
      let right = binary(above: strength)
      count += 1
      if count < Self.longestChain {
        left = Expression(.binary(sign, left, right), at: start)
      } else {
        rest.append(right)
      }
    }
    return rest.isEmpty ? left : Expression(.other("…", [left] + rest), at: start)
  }

  mutating func unary() -> Expression {
    nested { reader in
      let start = reader.position
      if let directive = reader.token?.directive {
        if directive.opensConditional { return reader.conditional() }
        reader.skipDirectives()
      }
      func make(_ form: Expression.Form) -> Expression { Expression(form, at: start) }
      switch reader.text() {
      case "!":
        reader.index += 1
        return make(.prefix("!", reader.unary()))
      case "-":
        reader.index += 1
        return make(.prefix("-", reader.unary()))
      case "+":
        reader.index += 1
        return reader.unary()
      case "*", "~":
        let sign = reader.text()
        reader.index += 1
        return make(.prefix(sign, reader.unary()))
      case "&":
        reader.index += 1
        let value = reader.unary()
        reader.addressed.append(value)
        return value
      case "++", "--":
        reader.index += 1
        let target = reader.unary()
        return make(.statement(reader.assign(target, "+=", Expression(.number(1), at: start), at: start)))
      case "(" where reader.isCast: return reader.cast()
      case "sizeof", "alignof", "__alignof__":
        reader.index += 1
        if reader.text() == "(" { reader.index = min(reader.closing(of: reader.index) + 1, reader.limit) }
        return make(.other("sizeof", []))
      default: return reader.postfix(reader.primary(), at: start)
      }
    }
  }

  /// Reads branches of `#if` in an expression. The value is known only if all branches have the same value.
  private mutating func conditional() -> Expression {
    let start = position
    let group = ConditionalGroup(openedAt: index, in: tokens, before: limit)
    var value: Expression?
    for branch in group.branches.reversed() {
      guard let condition = branch.condition, !branch.range.isEmpty else { continue }
      index = branch.range.lowerBound
      let own = reading(to: branch.range.upperBound) { $0.expression() }
      if condition == "true" {
        value = own
      } else {
        value = Expression(
          .ternary(
            Expression(.other("#if \(condition)", []), at: start), own,
            value ?? Expression(.other("", []), at: start)),
          at: start)
      }
    }
    index = group.end
    return value ?? Expression(.other("", []), at: start)
  }

  // MARK: - Casts

  private static let typeWords: Set<String> = [
    "id", "void", "int", "long", "short", "char", "unsigned", "signed", "float", "double", "BOOL", "bool",
    "const",
    "__bridge", "__bridge_transfer", "__bridge_retained", "__bridge_autoreleased", "struct", "enum",
    "instancetype",
    "NSInteger", "NSUInteger", "CGFloat", "NSTimeInterval", "Class", "SEL", "size_t", "int64_t", "uint64_t",
    "int32_t",
    "uint32_t", "uint8_t", "__typeof", "typeof", "__typeof__", "__kindof", "time_t", "dispatch_block_t",
  ]

  /// Whether the parentheses that come next contain a type.
  private var isCast: Bool {
    let end = closing(of: index)
    guard end < limit, end > index + 1, end + 1 < limit else { return false }
    let inner = tokens[(index + 1)..<end]
    guard let first = inner.first, first.isWord else { return false }
    let next = tokens[end + 1]
    let startsOperand: Bool =
      switch next.kind {
      case .word: !["in"].contains(next.text)
      case .number, .string, .character: true
      case .sign: ["(", "[", "@", "^", "!", "~", "-", "&", "*", "{"].contains(next.text)
      case .directive: false
      }
    guard startsOperand else { return false }
    let isType = inner.allSatisfy {
      $0.isWord || ["*", "<", ">", ",", "::", "^", "(", ")", ">>"].contains($0.text)
    }
    guard isType else { return false }
    if Self.typeWords.contains(first.text) || inner.last?.text == "*" || inner.last?.text == ">" {
      return true
    }
    guard inner.count == 1 else { return inner.contains { $0.text == "^" } }
    // A name in parentheses is a type if the name looks like a type, and if an operand follows without an operator.
    guard first.text.first?.isUppercase ?? false || first.text.hasSuffix("_t"), !isLocal(first.text) else {
      return false
    }
    if next.isWord || next.isString || ["@", "^", "{"].contains(next.text) { return true }
    return ["(", "["].contains(next.text)
      && (symbols.types.contains(first.text) || AppleNames.type(first.text) != first.text
        || symbols.spelling.aliases[first.text] != nil)
  }

  private mutating func cast() -> Expression {
    let start = position
    let end = closing(of: index)
    let type = symbols.spelling.type(tokens[(index + 1)..<end])
    index = end + 1
    if text() == "{" {
      index = min(closing(of: index) + 1, limit)
      return Expression(.other("structure", []), at: start)
    }
    let value = unary()
    // A cast to a number type keeps the value; a cast to another type states the type of the value.
    guard let type, type != "Any", type != "Void",
      !["Int", "Double", "TimeInterval", "Float", "Bool"].contains(type)
    else { return value }
    return Expression(.cast(value, "as!", type), at: start)
  }
}
