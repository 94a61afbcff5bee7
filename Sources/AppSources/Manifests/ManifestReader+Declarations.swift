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
    return Self.expected(last) == expected || aliases.contains(last)
  }

  /// Whether a path such as `Target` names the types around a declaration, such as `PackageDescription.Target`.
  static func isPath(_ path: [String], of types: [String]) -> Bool {
    path.isEmpty ? types.isEmpty : types.suffix(path.count).elementsEqual(path)
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
    let isType = name == "init" || name.first?.isUppercase ?? false
    let candidates = (functions[name] ?? []) + (isType && name != "init" ? functions["init"] ?? [] : [])
    guard budget.take(candidates.count) else { return [] }
    return candidates.filter { function, _ in
      if function.name == "init" { return path.map { Self.isPath($0, of: function.context.types) } ?? true }
      switch callee.form {
      case .name: return function.context.types.isEmpty || function.context.types == scope.types
      case .member(let base?, _):
        return base.core.path.map { Self.isPath($0, of: function.context.types) || $0 == ["Self"] } ?? false
      default: return function.context.isStatic && mayBeMember(of: function.context.types, in: scope)
      }
    }.filter { function, _ in
      // The initializers of the helpers' own types make no values of a manifest.
      (function.name != "init" || !declaresType(function.context.types))
        && Self.accept(function.parameters, arguments)
    }
  }

  /// Whether the files declare a type, and not only extend it.
  private func declaresType(_ path: [String]) -> Bool {
    files.contains { file in file.types.contains { $0.kind != .extension && $0.path == path } }
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
