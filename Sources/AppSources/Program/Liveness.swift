/// The bodies that nothing in the sources refers to.
///
/// Names decide, whatever they belong to, so that code is called dead only if no reading of it is alive. Members that the
/// system, Objective-C or another module may use are never dead: requirements of protocols, overrides, public members, methods of
/// types with a superclass or protocol that the sources do not declare.
struct Liveness {
  private var dead: Set<ObjectIdentifier> = []

  /// Superclasses and protocols that call no method of a type by themselves.
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
        // The system calls its members, but only of an object that the sources make.
        for name in names { waiting[name, default: []].append(body) }
      } else if Self.isRoot(body, program, requirements) {
        alive.append(body)
      } else {
        for name in Self.names(of: body, program) { waiting[name, default: []].append(body) }
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
      // A type's own name in its members does not put it in use.
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

  /// The names that all have to be in use for a body to be: its own, and those of the types around it.
  private static func names(of body: Body, _ program: Program) -> Set<String> {
    // A type that other code declares needs no mention: `.member` is enough for one of its extensions.
    var names = Set(
      body.types.filter { name in (program.types[name] ?? []).contains { $0.value.kind != .extension } })
    if let function = body.function, function.name != "init" { names.insert(function.name) }
    if let property = body.property { names.insert(property.name) }
    return names
  }

  /// The names of the private types around a member of a private type that has a superclass or protocol of the system, which nothing
  /// outside of the file can make; `nil` for any other.
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
      let isForeign = declarations.contains { declaration in
        declaration.value.context.isExposed && !declaration.value.context.modifiers.contains("public")
          || declaration.value.inherited.contains {
            !plain.contains(Program.plain($0)) && program.type(named: $0, in: path) == nil
          }
      }
      if isForeign { return true }
    }
    return false
  }

  /// Whether the name of a member of a foreign type's extension says nothing about its use.
  private static func hasFreeName(_ body: Body) -> Bool { body.function?.context.attributes.isEmpty == false }
}
