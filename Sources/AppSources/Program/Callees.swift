internal import AppFacts

// The functions that calls run, and the calls that run functions.
extension Program {
  /// The functions that a call may run; empty if no function matches, or if the receiver is unknown.
  func callees(of call: Call, depth: Int = 0) -> [Body] {
    guard depth < 6, budget.take() else { return [] }
    if let known = knownCallees[ObjectIdentifier(call)] { return known }
    func fitting(_ bodies: [Body]) -> [Body] {
      guard budget.take(Self.stepsOfComparison * bodies.count) else { return [] }
      return call.ofItsKind(bodies.filter { $0.function.map { call.fits($0.parameters) } ?? false })
    }
    let found = implemented(fitting(candidates(of: call, depth: depth))) { path, file in
      fitting(methods(call.name, of: path, from: file))
    }
    // The result of a nested look-up is not kept, because the look-up may have ended at the depth limit.
    if depth == 0 { knownCallees[ObjectIdentifier(call)] = found }
    return found
  }

  /// Whether a call certainly runs a function of the sources, and no function of the system with the same
  /// name.
  ///
  /// A method that an extension adds to a type of the system under a compilation condition is not in every build that has the call.
  func runsOwnFunction(_ call: Call) -> Bool {
    callees(of: call).contains { body in
      let declarations = declarations(of: body.types, from: body.file)
      let isOfSystem = declarations.allSatisfy { $0.value.kind == .extension }
      return body.types.isEmpty || !isOfSystem
        || Set(call.frame.conditions).isSuperset(of: body.frame.conditions)
    }
  }

  /// The steps that it takes to compare the arguments of a call with the parameters of a function.
  private static let stepsOfComparison = 8

  private func candidates(of call: Call, depth: Int) -> [Body] {
    let body = call.frame.body
    guard let base = call.base else {
      if call.isImplicitMember { return implicit(call, depth: depth) }
      if call.frame.local(call.name) != nil { return [] }
      let named = functions[call.name] ?? []
      for frame in call.frame.chain {
        guard budget.take(named.count) else { return [] }
        let nested = named.filter { $0.outer === frame }
        if !nested.isEmpty { return nested }
      }
      if call.name == "Self", !body.types.isEmpty { return initializers(of: body.types, from: body.file) }
      if call.name.first?.isUppercase ?? false, let type = type(named: call.name, in: body.types) {
        return initializers(of: type, from: body.file)
      }
      for count in stride(from: body.types.count, through: 0, by: -1) {
        let found = methods(call.name, of: Array(body.types[..<count]), from: body.file)
        if !found.isEmpty { return found }
      }
      return []
    }
    if let path = base.core.path, call.name.first?.isUppercase ?? false,
      let type = type(named: (path + [call.name]).joined(separator: "."), in: body.types)
    {
      return initializers(of: type, from: body.file)
    }
    if let owner = type(of: base, in: call.frame, depth: depth + 1) {
      return call.name == "init"
        ? initializers(of: owner, from: body.file) : methods(call.name, of: owner, from: body.file)
    }
    return []
  }

  /// The functions of a call such as `.init(…)`, if the context of the call determines a type.
  private func implicit(_ call: Call, depth: Int) -> [Body] {
    guard let owner = typeOfPlace(of: call.expression, in: call.frame, depth: depth) else { return [] }
    let file = call.frame.body.file
    return call.name == "init"
      ? initializers(of: owner, from: file) : methods(call.name, of: owner, from: file)
  }

  /// The type that the context of an expression determines, for implicit members; `nil` if the sources do not declare the type.
  func typeOfPlace(of expression: Expression, in frame: Frame, depth: Int = 0) -> [String]? {
    let name: String?
    switch sinks[ObjectIdentifier(expression)] {
    case .local(let local): name = local.type
    case .property(let property, _): name = property.type
    case .returned(let frame):
      let body = frame.body
      name = frame === body.frame ? body.function?.returnType ?? body.property?.type : nil
    case .argument(let outer, let index):
      let argument = outer.arguments[index]
      let types = callees(of: outer, depth: depth + 1).map { body in
        let parameters = body.function?.parameters ?? []
        let key = outer.bindings(to: parameters)?.first { $0.value === argument.value }?.key
        return parameters.first { $0.name == key }?.type
      }
      let isConfiguration =
        argument.label == "configuration" && SessionMakings.sessionTypes.contains(outer.name)
      name = types.count == 1 ? types[0] : types.isEmpty && isConfiguration ? "URLSessionConfiguration" : nil
    default: name = nil
    }
    return name.flatMap { type(named: $0, in: frame.body.types) }
  }

  /// The methods of a type with a name; if the type has no such methods, the methods of its superclasses and protocols.
  func methods(_ name: String, of path: [String], from file: FileIndex) -> [Body] {
    nearest(of: path, from: file) { functions(named: name, of: $0, from: file) }
  }

  /// The parameter that receives an argument of a call; `nil` unless the call can run only one function of the sources.
  func parameter(for index: Int, of call: Call) -> Local? {
    let callees = callees(of: call)
    guard callees.count == 1, let body = callees.first,
      let bindings = call.bindings(to: body.function?.parameters ?? [])
    else { return nil }
    let argument = call.arguments[index].value
    return bindings.first { $0.value === argument }.flatMap { body.frame.parameter($0.key) }
  }

  /// The property that a memberwise initializer sets to an argument of a call; `nil` if the call does not run a memberwise initializer.
  func memberwiseProperty(for index: Int, of call: Call) -> Body? {
    guard call.base == nil, call.name.first?.isUppercase ?? false, let label = call.arguments[index].label,
      let owner = type(named: call.name, in: call.frame.body.types),
      initializers(of: owner, from: call.frame.body.file).isEmpty
    else { return nil }
    let found = properties(named: label, of: owner, from: call.frame.body.file)
    guard found.count == 1, let property = found[0].property, property.getter == nil,
      !property.context.isStatic
    else { return nil }
    return found[0]
  }

  /// The calls that run a function; `nil` if other calls may exist: the function is passed on as a value, or the receiver of a call is
  /// unknown.
  func callers(of body: Body) -> [Call]? {
    guard let function = body.function else { return nil }
    if mentions[function.name] != nil, function.name != "init" { return nil }
    let name = function.name == "init" ? body.types.last ?? "" : function.name
    var callers: [Call] = []
    var candidates = callsByName[name] ?? []
    if function.name == "init" {
      // Subclasses inherit initializers, and call them.
      for heir in heirs.names(below: body.types, in: self).sorted() { candidates += callsByName[heir] ?? [] }
      candidates += (callsByName["init"] ?? []) + (callsByName["Self"] ?? [])
    }
    if let name = function.nameInSwift {
      if mentions[name] != nil { return nil }
      candidates += callsByName[name] ?? []
    }
    guard budget.take(candidates.count) else { return nil }
    for call in candidates where call.fits(function.parameters) {
      let found = callees(of: call)
      if found.contains(where: { $0 === body }) {
        guard found.count == 1 else { return nil }
        callers.append(call)
      } else if found.isEmpty, function.name != "init", call.base != nil || function.context.types.isEmpty,
        !isForeign(call)
      {
        // The receiver is unknown: the call may run this function.
        return nil
      } else if found.isEmpty, function.name == "init", call.isImplicitMember, !call.arguments.isEmpty {
        // The type is unknown.
        return nil
      }
    }
    return callers
  }

  /// Whether a call with an unknown receiver may run a function.
  func hasUnknownCallers(_ body: Body) -> Bool {
    guard let function = body.function, function.name != "init" else { return false }
    let names = Set([function.name, function.nameInSwift].compactMap(\.self))
    return names.flatMap { callsByName[$0] ?? [] }.contains { call in
      call.base != nil && call.fits(function.parameters) && callees(of: call).isEmpty && !isForeign(call)
    }
  }

  /// Whether an expression with an unknown receiver may be a use of a property.
  func hasUnknownUses(_ body: Body) -> Bool {
    guard let name = body.property?.name else { return false }
    return (uses[name] ?? []).contains { use in
      guard case .member(let base?, _) = use.expression.core.form else { return false }
      if let first = base.core.path?.first, first.first?.isUppercase ?? false,
        type(named: first, in: use.frame.body.types) == nil
      {
        return false
      }
      return type(of: base, in: use.frame) == nil
    }
  }

  /// Whether the receiver of a call is certainly declared outside of the sources.
  private func isForeign(_ call: Call) -> Bool {
    guard let base = call.base else { return false }
    if let owner = type(of: base, in: call.frame) { return !owner.isEmpty }
    if let path = base.core.path, let first = path.first, first.first?.isUppercase ?? false {
      return type(named: first, in: call.frame.body.types) == nil
    }
    return false
  }
}

extension Call {
  /// The bodies that fit the receiver if there are several: static methods for a type, instance methods for an object.
  fileprivate func ofItsKind(_ bodies: [Body]) -> [Body] {
    guard bodies.count > 1 else { return bodies }
    let isInType = frame.body.context?.isStatic ?? false
    let path = base?.core.path
    let isOnType = base == nil || path == ["self"] ? isInType : path?.last?.first?.isUppercase ?? false
    let fitting = bodies.filter { $0.context?.isStatic ?? false == isOnType }
    return fitting.isEmpty ? bodies : fitting
  }

  /// Whether the arguments fit the parameters of a function.
  func fits(_ parameters: [Parameter]) -> Bool { bindings(to: parameters) != nil }

  /// The arguments, by the name of the parameter in the function's body; `nil` if the arguments do not fit.
  func bindings(to parameters: [Parameter]) -> [String: Expression]? {
    var bindings: [String: Expression] = [:]
    var rest = parameters[...]
    for argument in arguments {
      var isBound = false
      while let parameter = rest.first {
        let fits =
          argument.isTrailing && argument.label == nil
          ? parameter.type.map { $0.contains("->") || !$0.contains("<") && rest.count == 1 } ?? true
          : argument.label == parameter.label
            || argument.label != nil && argument.label == parameter.labelInSwift
        if fits {
          bindings[parameter.name] = argument.value
          // More arguments without a label belong to a variadic parameter.
          if parameter.type?.hasSuffix("...") ?? false {} else { rest.removeFirst() }
          isBound = true
          break
        }
        guard
          parameter.defaultValue != nil || parameter.type?.hasSuffix("...") ?? false
            || parameter.type?.contains("->") ?? false && parameter.type?.hasSuffix("?") ?? false
        else { return nil }
        rest.removeFirst()
      }
      if !isBound { return nil }
    }
    let isMissing = rest.contains { $0.defaultValue == nil && !($0.type?.hasSuffix("...") ?? false) }
    return isMissing ? nil : bindings
  }
}
