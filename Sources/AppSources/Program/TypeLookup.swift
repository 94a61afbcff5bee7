internal import AppFacts

// The declarations to which the names of types and members refer.
extension Program {
  /// The path of the type that a name refers to in a scope: the innermost type that fits.
  ///
  /// `nil` if no file declares the type. An extension counts as a declaration: `extension String`.
  func type(named name: String, in types: [String]) -> [String]? {
    let member = MemberName(name: name, types: types)
    if let known = knownTypes[member] { return known }
    let found = lookUp(name, in: types)
    knownTypes[member] = .some(found)
    return found
  }

  private func lookUp(_ name: String, in types: [String]) -> [String]? {
    let parts = Self.plain(name).split(separator: ".").map(String.init)
    guard let last = parts.last, let declared = self.types[last], budget.take(declared.count) else {
      return nil
    }
    for count in stride(from: types.count, through: 0, by: -1) {
      let path = Array(types[..<count]) + parts
      if declared.contains(where: { $0.value.path == path }) { return path }
    }
    return nil
  }

  /// A type as written, without the parts that look-ups ignore: `any`, optionals, generic arguments, attributes.
  static func plain(_ name: String) -> String {
    // Nearly all names have no marks, and comparing bytes is faster than comparing characters.
    guard name.utf8.contains(where: { marks.contains($0) }) else { return name }
    var name = name[...]
    for prefix in ["any ", "some ", "@escaping ", "inout ", "(", "weak "] where name.hasPrefix(prefix) {
      name = name.dropFirst(prefix.count)
    }
    while let last = name.last, "?!)".contains(last) { name = name.dropLast() }
    if let open = name.firstIndex(of: "<") { name = name[..<open] }
    return String(name)
  }

  /// The bytes of the marks: every mark of ``plain(_:)`` contains at least one of these bytes.
  private static let marks = Array(" (?!)<".utf8)

  /// The declarations of a type with a path, as seen from a file: only the declarations of the file's target, if several targets declare a
  /// type with the path.
  func declarations(of path: [String], from file: FileIndex) -> [(value: TypeDeclaration, file: FileIndex)] {
    let key = MemberName(name: file.target ?? "", types: path)
    if let known = knownDeclarations[key] { return known }
    let named = types[path.last ?? ""] ?? []
    guard budget.take(named.count) else { return [] }
    let all = named.filter { $0.value.path == path }
    var found = all
    if let target = file.target, all.count(where: { $0.value.kind != .extension }) > 1 {
      let own = all.filter { $0.file.target == target }
      if own.contains(where: { $0.value.kind != .extension }) { found = own }
    }
    knownDeclarations[key] = found
    return found
  }

  /// The superclass and protocols of a type and of its extensions.
  func inherited(by path: [String], from file: FileIndex) -> [String] {
    declarations(of: path, from: file).flatMap(\.value.inherited)
  }

  /// Whether a type inherits from a superclass or protocol with a name, directly or through other types of the sources.
  func type(_ path: [String], inherits name: String, from file: FileIndex, depth: Int = 0) -> Bool {
    guard depth < 6, budget.take() else { return false }
    return inherited(by: path, from: file).contains { one in
      if Self.plain(one) == name { return true }
      guard let next = type(named: one, in: path) else { return false }
      return next != path && type(next, inherits: name, from: file, depth: depth + 1)
    }
  }

  /// Whether a declaration is visible from a file. If another target declares a type of the same name, that declaration is not visible.
  private func isVisible(_ file: FileIndex, path: [String], from other: FileIndex) -> Bool {
    declarations(of: path, from: other).contains { $0.file.target == file.target }
  }

  /// The properties of a type with a name, or the global variables if the path is empty.
  func properties(named name: String, of path: [String], from file: FileIndex) -> [Body] {
    let member = MemberName(name: name, types: path)
    guard let named = propertiesByScope[member] else { return [] }
    let key = FileMember(member: member, file: file.path)
    if let known = knownProperties[key] { return known }
    guard budget.take(named.count) else { return [] }
    let found = visible(named.filter { isAccessible($0, from: file) }, of: path, from: file)
    knownProperties[key] = found
    return found
  }

  /// The functions of a type with a name, or the global functions if the path is empty.
  func functions(named name: String, of path: [String], from file: FileIndex) -> [Body] {
    let member = MemberName(name: name, types: path)
    guard let named = functionsByScope[member] else { return [] }
    let key = FileMember(member: member, file: file.path)
    if let known = knownFunctions[key] { return known }
    guard budget.take(named.count) else { return [] }
    let found = visible(named.filter { isAccessible($0, from: file) }, of: path, from: file)
    knownFunctions[key] = found
    return found
  }

  /// Whether a file may refer to a declaration.
  private func isAccessible(_ body: Body, from file: FileIndex) -> Bool {
    // Objective-C sees no global variable or function of Swift.
    if body.types.isEmpty, body.file.path.hasSuffix(".swift"), !file.path.hasSuffix(".swift") { return false }
    guard body.file.path != file.path, let modifiers = body.context?.modifiers else { return true }
    return !modifiers.contains { $0 == "private" || $0 == "fileprivate" }
  }

  /// The cases of a type with a name.
  func cases(named name: String, of path: [String], from file: FileIndex) -> [(
    value: EnumCase, file: FileIndex
  )] {
    let named = cases[name] ?? []
    guard budget.take(named.count) else { return [] }
    let all = named.filter { $0.value.context.types == path }
    let own = all.filter { isVisible($0.file, path: path, from: file) }
    return own.isEmpty ? all : own
  }

  private func visible(_ bodies: [Body], of path: [String], from file: FileIndex) -> [Body] {
    guard bodies.count > 1, let target = file.target else { return bodies }
    let own = bodies.filter { $0.file.target == target }
    return own.isEmpty ? bodies : own
  }

  /// The path of the type of an expression; `nil` if the type is unknown or not declared in the sources.
  func type(of expression: Expression, in frame: Frame, depth: Int = 0) -> [String]? {
    guard depth < 6, budget.take() else { return nil }
    let body = frame.body
    if let type = expression.castType { return self.type(named: type, in: body.types) }
    switch expression.core.form {
    case .name("self"), .name("Self"): return body.types.isEmpty ? nil : body.types
    case .name("super"):
      return inherited(by: body.types, from: body.file).first.flatMap { type(named: $0, in: body.types) }
    case .name(let name):
      if let local = frame.local(name) {
        if let declared = local.type { return type(named: declared, in: body.types) }
        guard let value = local.value else { return elementType(of: local, depth: depth) }
        if case .name(name) = value.core.form {
          return memberType(name, of: body.types, from: body, depth: depth)
        }
        return type(of: value, in: local.frame, depth: depth + 1)
      }
      if name.first?.isUppercase ?? false { return type(named: name, in: body.types) }
      return memberType(name, of: body.types, from: body, depth: depth)
    case .member(let base?, let name):
      if name.first?.isUppercase ?? false, let path = expression.path {
        return type(named: path.joined(separator: "."), in: body.types)
      }
      if let type = instanceType(name, of: base, in: frame) { return type }
      guard let owner = type(of: base, in: frame, depth: depth + 1) else { return nil }
      return memberType(name, of: owner, from: body, depth: depth)
    case .call(let callee, _):
      if let path = callee.core.path, path.last?.first?.isUppercase ?? false {
        return type(named: path.joined(separator: "."), in: body.types)
      }
      if case .member(let base?, "init") = callee.core.form {
        return type(of: base, in: frame, depth: depth + 1)
      }
      if case .member(nil, "init") = callee.core.form {
        return typeOfPlace(of: expression.core, in: frame, depth: depth + 1)
      }
      guard let call = callsByExpression[ObjectIdentifier(expression.core)] else { return nil }
      let callees = callees(of: call, depth: depth + 1)
      // Objective-C may read a property by a message.
      if callees.isEmpty, call.arguments.isEmpty, let base = call.base,
        let owner = type(of: base, in: frame, depth: depth + 1)
      {
        return memberType(call.name, of: owner, from: body, depth: depth)
      }
      let results = Set(callees.map { $0.function?.returnType ?? "" })
      guard results.count == 1, let result = results.first, !result.isEmpty else { return nil }
      return type(named: result, in: body.types)
    default: return nil
    }
  }

  /// The name of the type in an expression such as `Self.self`; `nil` for any other expression, and if `Self` may be a subtype.
  func typeName(_ expression: Expression, in frame: Frame) -> String? {
    guard case .member(let type?, "self") = expression.core.form, let path = type.core.path,
      path.allSatisfy({ $0.first?.isUppercase ?? false }), let name = path.last
    else { return nil }
    guard path == ["Self"] else { return name }
    return heirs.all(of: frame.body.types, in: self).isEmpty ? frame.body.types.last : nil
  }

  /// The type of a static member that is an instance of its own type: a case, or a shared instance such as `Bundle.main`.
  private func instanceType(_ name: String, of base: Expression, in frame: Frame) -> [String]? {
    guard let path = base.core.path, path.allSatisfy({ $0.first?.isUppercase ?? false }),
      frame.local(path[0]) == nil,
      let owner = type(named: path.joined(separator: "."), in: frame.body.types)
    else { return nil }
    if !cases(named: name, of: owner, from: frame.body.file).isEmpty { return owner }
    let isForeign = !declarations(of: owner, from: frame.body.file).contains { $0.value.kind != .extension }
    return isForeign && Self.instances.contains(name) ? owner : nil
  }

  /// The names of the static members by which the system's classes provide their shared instance.
  private static let instances: Set<String> = [
    "main", "standard", "shared", "default", "current", "processInfo",
  ]

  private func memberType(_ name: String, of path: [String], from body: Body, depth: Int) -> [String]? {
    guard let property = member(name, of: path, from: body.file) else { return nil }
    if let type = property.property?.type { return self.type(named: type, in: property.types) }
    guard let value = property.property?.value else { return nil }
    return type(of: value, in: property.frame, depth: depth + 1)
  }

  /// The only property with a name in a type, an enclosing type, a superclass, or the file's module; `nil` unless exactly one property
  /// matches.
  func member(_ name: String, of path: [String], from file: FileIndex) -> Body? {
    let found = members(name, of: path, from: file)
    return found.count == 1 ? found.first : nil
  }

  /// The properties with a name in the innermost scope that declares such properties.
  func members(_ name: String, of path: [String], from file: FileIndex) -> [Body] {
    for count in stride(from: path.count, through: 0, by: -1) {
      let scope = Array(path[..<count])
      let found = inheritedMembers(name, of: scope, from: file)
      if !found.isEmpty { return found }
    }
    return []
  }

  /// The properties of a type with a name; if the type has no such properties, the properties of its superclasses and protocols.
  func inheritedMembers(_ name: String, of path: [String], from file: FileIndex) -> [Body] {
    nearest(of: path, from: file) { properties(named: name, of: $0, from: file) }
  }

  /// The declarations of a type itself; if the type has no such declarations, the declarations of the first superclass or protocol that has
  /// them, which may be a class of the system that the sources extend.
  func nearest(
    of path: [String], from file: FileIndex, depth: Int = 0, _ declared: ([String]) -> [Body]
  ) -> [Body] {
    let own = declared(path)
    guard own.isEmpty, !path.isEmpty, depth < 6, budget.take() else { return own }
    let system = path.count == 1 ? SystemClasses.superclass(of: path[0]) : nil
    for one in inherited(by: path, from: file) + [system].compactMap(\.self) {
      guard let next = declaredType(from: one, in: path), next != path else { continue }
      let found = nearest(of: next, from: file, depth: depth + 1, declared)
      if !found.isEmpty { return found }
    }
    return []
  }

  /// The path of a type that the sources declare or extend: the type with a name, or the nearest superclass of a class of the system.
  private func declaredType(from name: String, in types: [String]) -> [String]? {
    if let type = type(named: name, in: types) { return type }
    var name = Self.plain(name)
    while let above = SystemClasses.superclass(of: name) {
      if let type = type(named: above, in: types) { return type }
      name = above
    }
    return nil
  }
}

extension Expression {
  /// The type of a cast; `nil` for any other expression.
  fileprivate var castType: String? {
    switch form {
    case .unwrapped(let inner, _), .attempt(_, let inner), .await(let inner): inner.castType
    case .cast(_, _, let type): type
    default: nil
    }
  }

  /// The names of a chain such as `Constants.Tasks`; `nil` for any other expression.
  var path: [String]? {
    switch form {
    case .name(let name): [name]
    case .member(let base?, let name): base.core.path.map { $0 + [name] }
    default: nil
    }
  }
}
