internal import AppFacts

/// The bodies that nothing in the sources refers to.
///
/// The analysis compares names only, whatever declares them, so that code counts as dead only if nothing can refer to it. Members that the
/// system, Objective-C or another module may use are never dead: requirements of protocols, overrides, public members, methods of types
/// with a superclass or protocol that the sources do not declare, apart from the own methods of an app's delegate.
struct Liveness {
  private var dead: Set<ObjectIdentifier> = []

  /// Superclasses and protocols that do not call methods of a type by themselves.
  private static let plain: Set<String> = [
    "NSObject", "ObservableObject", "Sendable", "Equatable", "Hashable", "Codable", "Decodable", "Encodable",
    "Identifiable", "String", "Int", "Error", "LocalizedError", "CaseIterable", "AnyObject", "Actor",
    "RawRepresentable", "CustomStringConvertible", "Comparable", "@unchecked Sendable", "NSCopying",
  ]

  init(_ program: Program) {
    let requirements = Set(
      program.bodies.filter { $0.context?.isRequirement ?? false }.compactMap {
        $0.function?.name ?? $0.property?.name
      })
    var waiting: [String: [Body]] = [:]
    var known: Set<String> = []
    var alive: [Body] = []
    for body in program.bodies where body.outer == nil {
      if let names = Self.namesOfHiddenTypes(around: body, program) {
        // The system calls these members, but only on an object that the sources create.
        for name in names { waiting[name, default: []].append(body) }
      } else if Self.isRoot(body, program, requirements) {
        alive.append(body)
      } else {
        let names = Self.names(of: body, program)
        // `.init(…)` need not name the type whose extension has the initializer.
        if names.isEmpty { alive.append(body) }
        for name in names { waiting[name, default: []].append(body) }
      }
    }
    // The names in declarations of types, such as superclasses, are in use.
    for file in program.files { for type in file.types { known.formUnion(type.context.identifiers) } }
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
        for original in namesInSwift[name] ?? [] where known.insert(original).inserted {
          names.append(original)
        }
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
  private static func names(of body: Body, _ program: Program) -> Set<String> {
    // A type outside of the sources needs no mention: code may use a member of its extension as `.member`.
    var names = Set(
      body.types.filter { name in
        let declarations = (program.types[name] ?? []).map(\.value)
        // The system creates the app's delegate.
        return declarations.contains { $0.kind != .extension }
          && !DelegateMethods.isDelegate(Set(declarations.flatMap(\.inherited).map(Program.plain)))
      })
    if let function = body.function, function.name != "init" { names.insert(function.name) }
    if let property = body.property { names.insert(property.name) }
    return names
  }

  /// The name of a member's type, if that type is a private class that inherits from a class or protocol of the system, so that no code
  /// outside of the file can create an object of the type; `nil` for any other member.
  private static func namesOfHiddenTypes(around body: Body, _ program: Program) -> Set<String>? {
    guard !body.types.isEmpty, !body.types.contains(where: { program.types[$0] == nil }) else { return nil }
    let declarations = program.declarations(of: body.types, from: body.file).filter {
      $0.value.kind != .extension
    }
    let isHidden = declarations.contains { declaration in
      let context = declaration.value.context
      return declaration.value.kind == .class && !context.isExposed
        && context.modifiers.contains { $0 == "private" || $0 == "fileprivate" }
        && declaration.value.inherited.contains {
          !plain.contains(Program.plain($0)) && program.type(named: $0, in: body.types) == nil
        }
    }
    return isHidden ? [body.types[body.types.count - 1]] : nil
  }

  private static func isRoot(_ body: Body, _ program: Program, _ requirements: Set<String>) -> Bool {
    guard let context = body.context else { return true }
    if context.isExposed || EntryMoments.moment(of: body, program) != nil { return true }
    let name = body.function?.name ?? body.property?.name ?? ""
    if requirements.contains(name)
      || ["deinit", "body", "main", "callAsFunction", "subscript"].contains(name)
    {
      return true
    }
    for count in stride(from: body.types.count, to: 0, by: -1) {
      let path = Array(body.types[..<count])
      let declarations = program.declarations(of: path, from: body.file)
      // An extension of a type that is not in the sources.
      if !declarations.contains(where: { $0.value.kind != .extension }) { return hasFreeName(body) }
      let supertypes = Set(
        declarations.flatMap { declaration in
          declaration.value.inherited.filter { program.type(named: $0, in: path) == nil }.map {
            Program.plain($0)
          }
        }
      ).subtracting(plain)
      let exposed = declarations.map(\.value.context).filter {
        $0.isExposed && !$0.modifiers.contains("public")
      }
      let isOwn =
        count == body.types.count && body.function != nil && context.attributes.isEmpty
        && exposed.allSatisfy {
          !$0.attributes.contains { $0.hasPrefix("objc") } && !$0.modifiers.contains("open")
        }
        && DelegateMethods.isOwn(name, ofDelegateWith: supertypes) && isWhole(body.types, program)
      if !isOwn, !supertypes.isEmpty || !exposed.isEmpty { return true }
    }
    return false
  }

  /// Whether the sources have the launch of the app's delegate. Without the launch, the sources are only a part of the app.
  private static func isWhole(_ types: [String], _ program: Program) -> Bool {
    (program.functions["application"] ?? []).contains { body in
      body.types == types && EntryMoments.moment(of: body, program) == .launch
    }
  }

  /// Whether a member of a foreign type's extension has attributes, so that its name does not show whether the member is used.
  private static func hasFreeName(_ body: Body) -> Bool { body.function?.context.attributes.isEmpty == false }
}
