internal import AppFacts
internal import PolicySyntax

/// Calls, and the parameters of the functions that they run.
extension Evaluator {
  /// The types of the standard library that a text or number is converted to.
  private static let conversions: Set<String> = [
    "String", "TimeInterval", "Double", "Int", "Int32", "Int64", "UInt", "UInt64", "Float", "CGFloat",
    "NSNumber",
    "NSString",
  ]

  /// The value of a call: the result of a function of the standard library or of the sources, or the object that the call makes.
  func call(
    _ expression: Expression, in frame: Frame, expecting type: String?, at location: FactLocation
  ) -> Value {
    guard let call = program.callsByExpression[ObjectIdentifier(expression)] else {
      return .unresolved(at: location)
    }
    if case .call(let callee, _) = expression.form, case .closure(let closure) = callee.core.form {
      return only(of: program.closures[ObjectIdentifier(closure)]?.returns ?? [], at: location)
    }
    if let text = localizedText(of: call, in: frame, at: location) { return text }
    if call.isImplicitMember, call.name == "init", call.arguments.count == 1, let only = call.arguments.first,
      only.label == nil, let type, ["TimeInterval", "Double", "Int"].contains(Program.plain(type))
    {
      let inner = value(only.value, in: frame)
      return inner.number == nil ? .unresolved(at: location) : inner
    }
    if Self.conversions.contains(
      call.name),
      call.base == nil, call.arguments.count == 1, let only = call.arguments.first
    {
      if only.label == "describing", let name = program.typeName(only.value, in: frame) {
        return Value(content: .string(name), resolution: .expression, location: location)
      }
      guard [nil, "value", "integerLiteral", "string"].contains(only.label) else {
        return .unresolved(at: location)
      }
      let inner = value(only.value, in: frame)
      switch (call.name, inner.content) {
      case ("String", .string), ("NSString", .string), ("NSNumber", .bool): return inner
      case (_, .number)
      where call.name != "String"
        && (!call.name.contains("Int") || call.name == "TimeInterval"
          || inner.number == inner.number?.rounded(.towardZero)):
        return inner
      default: return .unresolved(at: location, pattern: inner.pattern)
      }
    }
    if call.name == "object", call.labels == ["forInfoDictionaryKey"], isMainBundle(call.base, in: frame),
      let key = call.arguments.first, value(key.value, in: frame).string == "CFBundleIdentifier"
    {
      return bundleIdentifier(at: location)
    }
    if let text = text(of: call, in: frame, at: location) { return text }
    if call.name == "appending", call.arguments.count == 1, let base = call.base,
      let suffix = call.arguments.first, suffix.label == nil
    {
      return binary("+", base, suffix.value, in: frame, expecting: nil, at: location)
    }
    if let value = extremum(of: call, in: frame, at: location) { return value }
    if let value = interval(of: call, in: frame, at: location) { return value }
    if let enumCase = payloadCase(of: call, in: frame, expecting: type) {
      var value = Value.unresolved(at: location)
      (value.enumCase, value.object) = (enumCase, call)
      return value
    }
    let callees = program.callees(of: call)
    if callees.count == 1, let body = callees.first, let function = body.function, function.name != "init" {
      // A function that the app may replace in a subclass has no single value.
      guard let only = onlyReturn(of: body.frame.returns),
        !(program.functions[function.name] ?? []).contains(where: {
          $0.context?.modifiers.contains("override") ?? false
        })
      else { return .unresolved(at: location) }
      var inner = self
      inner.callers[ObjectIdentifier(body)] = call
      inner.isInMainBundle = isMainBundle(call.base, in: frame)
      if let base = call.base, let path = program.type(of: base, in: frame), path == body.types {
        inner.selfCase = value(base, in: frame).enumCase
      }
      var value = inner.value(only.value, in: only.frame, expecting: function.returnType).found(.constant)
      // With arguments, the place of the value is the call, not the function.
      if !call.arguments.isEmpty { value.location = location }
      return value
    }
    var object = Value.unresolved(at: location)
    object.object = call
    return object
  }

  /// The value of `max(a, b)` or `min(a, b)` of numbers that are known; `nil` for another call.
  private func extremum(of call: Call, in frame: Frame, at location: FactLocation) -> Value? {
    guard call.base == nil, call.name == "max" || call.name == "min", call.arguments.count > 1,
      call.arguments.allSatisfy({ $0.label == nil && !$0.isTrailing })
    else { return nil }
    let numbers = call.arguments.compactMap { value($0.value, in: frame).number }
    guard numbers.count == call.arguments.count, program.functions[call.name] == nil,
      let number = call.name == "max" ? numbers.max() : numbers.min()
    else { return nil }
    return Value(content: .number(number), resolution: .expression, location: location)
  }

  /// The case with a payload that a call such as `.processing(power: true)` makes.
  private func payloadCase(of call: Call, in frame: Frame, expecting type: String?) -> (
    value: EnumCase, file: FileIndex
  )? {
    guard program.cases[call.name] != nil else { return nil }
    let name = call.isImplicitMember ? type : call.base?.core.path?.joined(separator: ".")
    guard let name, let path = program.type(named: name, in: frame.body.types) else { return nil }
    let found = program.cases(named: call.name, of: path, from: frame.body.file)
    return found.count == 1 ? found.first : nil
  }

  // MARK: - Parameters

  /// The value of a parameter: the argument of the assumed call, or the value that all calls pass.
  func parameter(_ parameter: Parameter, of body: Body, at location: FactLocation) -> Value {
    if let call = callers[ObjectIdentifier(body)] {
      return argument(parameter, of: body, in: call).found(.parameter)
    }
    guard hops < 2, let calls = program.callers(of: body), !calls.isEmpty else {
      return .unresolved(at: location)
    }
    var next = self
    next.hops += 1
    return Self.agreed(calls.map { next.argument(parameter, of: body, in: $0) }, at: location).found(
      .parameter)
  }

  private func argument(_ parameter: Parameter, of body: Body, in call: Call) -> Value {
    guard let bindings = call.bindings(to: body.function?.parameters ?? []) else {
      return .unresolved(at: call.location)
    }
    if let argument = bindings[parameter.name] {
      var outside = self
      // A recursive call says nothing about the parameter.
      guard call.frame.body !== body else { return .unresolved(at: call.location) }
      outside.callers[ObjectIdentifier(body)] = nil
      // The name of the type belongs to the function's scope, not to the call's scope.
      let type = parameter.type.map { program.type(named: $0, in: body.types)?.joined(separator: ".") ?? $0 }
      return outside.value(argument, in: call.frame, expecting: type)
    }
    guard let value = parameter.defaultValue else { return .unresolved(at: call.location) }
    return self.value(value, in: body.frame, expecting: parameter.type)
  }
}
