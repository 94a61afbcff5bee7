internal import AppFacts
internal import PolicySyntax

/// The parts that recognizers share: the fact at a place in the code, and values for the properties set on an object.
struct FactBuilder {
  let program: Program
  let evaluator: Evaluator
  /// Whether known values prevent the code from running.
  private let isExcluded: Bool

  init(_ program: Program) { self.init(Evaluator(program)) }

  private init(_ evaluator: Evaluator, isExcluded: Bool = false) {
    program = evaluator.program
    self.evaluator = evaluator
    self.isExcluded = isExcluded
  }

  /// The call for which the builder evaluates a body; `nil` if the builder evaluates the body for all calls.
  func caller(of body: Body) -> Call? { evaluator.callers[ObjectIdentifier(body)] }

  func value(_ expression: Expression, in frame: Frame, expecting type: String? = nil) -> FactValue {
    evaluator.fact(expression, in: frame) {
      $0.value(expression, in: frame, expecting: type).fact(of: expression)
    }
  }

  /// The value of an expression that has to be a text, such as `.refresh` of an extension of `String`.
  func text(_ expression: Expression, in frame: Frame) -> FactValue {
    value(expression, in: frame, expecting: "String")
  }

  func fact(_ kind: FactKind, at call: Call, _ values: [FactEntry]) -> CodeFact {
    CodeFact(
      kind, at: call.location, scope: call.frame.body.scope, conditions: call.frame.conditions,
      reach: isExcluded ? .unreached : program.graph.reach(of: call.frame.body),
      moments: program.graph.moments(at: call.frame, after: call.order, callers: evaluator.callers),
      values: values)
  }

  /// A fact at a place without an order of its own: a declaration, or an assignment.
  func fact(_ kind: FactKind, at position: Position, in frame: Frame, _ values: [FactEntry]) -> CodeFact {
    CodeFact(
      kind, at: frame.body.location(position), scope: frame.body.scope, conditions: frame.conditions,
      reach: isExcluded ? .unreached : program.graph.reach(of: frame.body),
      moments: program.graph.moments(at: frame, after: 0), values: values)
  }

  /// The builders for a fact with an expression as its key value. If the value depends on the way in which the code runs, there is a
  /// builder for each way; otherwise, there is one builder.
  static func builders(for expression: Expression?, in frame: Frame, _ program: Program) -> [FactBuilder] {
    guard let expression else { return [FactBuilder(program)] }
    let contexts = Evaluator(program).contexts(for: expression, in: frame)
    return contexts.isEmpty
      ? [FactBuilder(Evaluator(program), isExcluded: true)] : contexts.map { FactBuilder($0) }
  }

  /// The expression that gives a name its value. For a parameter, this is the argument of the assumed call, or of the only call; for a
  /// variable of a loop, it is the element of the assumed round. Any other expression is unchanged.
  func argument(_ expression: Expression, in frame: Frame) -> (expression: Expression, frame: Frame) {
    guard case .name(let name) = expression.core.form, let local = frame.local(name) else {
      return (expression, frame)
    }
    if let given = evaluator.given(local) { return (given.value, given.frame) }
    guard case .parameter(let parameter, let body) = local.kind, let calls = program.callers(of: body),
      calls.count == 1, let value = calls[0].bindings(to: body.function?.parameters ?? [])?[parameter.name]
    else { return (expression, frame) }
    return (value, calls[0].frame)
  }

  /// A value that the reader derives from the shape of the code.
  func derived(_ content: FactValue.Content, at call: Call) -> FactValue {
    FactValue(content, .literal, at: call.location)
  }

  /// The entry of a call whose moments are all known; empty for any other call.
  func knownMoments(of call: Call) -> [FactEntry] {
    program.graph.flow.knowsOccasions(at: call.frame, after: call.order)
      ? [FactEntry(.knowsMoments, true, at: call.location)] : []
  }

  /// The values of the properties set on an object, each name once.
  ///
  /// A value is unresolved if two settings of a property differ, or if the property is set only under a condition.
  func values(
    of settings: [ObjectTrace.Setting], madeIn frame: Frame,
    _ evaluate: (String, Expression, Frame, Evaluator) -> FactValue
  ) -> [FactEntry] {
    let settings = settings.filter { !evaluator.excludes($0.frame) }
    var names: [String] = []
    for setting in settings where !names.contains(setting.name) { names.append(setting.name) }
    return names.compactMap { name -> FactEntry? in
      let own = settings.filter { $0.name == name }
      guard let last = own.last else { return nil }
      let value = evaluator.fact(last.value, in: frame) { self.value(of: own, madeIn: frame, $0, evaluate) }
      return FactEntry(name, value)
    }
  }

  /// The value on which all settings of a property agree; `nil` if no setting is compiled.
  private func value(
    of settings: [ObjectTrace.Setting], madeIn frame: Frame, _ evaluator: Evaluator,
    _ evaluate: (String, Expression, Frame, Evaluator) -> FactValue
  ) -> FactValue? {
    let compiled = evaluator.compiled(settings, isAny: true) { $0.compilationConditions(madeIn: frame) }
    let values = compiled.map { setting -> FactValue in
      var evaluator = evaluator
      if let caller = setting.caller { evaluator.callers[ObjectIdentifier(setting.frame.body)] = caller }
      let value = evaluate(setting.name, setting.value, setting.frame, evaluator)
      let isCertain =
        setting.sign == "=" && !setting.isOfOneCaller && !setting.mayBeMissed
        && !setting.isConditional(madeIn: frame, isCompiled: evaluator.assumed != nil) {
          evaluator.runs($0) == true
        }
      return isCertain
        ? value : FactValue(nil, .unresolved, at: value.location, expression: setting.value.summary)
    }
    guard let last = values.last, let setting = compiled.last else { return nil }
    let isOne = values.allSatisfy { $0.content == last.content } && last.content != nil
    return isOne || values.count == 1
      ? last : FactValue(nil, .unresolved, at: last.location, expression: setting.value.summary)
  }
}

extension ObjectTrace.Setting {
  /// The compilation conditions around the setting that do not apply to the making of the object.
  fileprivate func compilationConditions(madeIn frame: Frame) -> [String] {
    let outer = frame.conditions
    return self.frame.conditions.filter { !outer.contains($0) }
  }

  /// Whether the property is set only under a condition that does not apply to the making of the object.
  ///
  /// With `isCompiled`, compilation conditions are assumed to hold and don't count. Branches for which `runs` returns `true` don't count.
  func isConditional(
    madeIn frame: Frame, isCompiled: Bool = false, runs: (Frame) -> Bool = { _ in false }
  ) -> Bool {
    self.frame.isConditional(within: [frame], isCompiled: isCompiled, runs: runs)
  }
}
