internal import AppFacts
internal import PolicySyntax

/// Finds the values of expressions without running code.
///
/// A wrong value is worse than no value: an expression with two candidates that differ has no value.
struct Evaluator {
  let program: Program
  /// The assumed call of a body, by body. The parameters of any other body are evaluated for all calls.
  var callers: [ObjectIdentifier: Call] = [:]
  /// The value of `self` in an extension of a number type.
  var selfValue: Value?
  /// The case of `self` in a member of an enumeration.
  var selfCase: (value: EnumCase, file: FileIndex)?
  /// Whether `self` is the app's bundle, in an extension of `Bundle`.
  var isInMainBundle = false
  /// The values of the variables of loops and of closures that run for each element.
  var elements: [ObjectIdentifier: (value: Expression, frame: Frame)] = [:]
  /// The compilation conditions that are assumed to hold; `nil` without such an assumption.
  var assumed: Set<String>?
  /// The conditions that decide values, as far as the evaluator has met them.
  let met: MetConditions
  private let steps: EvaluationSteps
  /// The number of parameters that were followed to a caller.
  var hops = 0
  var depth = 0

  init(_ program: Program) {
    self.program = program
    met = MetConditions()
    steps = EvaluationSteps()
  }

  /// An evaluator with the same assumptions that has met no conditions.
  init(_ program: Program, like other: Evaluator) {
    self.program = program
    met = MetConditions()
    steps = other.steps
    (callers, elements, assumed) = (other.callers, other.elements, other.assumed)
    (selfValue, selfCase, isInMainBundle) = (other.selfValue, other.selfCase, other.isInMainBundle)
  }

  /// The value of an expression; `type` is the type that the context expects, for implicit members.
  func value(_ expression: Expression, in frame: Frame, expecting type: String? = nil) -> Value {
    let core = expression.core
    let location = frame.body.location(core.position)
    func literal(_ content: FactValue.Content) -> Value {
      Value(content: content, resolution: .literal, location: location)
    }
    guard depth < 16, program.budget.take(), steps.begin() else { return .unresolved(at: location) }
    defer { steps.end() }
    var next = self
    next.depth += 1
    switch core.form {
    case .text(let parts): return next.text(parts, in: frame, at: location)
    case .number(let number): return literal(.number(number))
    case .bool(let isTrue): return literal(.bool(isTrue))
    case .null: return literal(.null)
    case .prefix("-", let inner):
      let value = next.value(inner, in: frame)
      guard let number = value.number else { return .unresolved(at: location) }
      return Value(content: .number(-number), resolution: value.resolution, location: location)
    case .prefix("!", let inner):
      guard case .bool(let isTrue)? = next.value(inner, in: frame).content else {
        return .unresolved(at: location)
      }
      let isOfParameter = next.value(inner, in: frame).resolution == .parameter
      return Value(
        content: .bool(!isTrue), resolution: isOfParameter ? .parameter : .expression, location: location)
    case .binary(let sign, let left, let right):
      return next.binary(sign, left, right, in: frame, expecting: type, at: location)
    case .ternary(let test, let first, let second):
      if case .binary(let sign, let left, let right) = test.core.form,
        let isTrue = next.comparison(expression: (sign, left, right), in: frame)
      {
        return next.value(isTrue ? first : second, in: frame, expecting: type).found(.expression)
      }
      // An argument of the assumed call is certain, unlike a setting that happens to be true.
      if let isTrue = next.choice(test, in: frame) {
        return next.value(isTrue ? first : second, in: frame, expecting: type).found(.expression)
      }
      let values = [
        next.value(first, in: frame, expecting: type), next.value(second, in: frame, expecting: type),
      ]
      return Self.agreed(values, at: location).found(.expression)
    case .array(let elements):
      return literal(.list(elements.map { next.value($0, in: frame).fact(of: $0) }))
    case .dictionary(let entries):
      var members: [FactEntry] = []
      for entry in entries {
        guard let key = next.value(entry.key, in: frame).string else { return .unresolved(at: location) }
        members.append(FactEntry(key, next.value(entry.value, in: frame).fact(of: entry.value)))
      }
      return literal(.dictionary(members))
    case .closure(let closure):
      return next.only(of: program.closures[ObjectIdentifier(closure)]?.returns ?? [], at: location)
    case .name, .member: return next.reference(core, in: frame, expecting: type, at: location)
    case .call: return next.call(core, in: frame, expecting: type, at: location)
    case .element(let base, let arguments):
      return next.bundleElement(base, arguments, in: frame, at: location) ?? .unresolved(at: location)
    default: return .unresolved(at: location)
    }
  }

  /// The value on which all values agree; unresolved if two values differ.
  ///
  /// Of a lazy collection, no value is computed after two values that differ.
  static func agreed(_ values: some Collection<Value>, at location: FactLocation) -> Value {
    guard let first = values.first else { return .unresolved(at: location) }
    guard first.content != nil || first.object != nil else {
      return .unresolved(at: location, pattern: values.count == 1 ? first.pattern : nil)
    }
    let isSame = values.dropFirst().allSatisfy {
      $0.content?.withoutPlaces == first.content?.withoutPlaces && $0.object === first.object
    }
    return isSame ? first : .unresolved(at: location)
  }

  /// The value at the only place at which a function or closure returns; unresolved if several places return.
  func only(of returns: [(value: Expression, frame: Frame)], at location: FactLocation) -> Value {
    guard let only = onlyReturn(of: returns) else { return .unresolved(at: location) }
    return value(only.value, in: only.frame)
  }

  /// The only place at which a function or closure returns a value; a place that is never reached does not count.
  func onlyReturn(of returns: [(value: Expression, frame: Frame)]) -> (value: Expression, frame: Frame)? {
    guard returns.count > 1 else { return returns.first }
    let reached = returns.filter { !isNeverReached($0.frame) }
    return reached.count == 1 ? reached.first : nil
  }

  /// Whether code is never reached because it runs only if the app's bundle has no identifier. The bundle always has an identifier.
  private func isNeverReached(_ frame: Frame) -> Bool {
    frame.chain.contains { one in
      guard case .branch(let conditions, isElse: true) = one.kind, conditions.count == 1,
        let value = conditions.first?.value, depth < 12
      else { return false }
      var inner = self
      inner.depth += 1
      return inner.value(value, in: one.parent ?? one).content == .string(Self.bundleIdentifier)
    }
  }

  // MARK: - Texts and numbers

  private func text(_ parts: [TextPart], in frame: Frame, at location: FactLocation) -> Value {
    var content = ""
    var isKnown = true
    var isLiteral = true
    for part in parts {
      guard content.utf8.count <= StepBudget.mostBytes else { return .unresolved(at: location) }
      switch part {
      case .string(let text): content += text
      case .interpolation(let inner):
        isLiteral = false
        let value = value(inner, in: frame)
        switch value.content {
        case .string(let text)?: content += text
        case .number(let number)?: content += Int(exactly: number).map { "\($0)" } ?? "\(number)"
        default:
          if let name = program.typeName(inner, in: frame) {
            content += name
            continue
          }
          isKnown = false
          content += value.pattern ?? "{\(inner.placeholder)}"
        }
      }
    }
    guard isKnown else { return .unresolved(at: location, pattern: content) }
    return Value(
      content: .string(content), resolution: isLiteral ? .literal : .expression, location: location)
  }

  func binary(
    _ sign: String, _ left: Expression, _ right: Expression, in frame: Frame, expecting type: String?,
    at location: FactLocation
  ) -> Value {
    if let isTrue = comparison(expression: (sign, left, right), in: frame) {
      return Value(content: .bool(isTrue), resolution: .expression, location: location)
    }
    let first = value(left, in: frame, expecting: type)
    if sign == "??" {
      guard let content = first.content, content != .null else {
        return .unresolved(at: location)
      }
      return first
    }
    let second = value(right, in: frame, expecting: type)
    if let a = first.number, let b = second.number {
      let result: Double? =
        switch sign {
        case "+": a + b
        case "-": a - b
        case "*": a * b
        // The quotient of whole numbers depends on the types of the operands.
        case "/": b == 0 || Int(exactly: a / b) == nil ? nil : a / b
        default: nil
        }
      guard let result else { return .unresolved(at: location) }
      return Value(content: .number(result), resolution: .expression, location: location)
    }
    guard sign == "+" else { return .unresolved(at: location) }
    if let a = first.string, let b = second.string {
      guard a.utf8.count + b.utf8.count <= StepBudget.mostBytes else { return .unresolved(at: location) }
      return Value(content: .string(a + b), resolution: .expression, location: location)
    }
    let known = [(first, left), (second, right)].map {
      $0.0.string ?? $0.0.pattern ?? "{\($0.1.placeholder)}"
    }
    let isText = first.string != nil || second.string != nil || first.pattern != nil || second.pattern != nil
    return .unresolved(at: location, pattern: isText ? known.joined() : nil)
  }
}

/// The steps of one evaluation, including the values inside it. A value that takes more steps is not known.
private final class EvaluationSteps {
  private static let most = 20_000
  private var depth = 0
  private var left = most

  /// Begins to evaluate an expression; `false` if there are no steps left.
  func begin() -> Bool {
    if depth == 0 { left = Self.most }
    guard left > 0 else { return false }
    left -= 1
    depth += 1
    return true
  }

  /// Ends the evaluation of the expression that was begun last.
  func end() { depth -= 1 }
}

extension Expression {
  /// A name for an unknown part of a text, such as `account` for `account.id`.
  fileprivate var placeholder: String {
    switch core.form {
    case .member(let base?, let name)
    where ["id", "rawValue", "uuidString", "identifier", "description"].contains(name):
      base.core.lastName ?? name
    case .name(let name), .member(_, let name): name
    case .call(let callee, _): callee.core.lastName ?? "value"
    default: "value"
    }
  }
}

extension FactValue.Content {
  /// The content without the places of its parts, for comparisons.
  fileprivate var withoutPlaces: Self {
    let nowhere = FactLocation(file: "")
    switch self {
    case .list(let values):
      return .list(values.map { FactValue($0.content?.withoutPlaces, .literal, at: nowhere) })
    case .dictionary(let entries):
      return .dictionary(
        entries.map { FactEntry($0.key, FactValue($0.value.content?.withoutPlaces, .literal, at: nowhere)) })
    default: return self
    }
  }
}
