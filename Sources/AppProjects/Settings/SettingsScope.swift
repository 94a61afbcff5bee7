internal import AppFacts

/// The build settings of a target in a configuration.
struct SettingsScope {
  /// A placeholder for the value of `SRCROOT`. No text of a file contains it.
  static let root = "\u{1}"

  /// The sources of settings; the first level takes precedence.
  var levels: [SettingLevel]
  /// The properties of the build.
  var conditions: SettingConditions
  /// The settings that the targets and configurations of the project assign.
  var otherNames: Set<String> = []
  /// The steps that the settings of all targets may take.
  let budget: StepBudget
  /// Settings that replace all other settings, such as `CFBundleIdentifier` in a property list.
  var overrides: [String: String] = [:]

  /// A text with its references resolved.
  struct Text {
    /// The text; an unknown part is its name in braces.
    var text = ""
    /// Whether every part is known.
    var isResolved = true
    /// Whether another setting brings quotes or backslashes into the text. To Xcode, they separate no words there, because Xcode separates
    /// the words of a list before it resolves references.
    var hasQuotesOfReferences = false
  }

  /// The value of a setting.
  enum Value {
    /// No source assigns the setting.
    case absent
    /// A file that may assign the setting could not be read.
    case unknown(FactLocation)
    /// An assignment, with its value.
    case assigned(SettingAssignment, Text)
  }

  /// The value of a setting.
  func value(of name: String) -> Value {
    var evaluation = SettingEvaluation(scope: self)
    return evaluation.value(of: name)
  }

  /// Whether a setting that no source assigns is empty on purpose.
  ///
  /// To Xcode, such a setting is always empty, but the command line may assign what no file assigns. So the setting counts as empty only if
  /// other targets or configurations assign it, or if its name ends with `_SUFFIX`.
  func isEmptyIfAbsent(_ name: String) -> Bool { otherNames.contains(name) || name.hasSuffix("_SUFFIX") }

  /// The text of a setting; `nil` if the setting is not assigned or not known.
  func text(of name: String) -> String? {
    guard case .assigned(_, let text) = value(of: name), text.isResolved else { return nil }
    return text.text
  }

  /// Whether a setting is `YES`, or another text that Xcode takes for it, such as `true` or `1`.
  func isTrue(_ name: String) -> Bool {
    let text = text(of: name)?.drop { $0.isWhitespace || $0 == "0" || $0 == "+" || $0 == "-" }
    return text?.first.map("YyTt123456789".contains) ?? false
  }

  /// A setting as a fact; `nil` if no source assigns the setting, or if the setting is empty.
  func fact(of name: String) -> FactValue? {
    switch value(of: name) {
    case .absent: return nil
    case .unknown(let location):
      return FactValue(nil, .unresolved, at: location, expression: "$(\(name))")
    case .assigned(let assignment, let text):
      if text.isResolved, text.text.isEmpty { return nil }
      return fact(of: assignment.value, text, at: assignment.location)
    }
  }

  /// A text with references as a fact.
  func fact(of source: String, at location: FactLocation) -> FactValue {
    var evaluation = SettingEvaluation(scope: self)
    return fact(of: source, evaluation.text(of: SettingExpression(source)), at: location)
  }

  /// The names of the settings that a text refers to, and the names that their values refer to.
  func references(of source: String) -> Set<String> {
    var evaluation = SettingEvaluation(scope: self)
    _ = evaluation.text(of: SettingExpression(source))
    return evaluation.references
  }

  private func fact(of source: String, _ text: Text, at location: FactLocation) -> FactValue {
    let expression = SettingExpression(source)
    let hasPath = text.text.contains(Self.root)
    guard text.isResolved, !hasPath else {
      let pattern = text.text.split(separator: Self.root, omittingEmptySubsequences: false)
        .joined(separator: "{SRCROOT}")
      return FactValue(
        nil, .unresolved, at: location, expression: Self.shortened(source),
        pattern: Self.hasKnownParts(pattern) ? pattern : nil)
    }
    if expression.literal != nil { return FactValue(.string(text.text), .literal, at: location) }
    guard let target = place(of: expression) else {
      return FactValue(.string(text.text), .expression, at: location, expression: Self.shortened(source))
    }
    return FactValue(.string(text.text), .constant, at: target, expression: Self.shortened(source))
  }

  /// Whether a pattern is more than a name in braces.
  private static func hasKnownParts(_ pattern: String) -> Bool {
    !pattern.hasPrefix("{") || pattern.firstIndex(of: "}") != pattern.indices.last
  }

  /// The place of the literal that a lone reference leads to; `nil` if the reference leads to an expression.
  private func place(of expression: SettingExpression) -> FactLocation? {
    var expression = expression
    var location: FactLocation?
    // A chain of references is short; a circular chain has no literal.
    for _ in 0..<32 {
      guard let reference = expression.loneReference else {
        return expression.literal == nil ? nil : location
      }
      guard let name = reference.name.literal, overrides[name] == nil,
        case .assigned(let assignment, _) = value(of: name)
      else { return nil }
      location = assignment.location
      expression = SettingExpression(assignment.value)
    }
    return nil
  }

  /// A source text on one line of at most 120 characters.
  private static func shortened(_ source: String) -> String {
    let line = source.split(whereSeparator: \.isNewline).joined(separator: " ")
    return line.count > 120 ? line.prefix(119) + "…" : line
  }
}

/// The evaluation of a text with references.
struct SettingEvaluation {
  /// The maximum number of references that are followed, so that settings can't take long to evaluate.
  private static let maximumSteps = 4000
  /// The maximum number of bytes of a text.
  private static let maximumLength = 1 << 16
  /// The maximum number of references within references.
  private static let maximumDepth = 64

  let scope: SettingsScope
  /// The names of the settings that were looked up.
  private(set) var references: Set<String> = []
  private var steps = 0
  private var depth = 0
  /// The assignments that are being evaluated. A reference to the same setting means the assignment of a
  /// lower level.
  private var active: [String: Position] = [:]
  private var names: [String] = []

  /// The position of an assignment among all levels.
  private struct Position {
    let level: Int
    let index: SettingLevel.Index
  }

  private enum Lookup {
    case absent
    case unknown(FactLocation)
    case found(SettingAssignment, Position)
  }

  init(scope: SettingsScope) { self.scope = scope }

  /// The value of a setting.
  mutating func value(of name: String) -> SettingsScope.Value {
    switch lookup(name) {
    case .absent: return .absent
    case .unknown(let location): return .unknown(location)
    case .found(let assignment, let position):
      return .assigned(assignment, text(of: assignment, at: position))
    }
  }

  /// The text of an expression.
  mutating func text(of expression: SettingExpression) -> SettingsScope.Text {
    var result = SettingsScope.Text()
    for (index, piece) in expression.pieces.enumerated() {
      switch piece {
      case .text(let text): result.text += text
      case .reference(let reference):
        var value = text(of: reference)
        let next = expression.pieces[(index + 1)...].first
        if value.isResolved, value.text.isEmpty, Self.isGap(after: result.text, before: next) {
          value = SettingsScope.Text(
            text: "{\(reference.name.literal ?? reference.source)}", isResolved: false)
        }
        result.text += value.text
        result.isResolved = result.isResolved && value.isResolved
        result.hasQuotesOfReferences = result.hasQuotesOfReferences || value.hasQuotesOfReferences
      }
      if result.text.utf8.count > Self.maximumLength {
        return SettingsScope.Text(text: "{…}", isResolved: false)
      }
    }
    return result
  }

  /// Whether an empty reference at this place leaves a part of an identifier empty, as in `com..app`, which no build is meant to have.
  private static func isGap(after text: String, before next: SettingExpression.Piece?) -> Bool {
    switch next {
    case .text(let rest)?: rest.hasPrefix(".") && (text.isEmpty || text.hasSuffix("."))
    case .reference?: false
    case nil: text.hasSuffix(".")
    }
  }

  /// Whether a text has the form of a development team's identifier. Any other text is a placeholder to replace before a build.
  private static func isTeam(_ text: String) -> Bool {
    text.utf8.count == 10 && text.allSatisfy { $0.isASCII && ($0.isUppercase || $0.isNumber) }
  }

  private mutating func text(of assignment: SettingAssignment, at position: Position) -> SettingsScope.Text {
    let outer = active[assignment.name]
    active[assignment.name] = position
    names.append(assignment.name)
    depth += 1
    defer {
      active[assignment.name] = outer
      names.removeLast()
      depth -= 1
    }
    return text(of: SettingExpression(assignment.value))
  }

  private mutating func text(of reference: SettingExpression.Reference) -> SettingsScope.Text {
    steps += 1
    guard steps <= Self.maximumSteps, depth <= Self.maximumDepth, scope.budget.take() else {
      return SettingsScope.Text(text: "{…}", isResolved: false)
    }
    let nameText = text(of: reference.name)
    guard nameText.isResolved, !nameText.text.isEmpty else {
      return SettingsScope.Text(text: "{\(nameText.text)}", isResolved: false)
    }
    var name = nameText.text
    let isInherited = name == "inherited" || (name == "value" && !names.isEmpty)
    if isInherited {
      guard let current = names.last else { return SettingsScope.Text() }
      name = current
    } else {
      references.insert(name)
    }

    let unresolved = SettingsScope.Text(text: "{\(name)}", isResolved: false)
    var result: SettingsScope.Text
    var isAbsent = false
    if let override = scope.overrides[name] {
      result = SettingsScope.Text(text: override)
    } else {
      switch lookup(name) {
      case .absent where !reference.isBracketed: return SettingsScope.Text(text: reference.source)
      case .absent:
        isAbsent = !isInherited
        result = SettingsScope.Text()
      case .unknown: return unresolved
      case .found(let assignment, let position):
        result = text(of: assignment, at: position)
        result.hasQuotesOfReferences =
          result.hasQuotesOfReferences
          || (isInherited
            ? !SettingWords.isBalanced(assignment.value) : SettingWords.hasQuotes(assignment.value))
      }
    }
    let hasDefault = reference.operators.contains { $0.name == "default" && $0.operand != nil }
    // The name may be Xcode's own, such as `PLATFORM_FAMILY_NAME`, which a build has although no file assigns it.
    if isAbsent, decidesCode || !hasDefault && !scope.isEmptyIfAbsent(name) { return unresolved }
    if name == "DEVELOPMENT_TEAM", result.isResolved, !Self.isTeam(result.text) { return unresolved }
    for setting in reference.operators {
      // Xcode applies an operator to each word of a list.
      if decidesCode, SettingWords.split(result.text) != [result.text], !result.text.isEmpty {
        return unresolved
      }
      guard result.isResolved, let text = apply(setting, to: result.text) else { return unresolved }
      result = text
    }
    return result
  }

  private mutating func apply(
    _ setting: SettingExpression.Operator, to text: String
  ) -> SettingsScope.Text? {
    guard let operand = setting.operand else {
      return SettingOperator.apply(setting.name, to: text).map { SettingsScope.Text(text: $0) }
    }
    guard setting.name == "default" else { return nil }
    return text.isEmpty ? self.text(of: operand) : SettingsScope.Text(text: text)
  }

  /// Whether the setting that is evaluated decides which code or which property lists a target has, so that a guess could hide work.
  private var decidesCode: Bool {
    names.first.map { Self.defining.contains($0) || Self.selecting.contains($0) } ?? false
  }

  /// The assignment of a setting that takes precedence, below the assignment that is being evaluated.
  private func lookup(_ name: String) -> Lookup {
    let start = active[name]
    var gap: FactLocation?
    for level in (start?.level ?? 0)..<max(scope.levels.count, start?.level ?? 0) {
      let end = level == start?.level ? start?.index : nil
      for (index, candidate) in scope.levels[level].candidates(for: name, before: end) {
        switch candidate {
        case .gap(let missing):
          // A file that no repository contains, such as a file with the keys of services, defines no names for the compilers.
          if missing.isMissing, Self.defining.contains(name) { continue }
          // A file that can't be read seldom assigns the basic settings of a target; a level below the file assigns them.
          guard Self.structural.contains(name), missing.name == nil else { return .unknown(missing.location) }
          gap = gap ?? missing.location
        case .assignment(let assignment):
          switch scope.conditions.match(assignment.conditions) {
          case .yes: return .found(assignment, Position(level: level, index: index))
          case .no:
            // A comparison of conditions takes longer than a step of an evaluation.
            guard scope.budget.take(10) else { return .unknown(assignment.location) }
          case .unknown: return .unknown(assignment.location)
          }
        }
      }
    }
    return gap.map { .unknown($0) } ?? .absent
  }

  /// The settings that define names for the compilers, or leave code out.
  private static let defining = Set(
    DefinedNames.flagsOfC + DefinedNames.definitionsOfC + [
      "OTHER_SWIFT_FLAGS",
      "SWIFT_ACTIVE_COMPILATION_CONDITIONS", "EXCLUDED_SOURCE_FILE_NAMES", "INCLUDED_SOURCE_FILE_NAMES",
    ])

  /// The settings that select the property lists and the systems of a target.
  private static let selecting: Set<String> = [
    "CODE_SIGN_ENTITLEMENTS", "INFOPLIST_FILE", "SDKROOT", "SUPPORTED_PLATFORMS",
  ]

  /// The basic settings of a target. A project states them itself, not in a file that its repository lacks.
  private static let structural: Set<String> = [
    "INFOPLIST_FILE", "IPHONEOS_DEPLOYMENT_TARGET", "MACOSX_DEPLOYMENT_TARGET", "PRODUCT_NAME", "SDKROOT",
    "SUPPORTED_PLATFORMS", "TARGETED_DEVICE_FAMILY", "TVOS_DEPLOYMENT_TARGET", "WATCHOS_DEPLOYMENT_TARGET",
    "XROS_DEPLOYMENT_TARGET",
  ]
}
