internal import AppFacts
internal import PolicySyntax

// The values of variables, properties and members.
extension Evaluator {
  /// The value of a name or member.
  func reference(
    _ expression: Expression, in frame: Frame, expecting type: String?, at location: FactLocation
  ) -> Value {
    switch expression.form {
    case .name("self"):
      if let selfCase = caseOfSelf(in: frame) { return Self.value(of: selfCase, at: location) }
      return selfValue ?? .unresolved(at: location)
    case .name(let name):
      if let local = frame.local(name) { return value(of: local, named: name, at: location) }
      if let value = memberOfSelf(name, in: frame, at: location) { return value }
      return properties(
        program.members(name, of: frame.body.types, from: frame.body.file), at: location)
    case .member(nil, let name):
      guard let type, let path = program.type(named: type, in: frame.body.types) else {
        return .unresolved(at: location)
      }
      return member(name, of: path, in: frame, at: location)
    case .member(let base?, let name):
      if isMainBundle(base, in: frame) {
        return bundleMember(name, in: frame, at: location) ?? .unresolved(at: location)
      }
      if name == "self", base.core.path != nil { return .unresolved(at: location) }
      // A member of a type, or of the object itself.
      if let path = base.core.path {
        if path == ["self"] || path == ["Self"], let value = memberOfSelf(name, in: frame, at: location) {
          return value
        }
        if path == ["self"] || path == ["Self"] {
          return properties(
            program.inheritedMembers(name, of: frame.body.types, from: frame.body.file), at: location)
        }
        if path.allSatisfy({ $0.first?.isUppercase ?? false }), frame.local(path[0]) == nil,
          let owner = program.type(named: path.joined(separator: "."), in: frame.body.types)
        {
          return member(name, of: owner, in: frame, at: location)
        }
      }
      if let value = dynamicMember(name, of: base, in: frame, at: location) { return value }
      return member(name, of: base, in: frame, expecting: type, at: location)
    default: return .unresolved(at: location)
    }
  }

  /// The case of `self` in a member of the case's own type.
  private func caseOfSelf(in frame: Frame) -> (value: EnumCase, file: FileIndex)? {
    if let selfCase { return selfCase.value.context.types == frame.body.types ? selfCase : nil }
    return caseOfReceiver(of: frame.body)
  }

  /// A member of `self`; `nil` if the object or case of `self` is unknown, or has no such member.
  private func memberOfSelf(_ name: String, in frame: Frame, at location: FactLocation) -> Value? {
    if let selfCase = caseOfSelf(in: frame) {
      if name == "rawValue" { return rawValue(of: selfCase, at: location).found(.constant) }
      let isMember = program.properties(named: name, of: frame.body.types, from: frame.body.file).contains {
        !($0.context?.isStatic ?? true)
      }
      if isMember { return computed(name, of: selfCase, at: location).found(.constant) }
    }
    if let receiver = receiver(of: frame.body) {
      if let call = receiver.object {
        let value = property(name, of: call, at: location)
        if value.content != nil { return value.found(.constant) }
      }
      if receiver.type != frame.body.types,
        let value = member(name, ofKnown: receiver.type, in: frame, at: location)
      {
        return value
      }
    }
    return isMainBundle(nil, in: frame) ? bundleMember(name, in: frame, at: location) : nil
  }

  private static func value(of enumCase: (value: EnumCase, file: FileIndex), at location: FactLocation)
    -> Value
  {
    var value = Value(content: .string(enumCase.value.name), resolution: .literal, location: location)
    value.enumCase = enumCase
    return value
  }

  // MARK: - Variables

  private func value(of local: Local, named name: String, at location: FactLocation) -> Value {
    switch local.kind {
    case .unknown:
      if !local.alternatives.isEmpty {
        let all = compiled(local.alternatives) { $0.frame.conditions }
        return Self.agreed(all.map { value(of: $0, named: name, at: location) }, at: location)
      }
      guard let element = elements[ObjectIdentifier(local)] else { return .unresolved(at: location) }
      return self.value(element.value, in: element.frame, expecting: local.type)
    case .parameter(let parameter, let body):
      guard local.assignments.isEmpty else { return .unresolved(at: location) }
      return self.parameter(parameter, of: body, at: location)
    case .constant, .variable:
      if let getter = local.getter, getter.count == 1, case .expression(let value)? = getter.first?.form {
        return self.value(value, in: local.frame, expecting: local.type).found(.constant)
      }
      if case .variable = local.kind, local.frame.body.file.changedNames.contains(name) {
        return .unresolved(at: location)
      }
      if let value = local.value {
        guard local.assignments.isEmpty else { return .unresolved(at: location) }
        if case .name(name) = value.core.form {
          // `if let identifier` and `let identifier = identifier` refer to the outer variable.
          guard let outer = local.frame.parent?.local(name), outer !== local else {
            return properties(
              program.members(name, of: local.frame.body.types, from: local.frame.body.file), at: location)
          }
          return self.value(of: outer, named: name, at: location)
        }
        return self.value(value, in: local.frame, expecting: local.type).found(.constant)
      }
      // A constant whose declaration has no value. Code assigns the value once, or once in each of several branches.
      let isNeverEmpty = !(local.type?.hasSuffix("?") ?? true)
      let running =
        local.assignments.count > 1 && isNeverEmpty
        ? local.assignments.filter { !excludes($0.frame) } : local.assignments
      guard running.count == 1, let only = running.first,
        only.frame === local.frame || running.count < local.assignments.count
      else {
        return .unresolved(at: location)
      }
      return self.value(only.value, in: only.frame, expecting: local.type).found(.constant)
    }
  }

  // MARK: - Properties

  /// The value on which properties of the same name agree. For a requirement of a protocol, the values of the implementations count.
  func properties(_ bodies: [Body], at location: FactLocation, _ dispatch: Dispatch = .inherited) -> Value {
    guard let name = bodies.first?.property?.name else { return .unresolved(at: location) }
    let bodies = compiled(program.implemented(bodies) { program.inheritedMembers(name, of: $0, from: $1) }) {
      $0.context?.conditions ?? []
    }
    return Self.agreed(bodies.lazy.map { property($0, at: location, dispatch) }, at: location).found(
      .constant)
  }

  private func property(_ body: Body, at location: FactLocation, _ dispatch: Dispatch) -> Value {
    guard let property = body.property, !(body.context?.isRequirement ?? false) || property.value != nil
    else {
      return .unresolved(at: location)
    }
    // A wrapper such as `@AppStorage` may have another value than the declared value.
    guard !property.isWrapped else { return .unresolved(at: location) }
    guard !isReplaced(body, property, dispatch) else { return .unresolved(at: location) }
    if property.getter != nil {
      guard let only = onlyReturn(of: body.frame.returns) else { return .unresolved(at: location) }
      return value(only.value, in: only.frame, expecting: property.type)
    }
    if let value = property.value {
      guard !isInitialized(body, property) else { return .unresolved(at: location) }
      guard property.isConstant || !program.isAssigned(body) else {
        return .unresolved(at: location)
      }
      return self.value(value, in: body.frame, expecting: property.type)
    }
    // The only assignment, in the initializer.
    let assignments = (program.assignmentsByName[property.name] ?? []).filter {
      $0.frame.body.types == body.types
    }
    guard assignments.count == 1, let only = assignments.first, only.frame.body.function?.name == "init",
      only.frame === only.frame.body.frame, only.sign == "=",
      property.isConstant || (program.assignmentsByName[property.name] ?? []).count == 1
    else { return .unresolved(at: location) }
    return value(only.value, in: only.frame, expecting: property.type)
  }

  /// Whether a subtype may override the property with another value.
  private func isReplaced(_ body: Body, _ property: Property, _ dispatch: Dispatch) -> Bool {
    let type: [String]
    switch dispatch {
    case .exact: return false
    case .inherited: type = body.types
    case .members(let path): type = path
    }
    let others = (program.properties[property.name] ?? []).filter {
      $0 !== body && $0.context?.modifiers.contains("override") ?? false
    }
    guard !others.isEmpty else { return false }
    let heirs = program.heirs.all(of: type, in: program)
    return others.contains { other in heirs.contains { $0.path == other.types } }
  }

  /// Whether an initializer of the type may give a variable another value than the declaration.
  private func isInitialized(_ body: Body, _ property: Property) -> Bool {
    guard !property.isConstant, !property.context.isStatic, let type = body.types.last else { return false }
    return ((program.callsByName[type] ?? []) + (program.callsByName["init"] ?? [])).contains {
      $0[property.name] != nil && ($0.name == type || $0.base == nil)
    }
  }

  // MARK: - Members

  /// A static member of a type: a case of an enumeration, or a property.
  private func member(_ name: String, of path: [String], in frame: Frame, at location: FactLocation) -> Value
  {
    let cases = program.cases(named: name, of: path, from: frame.body.file)
    if let first = cases.first {
      guard cases.count == 1 else { return .unresolved(at: location) }
      return Self.value(of: first, at: location)
    }
    let found = program.inheritedMembers(name, of: path, from: frame.body.file)
    // A named type is the type itself, not a subtype.
    let isOfType = found.allSatisfy { $0.context?.isStatic ?? false }
    return properties(found, at: location, isOfType ? .exact : .inherited)
  }

  /// A member of a value: the raw value of a case, a computed property of a case, or a property of an object that a call makes.
  private func member(
    _ name: String, of base: Expression, in frame: Frame, expecting type: String?, at location: FactLocation
  ) -> Value {
    let owner = value(base, in: frame, expecting: type)
    if let enumCase = owner.enumCase {
      if name == "rawValue" { return rawValue(of: enumCase, at: location).found(.constant) }
      return computed(name, of: enumCase, at: location).found(.constant)
    }
    if name == "value", let number = measurement(base, in: frame) {
      return Value(content: .number(number), resolution: .expression, location: location)
    }
    if let call = owner.object {
      let value = property(name, of: call, at: location)
      if value.content != nil || value.object != nil { return value.found(.constant) }
    }
    // An instance of a type in the sources: the value that every instance has.
    if owner.number != nil { return numeric(name, of: owner, at: location) }
    guard let path = program.type(of: base, in: frame) else { return .unresolved(at: location) }
    return properties(program.inheritedMembers(name, of: path, from: frame.body.file), at: location)
  }

  func rawValue(of enumCase: (value: EnumCase, file: FileIndex), at location: FactLocation) -> Value {
    let body = Body(file: enumCase.file, types: enumCase.value.context.types)
    if let raw = enumCase.value.rawValue { return value(raw, in: body.frame) }
    let inherited = program.inherited(by: enumCase.value.context.types, from: enumCase.file)
    guard inherited.contains("String") else { return .unresolved(at: location) }
    return Value(
      content: .string(enumCase.value.name), resolution: .literal,
      location: body.location(enumCase.value.context.position))
  }

  /// A computed property of a case, whose getter reads `self`.
  private func computed(
    _ name: String, of enumCase: (value: EnumCase, file: FileIndex), at location: FactLocation
  ) -> Value {
    let found = program.properties(named: name, of: enumCase.value.context.types, from: enumCase.file)
    guard found.count == 1, let body = found.first, let getter = body.property?.getter else {
      return .unresolved(at: location)
    }
    var inner = self
    inner.selfCase = enumCase
    if getter.count == 1, case .expression(let value)? = getter.first?.form,
      case .statement(let statement) = value.form,
      let result = inner.branch(statement.form, for: enumCase, in: body)
    {
      return result
    }
    if getter.count == 1, let form = getter.first?.form,
      let result = inner.branch(form, for: enumCase, in: body)
    {
      return result
    }
    guard let only = inner.onlyReturn(of: body.frame.returns) else { return .unresolved(at: location) }
    return inner.value(only.value, in: only.frame, expecting: body.property?.type)
  }

  /// The value of the `switch` over `self` for a case; `nil` for any other statement.
  private func branch(
    _ form: Statement.Form, for enumCase: (value: EnumCase, file: FileIndex), in body: Body
  ) -> Value? {
    guard case .select(let subject, let cases) = form, subject.core.path == ["self"] else { return nil }
    let name = enumCase.value.name
    let chosen = cases.first { one in
      one.patterns.isEmpty || one.patterns.contains { $0 == ".\(name)" || $0.hasSuffix(".\(name)") }
    }
    guard let chosen, chosen.body.count == 1 else { return nil }
    switch chosen.body[0].form {
    case .expression(let value), .return(let value?):
      return self.value(value, in: body.frame, expecting: body.property?.type)
    default: return nil
    }
  }

  /// A property of the object that a call makes: the argument of the same name.
  func property(_ name: String, of call: Call, at location: FactLocation) -> Value {
    guard let path = type(madeBy: call) else { return .unresolved(at: location) }
    let initializers = program.functions(named: "init", of: path, from: call.frame.body.file)
    let stored = program.properties(named: name, of: path, from: call.frame.body.file)
    guard stored.count == 1, let body = stored.first, let property = body.property, property.getter == nil,
      property.isConstant || initializers.isEmpty && !program.isAssigned(body)
    else {
      // Other code may give the property another value.
      return .unresolved(at: location)
    }
    if initializers.isEmpty {
      if let argument = call[name] { return value(argument, in: call.frame, expecting: property.type) }
      // The memberwise initializer gives the property its declared value.
      guard let declared = property.value else { return .unresolved(at: location) }
      return value(declared, in: body.frame, expecting: property.type)
    }
    // The initializer has to store the argument unchanged.
    let keeps = initializers.filter { body in
      (program.assignmentsByName[name] ?? []).contains {
        $0.frame === body.frame && $0.value.core.path == [name] && $0.target.core.path == ["self", name]
      }
    }
    guard keeps.count == 1, initializers.count == 1 else { return .unresolved(at: location) }
    if let argument = call[name] { return value(argument, in: call.frame, expecting: property.type) }
    let parameters = keeps[0].function?.parameters ?? []
    guard call.bindings(to: parameters) != nil,
      let declared = parameters.first(where: { $0.name == name })?.defaultValue
    else { return .unresolved(at: location) }
    return value(declared, in: keeps[0].frame, expecting: property.type)
  }

  private func type(madeBy call: Call) -> [String]? {
    program.type(of: call.expression, in: call.frame)
  }
}
