// Where a manifest makes its package or project.
extension FileIndex {
  /// How often the file may make a value of a type: its initializer, by any name or as a value, and aliases and extensions of the type, which
  /// may make further values.
  func countOfMakers(of type: String) -> Int {
    var count = 0
    var implicit = 0
    func add(_ expression: Expression) {
      switch expression.form {
      case .name(type): count += 1
      case .member(let base?, let name):
        // `Package.Dependency` is another type. The base is counted, too.
        let isPart = name != "init" && name != "self" && base.core.lastName == type
        count += (name == type ? 1 : 0) - (isPart ? 1 : 0)
      case .member(nil, "init"): implicit += 1
      default: break
      }
    }
    for property in properties {
      property.value?.visit(add)
      property.getter?.visit(add)
      for accessor in property.accessors { accessor.visit(add) }
    }
    for function in functions {
      function.body.visit(add)
      for parameter in function.parameters { parameter.defaultValue?.visit(add) }
    }
    statements.visit(add)
    let types =
      properties.map(\.type) + functions.flatMap { $0.parameters.map(\.type) + [$0.returnType] }
    // `.init(…)` makes a value of a type that is written elsewhere.
    if types.contains(where: { $0?.names(type: type) ?? false }) { count += implicit }
    count += aliases.filter { $0.type?.names(type: type) ?? false }.count
    count += functions.filter { $0.context.types.last == type }.count
    return count
  }
}

extension Property {
  /// Whether the property's value is a value of a type: `Package(…)`, or `.init(…)` after the type.
  func makes(_ type: String) -> Bool {
    guard let callee = value?.core.callee else { return false }
    let path = callee.path ?? []
    let isImplicit = if case .member(nil, "init") = callee.form { true } else { false }
    return isImplicit
      ? self.type?.names(type: type) ?? false
      : (path.last == "init" ? path.dropLast() : path[...]).last == type
  }
}

extension String {
  /// Whether the text of a type, such as `[Package]?` or `[PackageDescription.Package]`, names a type. The
  /// text `Package.Target` does not name `Package`.
  fileprivate func names(type: String) -> Bool {
    split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "." }
      .contains { $0 == type || $0.hasSuffix(".\(type)") }
  }
}
