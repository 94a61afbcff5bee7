// What a manifest does with its package or project after the declaration.
extension FileIndex {
  /// Whether a manifest may change the variable with a name after the variable's declaration.
  func mayChange(_ name: String) -> Bool {
    assignedNames.contains(name) || changedNames.contains(name) || statementNames.contains(name)
  }

  /// Whether the statements after the declaration of a package or project change its targets, products or sources. Statements that change
  /// only settings of targets, or dependencies on other packages, are common and don't count.
  func changes(_ name: String) -> Bool {
    // Targets are objects, which have other names as well.
    let parts = namesOfParts(of: name)
    let used = usedNames(besides: name)
    guard !used.isDisjoint(with: parts) else { return false }
    let changed = assignedNames.union(changedNames)
    // An object that a key path leads to may have any name. What a method changes in place is not known.
    let members = used.contains("keyPath") ? changed : changedMembers
    if !members.isSubset(of: Self.membersWithoutSources.union(Self.membersWithNames)) { return true }
    if functions.contains(where: { $0.context.modifiers.contains("mutating") }) { return true }
    if !changed.isDisjoint(with: ["targets", "products", "path", "sources", "exclude", name]) { return true }
    if statementNames.contains(name), !statementNames.isDisjoint(with: ["define", "unsafeFlags"]) {
      return true
    }
    guard changed.contains("dependencies") else { return false }
    // A variable of this name usually has the dependencies of the package.
    let isOfTarget = !properties.contains { $0.name == "dependencies" && $0.context.types.isEmpty }
    return statementNames.contains(name) && statementNames.contains("targets")
      || isOfTarget && !statementNames.isDisjoint(with: parts.subtracting([name]))
  }

  /// Whether statements may define names in the settings of targets, by values that are not followed.
  func changesSettings(of name: String) -> Bool {
    let changed = assignedNames.union(changedNames)
    if !changed.isDisjoint(with: Self.membersWithNames.subtracting(Self.settings)) { return true }
    guard !changed.isDisjoint(with: Self.settings) else { return false }
    return !usedNames(besides: name).isDisjoint(with: ["define", "unsafeFlags"])
  }

  /// The members of packages, products and targets that decide neither which sources a target has nor which names are defined for the
  /// sources. `changes` asks about the dependencies by themselves.
  private static let membersWithoutSources: Set<String> = [
    "dependencies", "linkerSettings", "platforms", "plugins", "swiftLanguageVersions", "swiftLanguageModes",
    "defaultLocalization", "pkgConfig", "providers", "packageAccess",
  ]

  /// The members that decide which names are defined for the sources of a target, and by which standard the sources are read.
  private static let membersWithNames = settings.union([
    "cLanguageStandard", "cxxLanguageStandard", "traits",
  ])
  private static let settings: Set<String> = ["swiftSettings", "cSettings", "cxxSettings"]

  /// The names that stand for a variable or for parts of its value: the names in the variable's declaration,
  /// and the names of other variables that refer to it.
  private func namesOfParts(of name: String) -> Set<String> {
    let variables = properties.filter { $0.context.types.isEmpty && $0.context.functions.isEmpty }
    let own = variables.filter { $0.name == name }.reduce(into: Set<String>()) {
      $0.formUnion($1.context.identifiers)
    }
    // The variables that mention each name.
    var users: [String: [String]] = [:]
    for variable in variables {
      for identifier in variable.context.identifiers {
        users[identifier, default: []].append(variable.name)
      }
    }
    var parts = Set(variables.map(\.name).filter(own.contains)).union([name])
    var open = Array(parts)
    while let next = open.popLast() {
      for user in users[next] ?? [] where parts.insert(user).inserted { open.append(user) }
    }
    return parts
  }

  /// The names in statements, in the initial values that run for their effects, and in the functions and variables that these names mean.
  /// The value of a variable that the declaration of `name` mentions has no effects, unless it has a closure.
  private func usedNames(besides name: String) -> Set<String> {
    var identifiers: [String: Set<String>] = [:]
    for function in functions {
      identifiers[function.name, default: []].formUnion(function.context.identifiers)
    }
    for property in properties {
      identifiers[property.name, default: []].formUnion(property.context.identifiers)
    }
    /// The names that some names mention, directly or not.
    func reached(from names: Set<String>) -> Set<String> {
      var reached = names
      var open = Array(names)
      while let next = open.popLast() {
        for other in identifiers[next] ?? [] where reached.insert(other).inserted { open.append(other) }
      }
      return reached
    }
    let values = reached(from: identifiers[name] ?? [])
    var roots = statementNames
    for property in properties
    where property.name != name && (property.hasClosure || !values.contains(property.name)) {
      roots.formUnion(property.context.identifiers)
    }
    identifiers[name] = nil
    return reached(from: roots)
  }
}

extension Property {
  /// Whether the initial value has a closure, which may run statements.
  fileprivate var hasClosure: Bool {
    var found = false
    value?.visit { expression in
      if case .closure = expression.form { found = true }
    }
    return found
  }
}
