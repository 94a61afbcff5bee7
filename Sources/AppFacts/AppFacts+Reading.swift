package import JSON
internal import PlatformFacts

/// A text that does not contain facts of an app, or contains facts in another version of the format.
package struct FactsError: Error, Equatable {
  /// The path of the wrong member, such as `code[3].location`.
  package let path: String
  /// The expected form.
  package let expected: String
}

extension AppFacts {
  /// Reads facts from the JSON that `bgpolicy-appreader` prints.
  ///
  /// - Throws: a `FactsError` at the first member that does not have the form of the format.
  package init(_ json: JSONValue) throws(FactsError) {
    let object = FactsObject(json, path: "")
    guard try object.number("version") == Double(Self.formatVersion) else {
      throw FactsError(path: "version", expected: "\(Self.formatVersion)")
    }
    targets = try object.elements("targets", TargetFact.init)
    code = try object.elements("code", CodeFact.init)
    files = try object.strings("files")
    unread = try object.elements("unread") { (object) throws(FactsError) in
      UnreadFact(
        try FactLocation(object.member("location")), reason: try object.string("reason"),
        isRefused: object.isTrue("refused"), leavesOutCode: object.isTrue("leavesOutCode"))
    }
    // The facts of an earlier reader have no packages and no languages.
    packages = try object.optionalElements("packages", PackageFact.init)
    languages = try object.optionalElements("languages", LanguageFact.init)
  }
}

/// An object of the format, with the path that errors name.
private struct FactsObject {
  let json: JSONValue
  let path: String

  init(_ json: JSONValue, path: String) {
    self.json = json
    self.path = path
  }

  func error(_ name: String, _ expected: String) -> FactsError {
    FactsError(path: path.isEmpty ? name : "\(path).\(name)", expected: expected)
  }

  func optional(_ name: String) -> FactsObject? {
    json[name].map { FactsObject($0, path: path.isEmpty ? name : "\(path).\(name)") }
  }

  func member(_ name: String) throws(FactsError) -> FactsObject {
    guard let member = optional(name) else { throw error(name, "a value") }
    return member
  }

  func string(_ name: String) throws(FactsError) -> String {
    guard case .string(let text)? = json[name] else { throw error(name, "a string") }
    return text
  }

  func optionalString(_ name: String) throws(FactsError) -> String? {
    json[name] == nil ? nil : try string(name)
  }

  /// Whether a member that may be absent is `true`.
  func isTrue(_ name: String) -> Bool { json[name] == .bool(true) }

  func number(_ name: String) throws(FactsError) -> Double {
    switch json[name] {
    case .int(let number): Double(number)
    case .double(let number): number
    default: throw error(name, "a number")
    }
  }

  /// A line or a column; 0 if the object does not have the member.
  func optionalPosition(_ name: String) throws(FactsError) -> Int {
    guard let value = json[name] else { return 0 }
    guard case .int(let number) = value, (0...Self.lastPosition).contains(number) else {
      throw error(name, "a whole number from 0 to \(Self.lastPosition)")
    }
    return Int(number)
  }

  /// The largest line or column. A file that can be read has fewer lines and columns.
  private static let lastPosition: Int64 = 1 << 31

  func word<Word: RawRepresentable<String> & CaseIterable>(
    _ name: String, as type: Word.Type
  ) throws(FactsError) -> Word {
    guard let word = Word(rawValue: try string(name)) else {
      throw error(name, Word.allCases.map(\.rawValue).joined(separator: ", "))
    }
    return word
  }

  func elements<Element>(
    _ name: String, _ read: (FactsObject) throws(FactsError) -> Element
  ) throws(FactsError) -> [Element] {
    guard case .array(let values)? = json[name] else { throw error(name, "an array") }
    var elements: [Element] = []
    for (index, value) in values.enumerated() {
      elements.append(
        try read(FactsObject(value, path: "\(path.isEmpty ? "" : path + ".")\(name)[\(index)]")))
    }
    return elements
  }

  func optionalElements<Element>(
    _ name: String, _ read: (FactsObject) throws(FactsError) -> Element
  ) throws(FactsError) -> [Element] {
    json[name] == nil ? [] : try elements(name, read)
  }

  func strings(_ name: String) throws(FactsError) -> [String] {
    try elements(name) { (element) throws(FactsError) in
      guard case .string(let text) = element.json else {
        throw FactsError(path: element.path, expected: "a string")
      }
      return text
    }
  }

  func optionalStrings(_ name: String) throws(FactsError) -> [String] {
    json[name] == nil ? [] : try strings(name)
  }

  func entries(_ name: String) throws(FactsError) -> [FactEntry] {
    try member(name).entries
  }

  var entries: [FactEntry] {
    get throws(FactsError) {
      guard case .object(let members) = json else { throw FactsError(path: path, expected: "an object") }
      var entries: [FactEntry] = []
      for member in members {
        let value = FactsObject(member.value, path: "\(path).\(member.name)")
        entries.append(FactEntry(member.name, try FactValue(value)))
      }
      return entries
    }
  }

  func value(_ name: String) throws(FactsError) -> FactValue? {
    guard let member = optional(name) else { return nil }
    return try FactValue(member)
  }
}

extension PackageFact {
  fileprivate init(_ object: FactsObject) throws(FactsError) {
    self.init(
      try object.string("name"), try object.word("manager", as: Manager.self),
      at: try FactLocation(object.member("location")), isRead: object.json["read"] == true)
  }
}

extension LanguageFact {
  fileprivate init(_ object: FactsObject) throws(FactsError) {
    self.init(
      try object.word("language", as: PluginFunction.Language.self), count: Int(try object.number("count")),
      at: try FactLocation(object.member("location")),
      calls: try object.optionalElements("calls", PluginCall.init))
  }
}

extension PluginCall {
  fileprivate init(_ object: FactsObject) throws(FactsError) {
    self.init(
      try object.string("package"), try object.string("name"), identifier: try object.value("identifier"),
      task: try object.value("task"), asksForSystem: object.isTrue("asksForSystem"),
      isInComponent: object.isTrue("isInComponent"),
      lacksEntryPoint: object.isTrue("lacksEntryPoint"), lacksEnd: object.isTrue("lacksEnd"),
      plugin: try object.optionalString("plugin"),
      uncalledFunction: try object.optionalString("uncalledFunction"),
      lockedUse: object.json["lockedUse"] == nil ? nil : try FactLocation(object.member("lockedUse")),
      at: try FactLocation(object.member("location")))
  }
}

extension FactLocation {
  fileprivate init(_ object: FactsObject) throws(FactsError) {
    self.init(
      file: try object.string("file"), line: try object.optionalPosition("line"),
      column: try object.optionalPosition("column"))
  }
}

extension FactValue {
  fileprivate init(_ object: FactsObject) throws(FactsError) {
    var content: Content?
    if let value = object.optional("value") { content = try Content(value) }
    self.init(
      content, try object.word("resolution", as: Resolution.self),
      at: try FactLocation(object.member("location")),
      expression: try object.optionalString("expression"), pattern: try object.optionalString("pattern"),
      variants: object.optional("variants") == nil ? [] : try object.elements("variants", Variant.init))
  }
}

extension FactValue.Variant {
  fileprivate init(_ object: FactsObject) throws(FactsError) {
    self.init(try object.strings("conditions"), try object.value("value"))
  }
}

extension FactValue.Content {
  fileprivate init(_ object: FactsObject) throws(FactsError) {
    switch object.json {
    case .null: self = .null
    case .bool(let isTrue): self = .bool(isTrue)
    case .int(let number): self = .number(Double(number))
    case .double(let number): self = .number(number)
    case .string(let text): self = .string(text)
    case .array(let elements):
      var values: [FactValue] = []
      for (index, element) in elements.enumerated() {
        values.append(try FactValue(FactsObject(element, path: "\(object.path)[\(index)]")))
      }
      self = .list(values)
    case .object: self = .dictionary(try object.entries)
    }
  }
}

extension TargetFact {
  fileprivate init(_ object: FactsObject) throws(FactsError) {
    self.init(
      name: try object.string("name"), kind: try object.word("kind", as: Kind.self),
      location: try FactLocation(object.member("location")),
      extensionPoint: try object.optionalString("extensionPoint"), platforms: try object.strings("platforms"),
      configurations: try object.elements("configurations", ConfigurationFact.init),
      defaultConfiguration: try object.optionalString("defaultConfiguration"),
      sources: try object.strings("sources"), dependencies: try object.strings("dependencies"),
      packageProducts: try object.strings("packageProducts"))
    includes = try object.optionalStrings("includes")
    let files = try object.optionalElements("filesOfDependencies") { (element) throws(FactsError) in
      (try element.string("name"), try element.strings("files"))
    }
    filesOfDependencies = Dictionary(files) { $0 + $1 }
  }
}

extension ConfigurationFact {
  fileprivate init(_ object: FactsObject) throws(FactsError) {
    self.init(
      name: try object.string("name"), bundleIdentifier: try object.value("bundleIdentifier"),
      infoPlist: try object.value("infoPlist"), entitlements: try object.value("entitlements"),
      deploymentTargets: try object.entries("deploymentTargets"), settings: try object.entries("settings"),
      compilationConditions: try object.strings("compilationConditions"),
      preprocessorDefinitions: try object.optionalStrings("preprocessorDefinitions"),
      infoPlistValues: try object.entries("infoPlistValues"),
      entitlementValues: try object.entries("entitlementValues"))
    undecidedConditions = try object.optionalStrings("undecidedConditions")
    undecidedDefinitions = try object.optionalStrings("undecidedDefinitions")
    isForDebugging = object.isTrue("isForDebugging")
    isForRelease = object.isTrue("isForRelease")
    isUnoptimized = object.isTrue("isUnoptimized")
    checksIsolation = object.isTrue("checksIsolation")
    isolatesToMainActor = object.isTrue("isolatesToMainActor")
  }
}

extension CodeFact {
  fileprivate init(_ object: FactsObject) throws(FactsError) {
    let kind = try object.word("kind", as: FactKind.self)
    let location = try FactLocation(object.member("location"))
    var moments: [Moment] = []
    for name in try object.strings("moments") {
      guard let moment = Moment(rawValue: name) else { throw object.error("moments", "known moments") }
      moments.append(moment)
    }
    self.init(
      kind, at: location,
      scope: try object.strings("scope"), conditions: try object.strings("conditions"),
      reach: try object.word("reach", as: Reach.self), moments: moments,
      values: try object.elements("values") { (element) throws(FactsError) in
        FactEntry(try element.string("name"), try FactValue(element))
      })
  }
}
