internal import AppFacts

// The functions and constants of a manifest and its helpers that a name may mean.
extension ManifestReader {
  /// The types of the elements of arguments with some labels, by their last names.
  static let typesOfLabels = [
    "targets": "Target", "products": "Product", "dependencies": "Dependency",
  ]

  /// The last name in the text of a type such as `[Target.Dependency]`, if implicit members of the type are
  /// told from implicit members of other types.
  static func expected(_ type: String?) -> String? {
    let last = type?.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.last.map(String.init)
    let name = last == "TargetDependency" ? "Dependency" : last
    return name.flatMap { typesOfLabels.values.contains($0) ? $0 : nil }
  }

  /// Whether an implicit member may be declared in one of some types.
  func mayBeMember(of types: [String], in scope: Scope) -> Bool {
    guard let expected = scope.expected, let last = types.last else { return true }
    return Self.expected(last) == expected || meanings.aliases[last] != nil
  }

  /// Whether a path such as `Target` names the types around a declaration, such as `PackageDescription.Target`.
  func isPath(_ path: [String], of types: [String]) -> Bool {
    let types = meanings.resolved(types, in: []) ?? types
    return path.isEmpty ? types.isEmpty : types.suffix(path.count).elementsEqual(path)
  }

  /// The path of the type in front of a member; `nil` if the expression is not a type, or the files don't tell the type.
  func typePath(_ base: Expression, in scope: Scope) -> [String]? {
    base.isTypePath ? base.core.path.flatMap { meanings.resolved($0, in: scope.types) } : nil
  }

  /// Whether a call may call the value of a variable.
  func callsVariable(_ name: String, _ callee: Expression, in scope: Scope) -> Bool {
    if case .name = callee.form, scope.values[name] != nil { return true }
    guard let candidates = properties[name], budget.take(candidates.count) else { return false }
    return candidates.contains { _, property in
      guard meanings.mayBeCalled(property) else { return false }
      let types = property.context.types
      switch callee.form {
      case .name: return types.isEmpty || types == scope.types
      case .member(nil, _):
        return property.context.isStatic
          && (mayBeMember(of: types, in: scope) || meanings.mayBeInherited(from: types))
      case .member(let base?, _):
        guard let path = typePath(base, in: scope) else { return base.isTypePath }
        return isPath(path, of: types) || meanings.mayBeInherited(from: types)
      default: return false
      }
    }
  }

  /// Whether a function is a member of the type in front of its name, and not of a type from which other types may have the function.
  func isOwnMember(_ function: Function, _ callee: Expression, in scope: Scope) -> Bool {
    guard meanings.mayBeInherited(from: function.context.types) else { return true }
    switch callee.form {
    case .member(let base?, _):
      return typePath(base, in: scope).map { isPath($0, of: function.context.types) } ?? false
    case .member(nil, _): return false
    default: return true
    }
  }

  /// Functions of the descriptions themselves, which several types have.
  static let ownFunctions: Set<String> = [
    "target", "executableTarget", "testTarget", "systemLibrary", "binaryTarget", "plugin", "macro", "library",
    "executable", "package", "product", "byName", "project", "external", "define", "unsafeFlags",
  ]

  /// The functions and initializers of the manifest and its helpers that a call may run.
  func declarations(
    of name: String, _ callee: Expression, _ arguments: [Argument], in scope: Scope
  ) -> [(function: Function, file: FileIndex)] {
    // A type's name calls its initializers. `.init` may call the initializers of any type.
    let path = callee.path.map { $0.last == "init" ? Array($0.dropLast()) : $0 }
      .flatMap { meanings.resolved($0, in: scope.types) }
    let isType = name == "init" || name.first?.isUppercase ?? false
    let candidates = (functions[name] ?? []) + (isType && name != "init" ? functions["init"] ?? [] : [])
    guard budget.take(candidates.count) else { return [] }
    return candidates.filter { function, _ in
      if function.name == "init" { return path.map { isPath($0, of: function.context.types) } ?? true }
      switch callee.form {
      case .name: return function.context.types.isEmpty || function.context.types == scope.types
      case .member(let base?, _):
        guard let path = typePath(base, in: scope) else { return false }
        return isPath(path, of: function.context.types)
          || function.context.isStatic && meanings.mayBeInherited(from: function.context.types)
      default:
        return function.context.isStatic
          && (mayBeMember(of: function.context.types, in: scope)
            || meanings.mayBeInherited(from: function.context.types))
      }
    }.filter { function, _ in
      // The initializers of the manifest's own types make no values of a manifest.
      (function.name != "init" || !declaresType(function.context.types))
        && Self.accept(function.parameters, arguments)
    }
  }

  /// Whether the files declare a type, and not only extend it.
  private func declaresType(_ path: [String]) -> Bool {
    meanings.declares(path, in: [])
  }

  /// Whether parameters may take some arguments, by their labels.
  private static func accept(_ parameters: [Parameter], _ arguments: [Argument]) -> Bool {
    var rest = arguments[...]
    for parameter in parameters {
      guard let next = rest.first, next.label == parameter.label || next.isTrailing else {
        guard parameter.defaultValue != nil else { return false }
        continue
      }
      rest.removeFirst()
    }
    return rest.isEmpty
  }

  /// Whether the extension of a protocol has an initializer for some arguments, which any type may have.
  func mayInitialize(_ arguments: [Argument]) -> Bool {
    guard let initializers = functions["init"], budget.take(initializers.count) else { return false }
    return initializers.contains { function, _ in
      meanings.mayBeInherited(from: function.context.types) && Self.accept(function.parameters, arguments)
    }
  }

  static func bindings(_ arguments: [Argument], to parameters: [Parameter]) -> [String: Expression]? {
    var bindings: [String: Expression] = [:]
    var rest = parameters[...]
    for argument in arguments {
      while let parameter = rest.first, parameter.label != argument.label {
        guard parameter.defaultValue != nil else { return nil }
        rest.removeFirst()
      }
      guard let parameter = rest.popFirst() else { return nil }
      bindings[parameter.name] = argument.value
    }
    return rest.allSatisfy { $0.defaultValue != nil } ? bindings : nil
  }
}

extension Expression {
  /// Whether the expression may be the path of a type, by the case of its names.
  var isTypePath: Bool { core.path?.allSatisfy { $0.first?.isUppercase ?? false } ?? false }
}
