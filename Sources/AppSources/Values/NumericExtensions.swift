internal import AppFacts

/// Units of time that an app adds to numbers: `30.minutes`, `2.days()`, `.hours(4)`.
extension Evaluator {
  private static let numericTypes: Set<String> = [
    "Int", "Double", "TimeInterval", "Float", "Numeric", "BinaryInteger", "BinaryFloatingPoint",
    "SignedInteger",
  ]

  /// A property or method without parameters that an extension adds to a number.
  func numeric(_ name: String, of number: Value, at location: FactLocation) -> Value {
    let found = ((program.properties[name] ?? []) + (program.functions[name] ?? [])).filter { body in
      body.types.count == 1 && Self.numericTypes.contains(body.types[0]) && !(body.context?.isStatic ?? false)
        && body.function?.parameters.isEmpty ?? (body.property?.getter != nil)
    }
    return result(of: found, at: location) { $0.selfValue = number }
  }

  /// The seconds of `Measurement(value: 2, unit: UnitDuration.hours).converted(to: .seconds)`.
  func measurement(_ expression: Expression, in frame: Frame) -> Double? {
    guard let conversion = program.callsByExpression[ObjectIdentifier(expression.core)],
      conversion.name == "converted", conversion["to"]?.core.lastName == "seconds", let base = conversion.base
    else { return nil }
    var core = base.core
    var frame = frame
    if case .name(let name) = core.form, let local = frame.local(name), local.assignments.isEmpty,
      let value = local.value
    {
      (core, frame) = (value.core, local.frame)
    }
    guard let call = program.callsByExpression[ObjectIdentifier(core)], call.name == "Measurement",
      let number = call["value"].flatMap({ value($0, in: frame).number }),
      let unit = call["unit"]?.core.lastName,
      let length = ["seconds": 1.0, "minutes": 60, "hours": 3600][unit]
    else { return nil }
    return number * length
  }

  /// The value of a call that makes an interval of a unit; `nil` for any other call.
  func interval(of call: Call, in frame: Frame, at location: FactLocation) -> Value? {
    if let base = call.base, call.arguments.isEmpty {
      let number = value(base, in: frame)
      return number.number == nil ? nil : numeric(call.name, of: number, at: location)
    }
    let isImplicit: Bool
    switch call.expression.form {
    case .call(let callee, _):
      if case .member(nil, _) = callee.core.form {
        isImplicit = true
      } else {
        isImplicit = call.base?.core.path.map { $0.count == 1 && Self.numericTypes.contains($0[0]) } ?? false
      }
    default: isImplicit = false
    }
    guard isImplicit, call.arguments.count == 1 else { return nil }
    let found = (program.functions[call.name] ?? []).filter { body in
      body.types.count == 1 && Self.numericTypes.contains(body.types[0]) && body.context?.isStatic ?? false
        && call.fits(body.function?.parameters ?? [])
    }
    guard !found.isEmpty else { return nil }
    return Self.agreed(
      found.map { body in result(of: [body], at: location) { $0.callers[ObjectIdentifier(body)] = call } },
      at: location)
  }

  /// The value that all bodies return.
  private func result(of bodies: [Body], at location: FactLocation, _ bind: (inout Evaluator) -> Void)
    -> Value
  {
    var inner = self
    bind(&inner)
    let values = bodies.map { body -> Value in
      guard let only = onlyReturn(of: body.frame.returns) else { return .unresolved(at: location) }
      return inner.value(only.value, in: only.frame)
    }
    return Self.agreed(values, at: location).found(.expression)
  }
}
