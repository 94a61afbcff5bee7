internal import AppFacts

/// The bodies that nothing in the sources refers to.
///
/// The analysis compares names only, whatever declares them, so that code counts as dead only if nothing can refer to it. The code of a
/// protocol is dead if nothing refers to any type that adopts the protocol. Members that the
/// system, Objective-C or another module may use are never dead: requirements of protocols, overrides, public members, methods of types
/// with a superclass or protocol that the sources do not declare, apart from the own methods of an app's delegate.
struct Liveness {
  private var dead: Set<ObjectIdentifier> = []

  init(_ program: Program) {
    let requirements = Set(
      program.bodies.filter { $0.context?.isRequirement ?? false }.compactMap {
        $0.function?.name ?? $0.property?.name
      })
    var types = EnclosingTypes(program)
    var waiting: [String: [Body]] = [:]
    var known: Set<String> = []
    var alive: [Body] = []
    var adoptions = Adoptions(program)
    for body in program.bodies where body.outer == nil {
      var names: Set<String>
      if let hidden = types.namesOfHiddenTypes(around: body) {
        // The system calls the members of a hidden type, but only on an object that the sources create.
        names = hidden
      } else if Self.isRoot(body, program, requirements, &types) {
        names = []
      } else {
        // `.init(…)` need not name the type whose extension has the initializer.
        names = Self.names(of: body, &types)
      }
      if let adoption = adoptions.name(for: body, &types) { names.insert(adoption) }
      if names.isEmpty { alive.append(body) }
      for name in names { waiting[name, default: []].append(body) }
    }
    // The names in declarations of types and cases, such as superclasses, are in use.
    var aliases: [String: Set<String>] = adoptions.byType
    for file in program.files {
      for type in file.types { known.formUnion(type.context.identifiers) }
      for one in file.cases { known.formUnion(one.context.identifiers.subtracting([one.name])) }
      for alias in file.aliases { aliases[alias.name, default: []].formUnion(alias.identifiers) }
    }
    known.formUnion(LookedUpNames.all(in: program))
    var namesInSwift: [String: Set<String>] = [:]
    for body in program.bodies {
      guard let function = body.function, let name = function.nameInSwift else { continue }
      namesInSwift[name, default: []].insert(function.name)
    }
    var missing: [ObjectIdentifier: Set<String>] = [:]
    for (name, bodies) in waiting {
      for body in bodies { missing[ObjectIdentifier(body), default: []].insert(name) }
    }
    var names = Array(known)
    var isAlive = Set(alive.map { ObjectIdentifier($0) })
    while true {
      while let name = names.popLast() {
        var others = (namesInSwift[name] ?? []).union(aliases[name] ?? [])
        // The storage of a property with a wrapper mentions the property.
        if name.hasPrefix("_") { others.insert(String(name.dropFirst())) }
        for other in others where known.insert(other).inserted { names.append(other) }
        for body in waiting.removeValue(forKey: name) ?? [] {
          missing[ObjectIdentifier(body)]?.remove(name)
          if missing[ObjectIdentifier(body)]?.isEmpty ?? true, isAlive.insert(ObjectIdentifier(body)).inserted
          {
            alive.append(body)
          }
        }
      }
      guard let body = alive.popLast() else { break }
      // A type's name inside its own members does not count as a use of the type.
      let identifiers = (body.context?.identifiers ?? []).subtracting(body.types)
      let mentioned = body.context == nil ? body.file.statementNames : identifiers
      for name in mentioned where known.insert(name).inserted { names.append(name) }
    }
    for body in program.bodies where body.outer == nil && !isAlive.contains(ObjectIdentifier(body)) {
      dead.insert(ObjectIdentifier(body))
    }
  }

  func isLive(_ body: Body) -> Bool {
    var body = body
    while let outer = body.outer { body = outer.body }
    return !dead.contains(ObjectIdentifier(body))
  }

  /// The names that all have to be in use for a body to be in use: the body's name, and the names of the enclosing types.
  private static func names(of body: Body, _ types: inout EnclosingTypes) -> Set<String> {
    var names = Set(body.types.filter { types.hasToBeNamed($0) })
    if let function = body.function, function.name != "init" { names.insert(function.name) }
    if let property = body.property, !isStored(property, body) { names.insert(property.name) }
    return names
  }

  /// Whether the initial value of a property is evaluated for each object of its type, whoever mentions the property.
  private static func isStored(_ property: Property, _ body: Body) -> Bool {
    !body.types.isEmpty && property.context.functions.isEmpty && property.value != nil
      && property.getter == nil && !property.isLazy && !property.context.isStatic
  }

  private static func isRoot(
    _ body: Body, _ program: Program, _ requirements: Set<String>, _ types: inout EnclosingTypes
  ) -> Bool {
    guard let context = body.context else { return true }
    if context.isExposed || EntryMoments.moment(of: body, program) != nil { return true }
    let name = body.function?.name ?? body.property?.name ?? ""
    if requirements.contains(name) || UnwrittenNames.contains(name) || isOfLibrary(name, context)
      || isGlobalOfMain(body)
    {
      return true
    }
    for count in stride(from: body.types.count, to: 0, by: -1) {
      let surroundings = types[Array(body.types[..<count]), from: body.file]
      // An extension of a type that is not in the sources.
      if surroundings.isForeign { return hasFreeName(body) }
      let isOwn =
        count == body.types.count && body.function != nil && context.attributes.isEmpty
        && !surroundings.isExposed
        && DelegateMethods.isOwn(name, ofDelegateWith: surroundings.supertypes)
        && types.areWhole(body.types)
      if !isOwn, !surroundings.supertypes.isEmpty || surroundings.mayBeExposed { return true }
    }
    return false
  }

  /// Whether a member may be a requirement of the standard library's protocols that has no documentation, such as `_code` of `Error`.
  private static func isOfLibrary(_ name: String, _ context: DeclarationContext) -> Bool {
    name.hasPrefix("_") && !context.types.isEmpty
      && !context.modifiers.contains { $0 == "private" || $0 == "fileprivate" }
  }

  /// Whether a body is the value of a global variable of `main.swift`, whose statements run in their order.
  private static func isGlobalOfMain(_ body: Body) -> Bool {
    body.property != nil && body.types.isEmpty
      && (body.file.path == "main.swift" || body.file.path.hasSuffix("/main.swift"))
  }

  /// Whether a member of a foreign type's extension has attributes, so that its name does not show whether the member is used.
  private static func hasFreeName(_ body: Body) -> Bool { body.context?.attributes.isEmpty == false }
}
