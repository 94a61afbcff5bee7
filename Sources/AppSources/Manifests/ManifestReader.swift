package import AppFacts
internal import PolicySyntax

/// Reads manifests that are written in Swift: `Package.swift`, and Tuist's `Project.swift` with its helpers.
///
/// The manifest is not run. Literals, constants, functions that consist of one result, and concatenated lists have a value; everything else
/// is unknown, and keeps its text.
package struct ManifestReader {
  let files: [FileIndex]
  let functions: [String: [(function: Function, file: FileIndex)]]
  let properties: [String: [(file: FileIndex, property: Property)]]
  /// What the files give another meaning than Swift and the descriptions.
  let meanings: OwnMeanings
  /// The steps that reading a manifest may take. Every expression is a step, and so is every value that is combined with other values.
  let budget = StepBudget(100_000)
  /// The bytes of all texts that are put together from other texts.
  let texts = StepBudget(256 * StepBudget.mostBytes)
  let summaries = Summaries()
  private static let maximumDepth = 64

  private init(files: [FileIndex]) {
    self.files = files
    meanings = OwnMeanings(files)
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
    guard !reader.texts.isSpent else {
      throw SourceLimitError(
        line: value.position.line,
        reason: "The manifest puts texts of more than \(reader.texts.steps) bytes together")
    }
    // `package.targets += …` and branches of `#if` change the value in ways that are not followed.
    if found.count > 1 || count > 1 || first.changes(property.name) {
      return ManifestValue(.unknown(value.summary), at: result.location)
    }
    guard case .call(let type, let arguments) = result.content else { return result }
    func make(_ content: ManifestValue.Content) -> ManifestValue {
      ManifestValue(content, at: result.location)
    }
    let modules = Set(reader.files.flatMap(\.imports).map(\.module)).sorted().map { make(.string($0)) }
    var more = [ManifestValue.Argument(ManifestValue.importedModules, make(.list(modules)))]
    if first.changesSettings(of: property.name) {
      more.append(ManifestValue.Argument(ManifestValue.changedSettings, make(.bool(true))))
    }
    return make(.call(type, arguments + more))
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

  func value(_ expression: Expression, in scope: Scope) -> ManifestValue {
    let core = expression.core
    let location = FactLocation(file: scope.file, line: core.position.line, column: core.position.column)
    func make(_ content: ManifestValue.Content) -> ManifestValue { ManifestValue(content, at: location) }
    func unknown() -> ManifestValue { make(.unknown(summaries.summary(of: core))) }
    guard scope.depth < Self.maximumDepth, budget.take() else { return make(.unknown("…")) }
    guard !meanings.casts(expression, in: scope.types) else { return unknown() }
    var inner = scope
    inner.depth += 1
    switch core.form {
    case .text(let parts): return text(parts, in: inner).map { make(.string($0)) } ?? unknown()
    case .number(let number): return make(.number(number))
    case .bool(let isTrue): return make(.bool(isTrue))
    case .null: return make(.null)
    case .array(let elements): return make(.list(elements.map { value($0, in: inner) }))
    case .dictionary(let entries):
      return make(.dictionary(entries.map { (value($0.key, in: inner), value($0.value, in: inner)) }))
    case .name(let name):
      if let value = scope.values[name] { return value }
      return constant(name, of: scope.types, in: inner) ?? unknown()
    case .member(nil, let name):
      // `.feature` may be a constant of the helpers, or else a case of the manifest's own types.
      let isDeclared =
        properties[name]?.contains {
          $0.property.context.isStatic && mayBeMember(of: $0.property.context.types, in: inner)
        } ?? false
      return constant(name, in: inner) ?? (isDeclared ? unknown() : make(.call(name, [])))
    case .member(let base?, let name):
      guard let path = typePath(base, in: inner) else { return unknown() }
      if let value = constant(name, of: path, in: inner) { return value }
      let isDeclared =
        meanings.declares(path, in: inner.types)
        || properties[name]?.contains { _, property in
          isPath(path, of: property.context.types)
            || (property.context.isStatic || property.context.isRequirement)
              && meanings.mayBeInherited(from: property.context.types)
        } ?? false
      // The value depends on the environment in which the manifest runs, or a constant has it that is not followed.
      if isDeclared || path.contains("Environment") || path.contains("ProcessInfo") { return unknown() }
      return make(.call(name, []))
    case .binary("+", let left, let right) where functions["+"] == nil:
      return sum(value(left, in: inner), value(right, in: inner)).map(make) ?? unknown()
    case .call(let callee, let arguments): return call(core, callee.core, arguments, in: inner, at: location)
    default: return unknown()
    }
  }

  private func text(_ parts: [TextPart], in scope: Scope) -> String? {
    if parts.count == 1, case .string(let string)? = parts.first { return string }
    var text = ""
    for part in parts {
      let string: String? =
        switch part {
        case .string(let string): string
        case .interpolation(let expression):
          meanings.hasInterpolations ? nil : value(expression, in: scope).string
        }
      guard let string, text.utf8.count < StepBudget.mostBytes, texts.take(string.utf8.count) else {
        return nil
      }
      text += string
    }
    return text
  }

  /// The sum of two values. The sum of a list and an unknown value has the elements of the list and one unknown element.
  private func sum(_ left: ManifestValue, _ right: ManifestValue) -> ManifestValue.Content? {
    switch (left.content, right.content) {
    case (.string(let first), .string(let second))
    where first.utf8.count + second.utf8.count <= StepBudget.mostBytes
      && texts.take(first.utf8.count + second.utf8.count):
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
      isPath(types, of: $0.context.types) || $0.context.types.isEmpty && types == scope.types
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
    // Attributes may change the value.
    if meanings.mayAlter(property.name, property.context) { return nil }
    // The statements of the manifest may have changed the variable.
    if !property.isConstant, property.getter == nil, file.mayChange(name) { return nil }
    var inner = Scope(
      file: file.path, types: property.context.types,
      expected: Self.expected(property.type) ?? scope.expected)
    inner.depth = scope.depth
    if let expression = property.value {
      return meanings.converts(expression, to: property.type, in: property.context.types)
        ? nil : value(expression, in: inner)
    }
    return property.getter.flatMap { result(of: $0, in: inner) }
  }
}
