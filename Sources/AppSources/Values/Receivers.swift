internal import AppFacts

/// The types to whose members a name may refer.
enum Dispatch {
  /// The type that declares the members, and the types that inherit them.
  case inherited
  /// A type and its subtypes.
  case members(of: [String])
  /// Only the type that declares the members.
  case exact
}

/// The objects and types whose members code uses, as far as a call or a list shows the object or type.
extension Evaluator {
  /// An object or type: the path of the type, and the call that makes the object, if the call is known.
  typealias Receiver = (type: [String], object: Call?)

  /// The object or type that `self` is in a body, for the assumed call of the body; `nil` if no call is assumed.
  func receiver(of body: Body) -> Receiver? {
    guard depth < 12, !body.types.isEmpty, let call = callers[ObjectIdentifier(body)] else { return nil }
    var outside = self
    outside.depth += 1
    outside.callers[ObjectIdentifier(body)] = nil
    let caller = call.frame.body
    switch call.base?.core.form {
    case nil, .name("self")?, .name("Self")?:
      guard caller.types == body.types || isHeir(caller.types, of: body.types) else { return nil }
      return outside.receiver(of: caller) ?? (caller.types, nil)
    case .name("super")?: return (caller.types, nil)
    default:
      guard let base = call.base, let found = outside.receiver(base, in: call.frame),
        found.type == body.types || isHeir(found.type, of: body.types)
      else { return nil }
      return found
    }
  }

  /// The case that `self` is in a body, for the assumed call of the body.
  func caseOfReceiver(of body: Body) -> (value: EnumCase, file: FileIndex)? {
    guard depth < 12, !body.types.isEmpty, let call = callers[ObjectIdentifier(body)] else { return nil }
    var outside = self
    outside.depth += 1
    outside.callers[ObjectIdentifier(body)] = nil
    let found: (value: EnumCase, file: FileIndex)?
    switch call.base?.core.form {
    case nil, .name("self")?: found = outside.caseOfReceiver(of: call.frame.body)
    default: found = call.base.flatMap { outside.value($0, in: call.frame).enumCase }
    }
    return found?.value.context.types == body.types ? found : nil
  }

  private func isHeir(_ path: [String], of type: [String]) -> Bool {
    program.heirs.all(of: type, in: program).contains { $0.path == path }
  }

  /// The object or type to which an expression refers; `nil` if the type is not known.
  private func receiver(_ expression: Expression, in frame: Frame) -> Receiver? {
    guard depth < 12 else { return nil }
    var inner = self
    inner.depth += 1
    switch expression.core.form {
    case .name(let name):
      if let local = frame.local(name) {
        if let given = given(local) {
          if case .parameter(_, let body) = local.kind { inner.callers[ObjectIdentifier(body)] = nil }
          return inner.receiver(given.value, in: given.frame)
        }
      }
    case .member(let type?, "self"):
      return program.type(of: type, in: frame).map { ($0, nil) }
    case .call(_, let arguments):
      if program.callsByExpression[ObjectIdentifier(expression.core)]?.name == "type", arguments.count == 1,
        arguments[0].label == "of"
      {
        return inner.receiver(arguments[0].value, in: frame).map { ($0.type, nil) }
      }
    default: break
    }
    let object = inner.value(expression, in: frame).object
    if let object, let type = program.type(of: object.expression, in: object.frame) { return (type, object) }
    return program.type(of: expression, in: frame).map { ($0, nil) }
  }

  /// The value of a variable in the assumed way in which the code runs: the element of a round, or the argument of a call.
  func given(_ local: Local) -> (value: Expression, frame: Frame)? {
    if let element = elements[ObjectIdentifier(local)] { return element }
    guard case .parameter(let parameter, let body) = local.kind, let call = callers[ObjectIdentifier(body)],
      let argument = call.bindings(to: body.function?.parameters ?? [])?[parameter.name]
    else { return nil }
    return (argument, call.frame)
  }

  /// A member of the type of an object, or of an element of a list; `nil` for any other expression, and if the type has no such member.
  func dynamicMember(_ name: String, of base: Expression, in frame: Frame, at location: FactLocation)
    -> Value?
  {
    let isElement: Bool
    switch base.core.form {
    case .name(let text): isElement = frame.local(text).flatMap(given) != nil
    case .call(let callee, _):
      isElement = callee.core.path == ["type"] || callee.core.path == ["Swift", "type"]
    default: isElement = false
    }
    guard isElement, value(base, in: frame).enumCase == nil, let receiver = receiver(base, in: frame) else {
      return nil
    }
    if let call = receiver.object {
      let value = property(name, of: call, at: location)
      if value.content != nil { return value.found(.constant) }
    }
    return member(name, ofKnown: receiver.type, in: frame, at: location)
  }

  /// A member of a known type. An implementation wins over the requirement of a protocol. `nil` if the type has no such member.
  func member(_ name: String, ofKnown type: [String], in frame: Frame, at location: FactLocation) -> Value? {
    let found = program.inheritedMembers(name, of: type, from: frame.body.file)
    let implemented = found.filter { !$0.isRequirement }
    return found.isEmpty
      ? nil : properties(implemented.isEmpty ? found : implemented, at: location, .members(of: type))
  }
}
