internal import AppFacts
internal import PolicySyntax
internal import Quantities

// The values of expressions for dates.
extension Evaluator {
  /// The value of an expression for a date, as the seconds from now; `null` for `nil`. A time of day is unresolved.
  func seconds(_ expression: Expression, in frame: Frame) -> Value {
    let value = interval(expression, in: frame)
    return value.string == nil ? value : .unresolved(at: value.location)
  }

  /// The value of an expression for a date, as the seconds from now, or as a time of day such as `03:00`; `null` for `nil`.
  func interval(_ expression: Expression, in frame: Frame, depth: Int = 0) -> Value {
    let core = expression.core
    let location = frame.body.location(core.position)
    guard depth < 8 else { return .unresolved(at: location) }
    func seconds(_ value: Value) -> Value {
      guard value.number != nil else { return .unresolved(at: location) }
      return value
    }
    func isNow(_ expression: Expression?) -> Bool {
      guard let expression else { return false }
      return interval(expression, in: frame, depth: depth + 1).number == 0
    }
    switch core.form {
    case .null: return Value(content: .null, resolution: .literal, location: location)
    case .member(let base, "now") where base == nil || base?.core.path == ["Date"]: return now(at: location)
    case .binary(let sign, let left, let right) where sign == "+" || sign == "-":
      guard isNow(left) else { return .unresolved(at: location) }
      var value = seconds(self.value(right, in: frame))
      if sign == "-", let number = value.number { value.content = .number(-number) }
      return value
    case .binary("??", let left, _):
      let value = interval(left, in: frame, depth: depth + 1)
      return value.content == .null ? .unresolved(at: location) : value
    case .call: break
    case .ternary(_, let first, let second):
      return Self.agreed(
        [interval(first, in: frame, depth: depth + 1), interval(second, in: frame, depth: depth + 1)],
        at: location)
    default:
      // A name leads to the expression of its constant.
      guard let origin = origin(of: core, in: frame) else { return .unresolved(at: location) }
      var inner = self
      if let caller = origin.caller { inner.callers[ObjectIdentifier(caller.body)] = caller.call }
      return inner.interval(origin.expression, in: origin.frame, depth: depth + 1).found(origin.way)
    }
    guard let call = program.callsByExpression[ObjectIdentifier(core)] else {
      return .unresolved(at: location)
    }
    let first = call.arguments.first?.value
    switch (call.name, call.labels) {
    case ("Date", []), ("NSDate", []): return now(at: location)
    case ("Date", ["timeIntervalSinceNow"]), ("NSDate", ["timeIntervalSinceNow"]),
      ("init", ["timeIntervalSinceNow"]):
      return first.map { seconds(value($0, in: frame)) } ?? .unresolved(at: location)
    case ("Date", ["timeInterval", "since"]), ("init", ["timeInterval", "since"]):
      guard isNow(call["since"]), let first else { return .unresolved(at: location) }
      return seconds(value(first, in: frame))
    case ("addingTimeInterval", ["_"]), ("advanced", ["by"]):
      guard isNow(call.base), let first else { return .unresolved(at: location) }
      return seconds(value(first, in: frame))
    case ("date", ["byAdding", "value", "to"]):
      guard isNow(call["to"]), let unit = call["byAdding"]?.core.lastName, let count = call["value"],
        let length = [
          "second": 1.0, "minute": 60, "hour": 3600, "day": TimeSpan.secondsPerDay,
          "weekOfYear": 7 * TimeSpan.secondsPerDay,
        ][unit],
        let number = value(count, in: frame).number
      else { return .unresolved(at: location) }
      return Value(content: .number(number * length), resolution: .expression, location: location)
    case ("nextDate", _), ("date", ["bySettingHour", "minute", "second", "of"]), ("startOfDay", ["for"]):
      return clockTime(of: call, in: frame, at: location) { interval($0, in: frame, depth: depth + 1) }
    default:
      if isClock(call) { return now(at: location) }
      let callees = program.callees(of: call)
      guard callees.count == 1, let body = callees.first, body.function?.name != "init",
        let only = onlyReturn(of: body.frame.returns)
      else { return .unresolved(at: location) }
      var inner = self
      inner.callers[ObjectIdentifier(body)] = call
      return inner.interval(only.value, in: only.frame, depth: depth + 1).found(.constant)
    }
  }

  private func now(at location: FactLocation) -> Value {
    Value(content: .number(0), resolution: .literal, location: location)
  }

  /// The expression of the constant that a name refers to.
  private func origin(
    of expression: Expression, in frame: Frame
  ) -> (expression: Expression, frame: Frame, way: FactValue.Resolution, caller: (body: Body, call: Call)?)? {
    if case .name(let name) = expression.form, let local = frame.local(name) {
      if case .parameter(let parameter, let body) = local.kind {
        guard
          let call = callers[ObjectIdentifier(body)]
            ?? program.callers(of: body).flatMap({ $0.count == 1 ? $0[0] : nil }),
          let bindings = call.bindings(to: body.function?.parameters ?? [])
        else { return nil }
        if let argument = bindings[name] { return (argument, call.frame, .parameter, nil) }
        return parameter.defaultValue.map { ($0, body.frame, .parameter, nil) }
      }
      guard local.assignments.isEmpty, let value = local.value else { return nil }
      if case .name(name) = value.core.form { return nil }
      return (value, local.frame, .constant, nil)
    }
    guard let body = program.property(of: expression, in: frame), let property = body.property else {
      return nil
    }
    if property.getter != nil {
      guard let only = onlyReturn(of: body.frame.returns) else { return nil }
      return (only.value, only.frame, .constant, nil)
    }
    // A stored date is computed when its object is made, not when the request is made.
    return nil
  }
}
