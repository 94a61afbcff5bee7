internal import AppFacts
internal import PolicySyntax

/// The ways in which code runs, each with values that are known only for that way.
extension Evaluator {
  /// An evaluator for each way in which code runs, if the value of an expression is known only for each way: for each caller of the
  /// function, round of the loop, or creation of the object whose method contains the code.
  ///
  /// Returns only this evaluator if this evaluator knows the value, or if no evaluator for a single way knows the value. Omits the ways
  /// that never reach the frame.
  func contexts(for expression: Expression, in frame: Frame) -> [Evaluator] {
    func isKnown(_ evaluator: Evaluator) -> Bool {
      evaluator.value(expression, in: frame, expecting: "String").content != nil
    }
    let all = isKnown(self) ? [self] : refined(from: frame, depth: 0, isKnown) ?? [self]
    return all.filter { !$0.excludes(frame) }
  }

  private func refined(from frame: Frame, depth: Int, _ isKnown: (Evaluator) -> Bool) -> [Evaluator]? {
    guard depth < 3, program.budget.take() else { return nil }
    if let rounds = rounds(around: frame, isKnown) { return rounds }
    if let cases = casesOfSelf(around: frame, isKnown) { return cases }
    if callers[ObjectIdentifier(frame.body)] == nil,
      let found = refined(by: program.callers(of: frame.body), of: frame.body, depth: depth, isKnown)
    {
      return found
    }
    return creations(of: frame.body, isKnown)
  }

  /// An evaluator for each round of a loop around a frame; `nil` if no loop makes the value known in all of its rounds.
  private func rounds(around frame: Frame, _ isKnown: (Evaluator) -> Bool) -> [Evaluator]? {
    for one in frame.chain {
      let each = one.rounds(in: program).map { round in
        var evaluator = self
        for (local, value) in round.values {
          evaluator.elements[ObjectIdentifier(local)] = (value, round.frame)
        }
        return evaluator
      }
      if !each.isEmpty, each.allSatisfy(isKnown) { return each }
    }
    return nil
  }

  /// An evaluator for each case of an enumeration that reaches code in a `switch` over `self`; `nil` if one of the evaluators doesn't know
  /// the value.
  private func casesOfSelf(around frame: Frame, _ isKnown: (Evaluator) -> Bool) -> [Evaluator]? {
    guard selfCase == nil, !frame.body.types.isEmpty else { return nil }
    for one in frame.chain {
      guard case .select(let subject, let own, let all) = one.kind, subject.core.path == ["self"] else {
        continue
      }
      let names = (own.patterns.isEmpty ? all.flatMap(\.patterns) : own.patterns).compactMap(Self.nameOfCase)
      let each = program.cases(of: frame.body.types, from: frame.body.file).filter {
        names.contains($0.value.name) != own.patterns.isEmpty
      }.map { enumCase in
        var evaluator = self
        evaluator.selfCase = enumCase
        return evaluator
      }
      if !each.isEmpty, each.allSatisfy(isKnown) { return each }
    }
    return nil
  }

  /// The name of a case in a pattern, such as `Job.refresh` or `.refresh(let date)`.
  private static func nameOfCase(_ pattern: String) -> String? {
    pattern.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }.split(separator: ".").last
      .map(String.init)
  }

  /// An evaluator for each call of a function, or several evaluators for a call whose own function is called in several ways.
  private func refined(
    by calls: [Call]?, of body: Body, depth: Int, _ isKnown: (Evaluator) -> Bool
  ) -> [Evaluator]? {
    guard let calls, !calls.isEmpty else { return nil }
    let each = calls.flatMap { call -> [Evaluator] in
      guard program.budget.take() else { return [] }
      var evaluator = self
      evaluator.callers[ObjectIdentifier(body)] = call
      if isKnown(evaluator) { return [evaluator] }
      return evaluator.refined(from: call.frame, depth: depth + 1, isKnown) ?? [evaluator]
    }
    return each.contains(where: isKnown) ? each : nil
  }

  /// An evaluator for each place that makes an object of a body's type, by its only initializer.
  private func creations(of body: Body, _ isKnown: (Evaluator) -> Bool) -> [Evaluator]? {
    guard !body.types.isEmpty, body.function?.name != "init" else { return nil }
    let initializers = program.initializers(of: body.types, from: body.file)
    guard initializers.count == 1, let only = initializers.first, callers[ObjectIdentifier(only)] == nil
    else { return nil }
    return refined(by: program.callers(of: only), of: only, depth: 1, isKnown)
  }

  // MARK: - Branches

  /// Whether known values prevent a frame from running: the frame is a case for another value.
  func excludes(_ frame: Frame) -> Bool {
    frame.chain.contains { runs($0) == false }
  }

  /// Whether known values let the code of a branch or case run, given that the enclosing code runs; `nil` if unknown values decide.
  func runs(_ frame: Frame) -> Bool? {
    let outside = frame.parent ?? frame
    switch frame.kind {
    case .select(let subject, let own, let cases):
      return isChosen(own, of: cases, for: value(subject, in: outside), in: outside)
    case .branch(let conditions, let isElse):
      guard !conditions.isEmpty else { return nil }
      let all = conditions.map { holds($0, in: outside) }
      if all.contains(false) { return isElse }
      return all.contains(nil) ? nil : !isElse
    default: return nil
    }
  }

  /// Whether a condition that compares a known text or case holds; `nil` for any other condition.
  private func holds(_ condition: Condition, in frame: Frame) -> Bool? {
    guard let expression = condition.value, condition.availability == nil else { return nil }
    if let pattern = condition.pattern {
      return matches(pattern, value(expression, in: frame), in: frame)
    }
    guard condition.names.isEmpty else { return nil }
    if case .prefix("!", let inner) = expression.core.form {
      return holds(Condition(value: inner), in: frame).map { !$0 }
    }
    // The comparisons of Objective-C's objects.
    if case .call(let callee, let arguments) = expression.core.form, arguments.count == 1,
      case .member(let base?, let name) = callee.core.form, ["isEqual", "isEqualToString"].contains(name)
    {
      return comparison(expression: ("==", base, arguments[0].value), in: frame)
    }
    guard case .binary(let sign, let left, let right) = expression.core.form else {
      return choice(expression, in: frame)
    }
    return comparison(expression: (sign, left, right), in: frame)
  }

  /// The value of a condition that comes from an argument of the assumed call; `nil` for any other condition, such as a setting.
  func choice(_ condition: Expression, in frame: Frame) -> Bool? {
    guard !callers.isEmpty else { return nil }
    let value = value(condition, in: frame)
    if value.resolution == .parameter, case .bool(let isTrue)? = value.content { return isTrue }
    return nil
  }

  /// Whether a comparison of known texts or cases holds; `nil` for any other expression.
  func comparison(expression: (sign: String, left: Expression, right: Expression), in frame: Frame) -> Bool? {
    let (sign, left, right) = expression
    guard sign == "==" || sign == "!=" else { return nil }
    let (first, second) = sides(left, right, in: frame)
    guard let isEqual = first.isEqual(to: second) else { return nil }
    return isEqual == (sign == "==")
  }

  /// The values of two sides of a comparison; an implicit member is a case of the other side's type.
  private func sides(_ left: Expression, _ right: Expression, in frame: Frame) -> (Value, Value) {
    let first = value(left, in: frame)
    let type = first.enumCase?.value.context.types.joined(separator: ".")
    return (first, value(right, in: frame, expecting: type))
  }

  /// Whether a `switch` chooses a case for a value; `nil` if the choice is not known.
  private func isChosen(_ one: SwitchCase, of cases: [SwitchCase], for value: Value, in frame: Frame) -> Bool?
  {
    func isMatch(_ one: SwitchCase) -> Bool? {
      let all = one.patterns.map { matches($0, value, in: frame) }
      if all.contains(true) { return true }
      return all.contains(nil) ? nil : false
    }
    let index = cases.firstIndex { $0.body.first?.position == one.body.first?.position }
    // The previous case may fall through.
    if let index, index > 0, case .jump? = cases[index - 1].body.last?.form { return nil }
    guard one.patterns.isEmpty else { return isMatch(one) }
    let others = cases.filter { !$0.patterns.isEmpty }.map(isMatch)
    if others.contains(true) { return false }
    return others.contains(nil) ? nil : true
  }

  /// Whether a pattern, as written, matches a known case or text; `nil` for any other pattern or value.
  private func matches(_ pattern: String, _ value: Value, in frame: Frame) -> Bool? {
    for keyword in ["let ", "var "] where pattern.hasPrefix(keyword) {
      return matches(String(pattern.dropFirst(keyword.count)), value, in: frame)
    }
    let parts = pattern.split(separator: ".", omittingEmptySubsequences: false)
    let isPath = parts.dropFirst().allSatisfy(\.isIdentifier) && (parts[0].isEmpty || parts[0].isIdentifier)
    if let enumCase = value.enumCase {
      // A pattern with the name of a different case does not match, whatever its payload is.
      let head = pattern.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }.split(separator: ".")
      guard pattern.contains("."), let name = head.last else { return nil }
      return String(name) != enumCase.value.name ? false : isPath ? true : nil
    }
    guard let text = value.string else { return nil }
    if pattern.hasPrefix("\""), pattern.count > 1, !pattern.contains("\\") { return pattern == "\"\(text)\"" }
    guard isPath, !parts[0].isEmpty else { return nil }
    let position = Position(line: 0, column: 0)
    let path = parts.dropFirst().reduce(Expression(.name(String(parts[0])), at: position)) {
      Expression(.member($0, String($1)), at: position)
    }
    return self.value(path, in: frame).string.map { $0 == text }
  }
}

extension Value {
  /// Whether two known cases or texts are the same; `nil` if one of the values is not known.
  fileprivate func isEqual(to other: Value) -> Bool? {
    switch (enumCase, other.enumCase) {
    case (let own?, let other?):
      own.value.context.types == other.value.context.types ? own.value.name == other.value.name : nil
    case (nil, nil): string.flatMap { text in other.string.map { $0 == text } }
    default: nil
    }
  }
}

extension Substring {
  /// Whether the text is a name, such as `refresh`.
  fileprivate var isIdentifier: Bool {
    !isEmpty && !(first?.isNumber ?? false) && allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }
}
