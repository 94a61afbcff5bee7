internal import AppFacts

// The values of calls in a manifest.
extension ManifestReader {
  func call(
    _ expression: Expression, _ callee: Expression, _ arguments: [Argument], in scope: Scope,
    at location: FactLocation
  ) -> ManifestValue {
    func make(_ content: ManifestValue.Content) -> ManifestValue { ManifestValue(content, at: location) }
    func unknown() -> ManifestValue { make(.unknown(summaries.summary(of: expression))) }
    guard let name = callee.lastName, !callsVariable(name, callee, in: scope) else { return unknown() }
    let declared = declarations(of: name, callee, arguments, in: scope)
    if let (function, file) = declared.first {
      // Which of several functions a call means depends on types, which are not known.
      let isImplicit = if case .member(nil, _) = callee.form { scope.expected == nil } else { false }
      let isCertain =
        declared.count == 1 && !(isImplicit && Self.ownFunctions.contains(name))
        && isOwnMember(function, callee, in: scope)
      return (isCertain ? result(of: function, in: file, arguments, scope) : nil) ?? unknown()
    }
    let values = arguments.map {
      let scope = scope.expecting($0.label.flatMap { Self.typesOfLabels[$0] })
      return ManifestValue.Argument($0.label, value($0.value, in: scope))
    }
    if case .member(let base?, _) = callee.form {
      guard base.isTypePath else {
        return method(name, of: value(base, in: scope), arguments, values, in: scope) ?? unknown()
      }
      guard let path = typePath(base, in: scope), !path.contains("Environment"),
        !path.contains("ProcessInfo"),
        !meanings.declares(path, in: scope.types)
      else { return unknown() }
      if name == "init" { return make(.call(path.last ?? name, values)) }
    }
    // Initializers that only wrap their argument.
    let wrappers: Set<String> = ["Set", "Array", "SettingValue", "Path", "String", "init"]
    if name.first?.isUppercase ?? false, meanings.declares([name], in: scope.types) { return unknown() }
    if wrappers.contains(name), values.count == 1, let only = values.first,
      [nil, "stringLiteral", "arrayLiteral"].contains(only.label)
    {
      return mayInitialize(arguments) ? unknown() : only.value
    }
    if values.isEmpty, ["SettingsDictionary", "Set", "Array", "Dictionary"].contains(name) {
      return make(name == "SettingsDictionary" || name == "Dictionary" ? .dictionary([]) : .list([]))
    }
    // A function that no file declares may return any value.
    if case .name = callee.form, name.first?.isLowercase ?? false { return unknown() }
    return make(.call(name, values))
  }

  private func result(
    of function: Function, in file: FileIndex, _ arguments: [Argument], _ scope: Scope
  ) -> ManifestValue? {
    guard let bindings = Self.bindings(arguments, to: function.parameters),
      !meanings.mayAlter(function.name, function.context)
    else { return nil }
    var inner = Scope(
      file: file.path, types: function.context.types,
      expected: Self.expected(function.returnType) ?? scope.expected)
    inner.depth = scope.depth
    for parameter in function.parameters {
      if let value = bindings[parameter.name] ?? parameter.defaultValue,
        meanings.converts(value, to: parameter.type, in: inner.types)
      {
        return nil
      }
      if let argument = bindings[parameter.name] {
        inner.values[parameter.name] = value(argument, in: scope.expecting(Self.expected(parameter.type)))
      } else if let value = parameter.defaultValue {
        inner.values[parameter.name] = self.value(value, in: inner.expecting(Self.expected(parameter.type)))
      }
    }
    return meanings.mentions(function.returnType, in: inner.types)
      ? nil : result(of: function.body, in: inner)
  }

  /// The value of a body that consists of constants and one result; `nil` for any other body.
  func result(of body: [Statement], in scope: Scope) -> ManifestValue? {
    var scope = scope
    for (index, statement) in body.enumerated() {
      switch statement.form {
      case .variable(let variable)
      where variable.isConstant && variable.names.count == 1 && !variable.isPattern:
        guard let value = variable.value, !meanings.converts(value, to: variable.type, in: scope.types) else {
          return nil
        }
        scope.values[variable.names[0]] = self.value(
          value, in: scope.expecting(Self.expected(variable.type)))
      case .return(let result?): return value(result, in: scope)
      case .expression(let result) where index == body.count - 1: return value(result, in: scope)
      default: return nil
      }
    }
    return nil
  }

  /// The value of a method of a text, list or dictionary; `nil` for an unknown method.
  private func method(
    _ name: String, of base: ManifestValue, _ arguments: [Argument], _ values: [ManifestValue.Argument],
    in scope: Scope
  ) -> ManifestValue? {
    // The call may be of the manifest's own method, or of an object that a property of this name has.
    guard functions[name] == nil, properties[name] == nil else { return nil }
    switch (base.content, name) {
    case (.string(let text), "lowercased") where values.isEmpty && mayMake(text.utf8.count):
      return ManifestValue(.string(text.lowercased()), at: base.location)
    case (.string(let text), "uppercased") where values.isEmpty && mayMake(text.utf8.count):
      return ManifestValue(.string(text.uppercased()), at: base.location)
    case (.string(let text), "replacingOccurrences"), (.string(let text), "replacing"):
      guard values.map(\.label) == [name == "replacing" ? nil : "of", "with"],
        let old = values[0].value.string,
        let new = values[1].value.string, !old.isEmpty, mayMake(text.utf8.count)
      else { return nil }
      let parts = text.split(separator: old, omittingEmptySubsequences: false)
      guard mayMake(text.utf8.count + parts.count * new.utf8.count) else { return nil }
      return ManifestValue(.string(parts.joined(separator: new)), at: base.location)
    case (.dictionary(let entries), "merging"):
      guard case .dictionary(let others)? = values.first?.value.content,
        budget.take(entries.count + others.count), let keepsOwn = Self.keepsOwn(arguments)
      else { return nil }
      let (first, last) = keepsOwn ? (others, entries) : (entries, others)
      let keys = Set(last.compactMap(\.key.string))
      let kept = first.filter { entry in entry.key.string.map { !keys.contains($0) } ?? true }
      return ManifestValue(.dictionary(kept + last), at: base.location)
    case (.dictionary, _) where Self.settingMethods.contains(name): return base
    case (.list(let elements), "map"), (.list(let elements), "flatMap"), (.list(let elements), "compactMap"):
      guard case .closure(let closure)? = arguments.first?.value.core.form, closure.parameters.count < 2
      else {
        return nil
      }
      let parameter = closure.parameters.first?.name ?? "$0"
      var results: [ManifestValue] = []
      for element in elements {
        var inner = scope
        inner.values[parameter] = element
        guard let result = result(of: closure.body, in: inner) else { return nil }
        guard budget.take(result.list.count) else { return nil }
        if name == "flatMap", case .list(let inner) = result.content {
          results += inner
        } else {
          results.append(result)
        }
      }
      return ManifestValue(.list(results), at: base.location)
    default: return nil
    }
  }

  /// Whether a text of some bytes may be made.
  private func mayMake(_ bytes: Int) -> Bool { bytes <= StepBudget.mostBytes && texts.take(bytes) }

  /// Whether the arguments of `merging` keep a dictionary's own value for a key that both dictionaries have; `nil` if that is not known.
  private static func keepsOwn(_ arguments: [Argument]) -> Bool? {
    // Tuist's own method has no closure, and takes the values of the other dictionary.
    guard arguments.count > 1 else { return false }
    guard arguments.count == 2, case .closure(let closure) = arguments[1].value.core.form,
      closure.body.count == 1
    else { return nil }
    let names = closure.parameters.isEmpty ? ["$0", "$1"] : closure.parameters.map(\.name)
    let result: Expression? =
      switch closure.body[0].form {
      case .expression(let expression): expression
      case .return(let expression): expression
      default: nil
      }
    guard names.count == 2, case .name(let name)? = result?.form,
      let index = names.lastIndex(of: name)
    else { return nil }
    return index == 0
  }

  /// The methods of Tuist's settings that assign nothing that the facts depend on.
  private static let settingMethods: Set<String> = [
    "currentProjectVersion", "marketingVersion", "automaticCodeSigning", "manualCodeSigning", "swiftVersion",
    "swiftOptimizationLevel", "swiftCompilationMode", "debugInformationFormat", "bitcodeEnabled",
    "codeSignIdentity", "codeSignIdentityAppleDevelopment", "appleGenericVersioningSystem", "versionInfo",
  ]
}
