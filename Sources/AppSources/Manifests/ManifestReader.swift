package import AppFacts
internal import PolicySyntax

/// Reads manifests that are written in Swift: `Package.swift`, and Tuist's `Project.swift` with its helpers.
///
/// The manifest is not run. Literals, constants, functions that consist of one result, and concatenated lists have a value; everything else
/// is unknown, and keeps its text.
package struct ManifestReader {
  let files: [FileIndex]
  let functions: [String: [(function: Function, file: FileIndex)]]
  private let properties: [String: [(file: FileIndex, property: Property)]]
  /// The names of type aliases.
  let aliases: Set<String>
  /// The steps that reading a manifest may take. Every expression is a step, and so is every value that is combined with other values.
  let budget = StepBudget(100_000)
  private static let maximumDepth = 64

  private init(files: [FileIndex]) {
    self.files = files
    aliases = Set(files.flatMap(\.aliases).map(\.name))
    functions = Dictionary(
      grouping: files.flatMap { file in file.functions.map { (function: $0, file: file) } },
      by: \.function.name)
    properties = Dictionary(
      grouping: files.flatMap { file in file.properties.map { (file: file, property: $0) } },
      by: \.property.name)
  }

  /// The value of a variable of the first file; the other files are the helpers of the manifest. `nil` if the first file makes no such
  /// value.
  ///
  /// SwiftPM and Tuist take the value wherever the manifest makes it. So a variable of another name with a value of the same type counts,
  /// and the value is not known if the manifest makes several.
  ///
  /// - Throws: The limit that the manifest exceeds.
  package static func value(of name: String, in files: [SourceFile]) throws(SourceLimitError)
    -> ManifestValue?
  {
    let reader = ManifestReader(files: files.map(CodeReader.index))
    if let refusal = reader.files.compactMap(\.refusal).first { throw refusal }
    guard let first = reader.files.first else { return nil }
    let type = name.prefix(1).uppercased() + name.dropFirst()
    let globals = first.properties.filter { $0.context.types.isEmpty && $0.context.functions.isEmpty }
    let named = globals.filter { $0.name == name }
    let found = named.isEmpty ? globals.filter { $0.makes(type) } : named
    let count = first.countOfMakers(of: type)
    guard let property = found.first, let value = property.value else {
      return count == 0
        ? nil : ManifestValue(.unknown("\(type)(…)"), at: FactLocation(file: first.path))
    }
    let scope = Scope(file: first.path)
    let result = reader.value(value, in: scope)
    guard !reader.budget.isSpent else {
      throw SourceLimitError(
        line: value.position.line, reason: "The manifest takes more than \(reader.budget.steps) steps to read"
      )
    }
    // `package.targets += …` and branches of `#if` change the value in ways that are not followed.
    if found.count > 1 || count > 1 || first.changes(property.name) {
      return ManifestValue(.unknown(value.summary), at: result.location)
    }
    if case .call(let type, let arguments) = result.content, first.changesSettings(of: property.name) {
      let changed = ManifestValue.Argument(
        ManifestValue.changedSettings, ManifestValue(.bool(true), at: result.location))
      return ManifestValue(.call(type, arguments + [changed]), at: result.location)
    }
    return result
  }

  /// The names that an expression sees.
  struct Scope {
    let file: String
    var types: [String] = []
    var values: [String: ManifestValue] = [:]
    /// The type by which an implicit member such as `.target` is looked up, by its last name; `nil` if the type is not known.
    var expected: String?
    var depth = 0

    /// The scope of a value of a type.
    func expecting(_ type: String?) -> Scope {
      var scope = self
      scope.expected = type
      return scope
    }
  }

  // MARK: - Expressions

  private func value(_ expression: Expression, in scope: Scope) -> ManifestValue {
    let core = expression.core
    let location = FactLocation(file: scope.file, line: core.position.line, column: core.position.column)
    func make(_ content: ManifestValue.Content) -> ManifestValue { ManifestValue(content, at: location) }
    guard scope.depth < Self.maximumDepth, budget.take() else { return make(.unknown("…")) }
    var inner = scope
    inner.depth += 1
    switch core.form {
    case .text(let parts): return make(text(parts, in: inner).map { .string($0) } ?? .unknown(core.summary))
    case .number(let number): return make(.number(number))
    case .bool(let isTrue): return make(.bool(isTrue))
    case .null: return make(.null)
    case .array(let elements): return make(.list(elements.map { value($0, in: inner) }))
    case .dictionary(let entries):
      return make(.dictionary(entries.map { (value($0.key, in: inner), value($0.value, in: inner)) }))
    case .name(let name):
      if let value = scope.values[name] { return value }
      return constant(name, of: scope.types, in: inner) ?? make(.unknown(core.summary))
    case .member(nil, let name):
      // `.feature` may be a constant of the helpers, or else a case of the manifest's own types.
      let isDeclared =
        properties[name]?.contains {
          $0.property.context.isStatic && mayBeMember(of: $0.property.context.types, in: inner)
        } ?? false
      return constant(name, in: inner) ?? make(isDeclared ? .unknown(core.summary) : .call(name, []))
    case .member(let base?, let name):
      guard let path = base.core.path, path.allSatisfy({ $0.first?.isUppercase ?? false }) else {
        return make(.unknown(core.summary))
      }
      if let value = constant(name, of: path, in: inner) { return value }
      let isDeclared =
        properties[name]?.contains { Self.isPath(path, of: $0.property.context.types) } ?? false
      // The value depends on the environment in which the manifest runs, or a constant has it that is not followed.
      if isDeclared || path.contains("Environment") || path.contains("ProcessInfo") {
        return make(.unknown(core.summary))
      }
      return make(.call(name, []))
    case .binary("+", let left, let right) where functions["+"] == nil:
      return make(sum(value(left, in: inner), value(right, in: inner)) ?? .unknown(core.summary))
    case .call(let callee, let arguments): return call(core, callee.core, arguments, in: inner, at: location)
    default: return make(.unknown(core.summary))
    }
  }

  private func text(_ parts: [TextPart], in scope: Scope) -> String? {
    var text = ""
    for part in parts {
      switch part {
      case .string(let string): text += string
      case .interpolation(let expression):
        guard let string = value(expression, in: scope).string, text.utf8.count < StepBudget.mostBytes else {
          return nil
        }
        text += string
      }
    }
    return text
  }

  /// The sum of two values. The sum of a list and an unknown value has the elements of the list and one unknown element.
  private func sum(_ left: ManifestValue, _ right: ManifestValue) -> ManifestValue.Content? {
    switch (left.content, right.content) {
    case (.string(let first), .string(let second))
    where first.utf8.count + second.utf8.count <= StepBudget.mostBytes:
      .string(first + second)
    case (.list(let first), .list(let second)) where budget.take(first.count + second.count):
      .list(first + second)
    case (.list(let first), .unknown) where budget.take(first.count + 1): .list(first + [right])
    case (.unknown, .list(let second)) where budget.take(second.count + 1): .list([left] + second)
    default: nil
    }
  }

  /// The value of a constant of a type, or of a global constant if `types` is empty; `nil` unless exactly one constant matches.
  private func constant(_ name: String, of types: [String], in scope: Scope) -> ManifestValue? {
    constant(name, scope) {
      Self.isPath(types, of: $0.context.types) || $0.context.types.isEmpty && types == scope.types
    }
  }

  /// The value of a static constant of any type of the helpers; `nil` unless exactly one constant matches.
  private func constant(_ name: String, in scope: Scope) -> ManifestValue? {
    constant(name, scope) { $0.context.isStatic && mayBeMember(of: $0.context.types, in: scope) }
  }

  private func constant(_ name: String, _ scope: Scope, _ isMatch: (Property) -> Bool) -> ManifestValue? {
    let candidates = properties[name] ?? []
    guard budget.take(candidates.count) else { return nil }
    let found = candidates.filter { isMatch($0.property) }
    guard found.count == 1, let (file, property) = found.first else { return nil }
    // The statements of the manifest may have changed the variable.
    if !property.isConstant, property.getter == nil, file.mayChange(name) { return nil }
    var inner = Scope(
      file: file.path, types: property.context.types,
      expected: Self.expected(property.type) ?? scope.expected)
    inner.depth = scope.depth
    if let expression = property.value { return value(expression, in: inner) }
    return property.getter.flatMap { result(of: $0, in: inner) }
  }

  // MARK: - Calls

  private func call(
    _ expression: Expression, _ callee: Expression, _ arguments: [Argument], in scope: Scope,
    at location: FactLocation
  ) -> ManifestValue {
    func make(_ content: ManifestValue.Content) -> ManifestValue { ManifestValue(content, at: location) }
    guard let name = callee.lastName else { return make(.unknown(expression.summary)) }
    let declared = declarations(of: name, callee, arguments, in: scope)
    if let (function, file) = declared.first {
      // Which of several functions a call means depends on types, which are not known.
      let isImplicit = if case .member(nil, _) = callee.form { scope.expected == nil } else { false }
      let isCertain = declared.count == 1 && !(isImplicit && Self.ownFunctions.contains(name))
      return (isCertain ? result(of: function, in: file, arguments, scope) : nil)
        ?? make(.unknown(expression.summary))
    }
    let values = arguments.map {
      let scope = scope.expecting($0.label.flatMap { Self.typesOfLabels[$0] })
      return ManifestValue.Argument($0.label, value($0.value, in: scope))
    }
    if case .member(let base?, _) = callee.form {
      guard let path = base.core.path, path.allSatisfy({ $0.first?.isUppercase ?? false }) else {
        return method(name, of: value(base, in: scope), arguments, values, in: scope)
          ?? make(.unknown(expression.summary))
      }
      if path.contains("Environment") || path.contains("ProcessInfo") {
        return make(.unknown(expression.summary))
      }
      if name == "init" { return make(.call(path.last ?? name, values)) }
    }
    // Initializers that only wrap their argument.
    let wrappers: Set<String> = ["Set", "Array", "SettingValue", "Path", "String", "init"]
    if wrappers.contains(name), values.count == 1, let only = values.first,
      [nil, "stringLiteral", "arrayLiteral"].contains(only.label)
    {
      return only.value
    }
    if values.isEmpty, ["SettingsDictionary", "Set", "Array", "Dictionary"].contains(name) {
      return make(name == "SettingsDictionary" || name == "Dictionary" ? .dictionary([]) : .list([]))
    }
    // A function that no file declares may return any value.
    if case .name = callee.form, name.first?.isLowercase ?? false {
      return make(.unknown(expression.summary))
    }
    return make(.call(name, values))
  }

  private func result(
    of function: Function, in file: FileIndex, _ arguments: [Argument], _ scope: Scope
  ) -> ManifestValue? {
    guard let bindings = Self.bindings(arguments, to: function.parameters) else { return nil }
    var inner = Scope(
      file: file.path, types: function.context.types,
      expected: Self.expected(function.returnType) ?? scope.expected)
    inner.depth = scope.depth
    for parameter in function.parameters {
      if let argument = bindings[parameter.name] {
        inner.values[parameter.name] = value(argument, in: scope.expecting(Self.expected(parameter.type)))
      } else if let value = parameter.defaultValue {
        inner.values[parameter.name] = self.value(value, in: inner.expecting(Self.expected(parameter.type)))
      }
    }
    return result(of: function.body, in: inner)
  }

  /// The value of a body that consists of constants and one result; `nil` for any other body.
  private func result(of body: [Statement], in scope: Scope) -> ManifestValue? {
    var scope = scope
    for (index, statement) in body.enumerated() {
      switch statement.form {
      case .variable(let variable)
      where variable.isConstant && variable.names.count == 1 && !variable.isPattern:
        guard let value = variable.value else { return nil }
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
    // The call may be of the manifest's own method of this name.
    guard functions[name] == nil else { return nil }
    switch (base.content, name) {
    case (.string(let text), "lowercased") where values.isEmpty:
      return ManifestValue(.string(text.lowercased()), at: base.location)
    case (.string(let text), "uppercased") where values.isEmpty:
      return ManifestValue(.string(text.uppercased()), at: base.location)
    case (.string(let text), "replacingOccurrences"), (.string(let text), "replacing"):
      guard values.map(\.label) == [name == "replacing" ? nil : "of", "with"],
        let old = values[0].value.string,
        let new = values[1].value.string, !old.isEmpty, budget.take(text.utf8.count)
      else { return nil }
      let result = text.split(separator: old, omittingEmptySubsequences: false).joined(separator: new)
      return result.utf8.count <= StepBudget.mostBytes
        ? ManifestValue(.string(result), at: base.location) : nil
    case (.dictionary(let entries), "merging"):
      guard case .dictionary(let others)? = values.first?.value.content else { return nil }
      let keys = Set(others.compactMap(\.key.string))
      let kept = entries.filter { entry in entry.key.string.map { !keys.contains($0) } ?? true }
      return ManifestValue(.dictionary(kept + others), at: base.location)
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
        if name == "flatMap" { results += result.list } else { results.append(result) }
      }
      return ManifestValue(.list(results), at: base.location)
    default: return nil
    }
  }

  /// The methods of Tuist's settings that assign nothing that the facts depend on.
  private static let settingMethods: Set<String> = [
    "currentProjectVersion", "marketingVersion", "automaticCodeSigning", "manualCodeSigning", "swiftVersion",
    "swiftOptimizationLevel", "swiftCompilationMode", "debugInformationFormat", "bitcodeEnabled",
    "codeSignIdentity", "codeSignIdentityAppleDevelopment", "appleGenericVersioningSystem", "versionInfo",
  ]
}
