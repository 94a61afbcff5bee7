internal import AppFacts
internal import PlatformFacts
internal import PolicyModel

// The section `sessions`.

extension AppImport {
  /// The sessions of the app and its targets: every background session, and every other session that sets a property.
  mutating func sessionsSection() -> [DraftItem] {
    var names = ImportNames()
    var items: [DraftItem] = []
    for group in sessionGroups() { items += session(group, &names) }
    return items
  }

  /// Facts about one session, which the code may make at several locations.
  private struct SessionGroup {
    let type: String
    let process: String
    /// The identifier with its build settings; `nil` if the identifier is not known, or if the session has no
    /// identifier.
    let identifier: String?
    var facts: [UsableFact]
  }

  private mutating func sessionGroups() -> [SessionGroup] {
    var groups: [SessionGroup] = []
    let ofExtensions = Set(
      facts(.session).filter { $0.process != "app" }
        .compactMap { $0.fact["identifier"]?.string.map { expanded($0) } })
    for usable in facts(.session) {
      let fact = usable.fact
      guard fact["session"]?.bool != false else {
        skip(fact, because: "the configuration makes no session")
        continue
      }
      let isOfExtension =
        usable.process == "app"
        && fact["identifier"]?.string.map { ofExtensions.contains(expanded($0)) } ?? false
      guard !isMadeForEvents(fact, isOfExtension: isOfExtension) else {
        skip(fact, because: "it is made again for the events of another session")
        continue
      }
      guard let type = fact["type"]?.string, SessionType(rawValue: type) != nil else {
        skip(fact, because: "its type is not known without running the app")
        continue
      }
      guard type == "background" || setProperties(of: fact) else {
        skip(fact, because: "it is a session with the properties of .\(type)")
        continue
      }
      let identifier = fact["identifier"]?.string
      let index = groups.firstIndex {
        $0.type == type && $0.process == usable.process && type == "background" && identifier != nil
          && $0.identifier.map { expanded($0) } == identifier.map { expanded($0) }
      }
      if let index {
        groups[index].facts.append(usable)
      } else {
        groups.append(
          SessionGroup(type: type, process: usable.process, identifier: identifier, facts: [usable]))
      }
    }
    return groups
  }

  /// Whether the app makes a session only for the events for which the system has launched the app: a session with the identifier that the
  /// app delegate gets, or with the identifier of an extension's session.
  private func isMadeForEvents(_ fact: CodeFact, isOfExtension: Bool) -> Bool {
    let isForEvents = fact.moments == [.backgroundEvents]
    if isOfExtension { return isForEvents }
    guard let value = fact["identifier"], value.content == nil, let expression = value.expression else {
      return false
    }
    return expression.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
      && (isForEvents || fact.scope.contains { $0.contains("handleEventsForBackgroundURLSession") })
  }

  private func setProperties(of fact: CodeFact) -> Bool {
    fact.values.contains { SessionKey(of: $0.key) != nil }
  }

  private mutating func session(_ group: SessionGroup, _ names: inout ImportNames) -> [DraftItem] {
    let facts = group.facts.map(\.fact)
    let first = facts[0]
    let name = names.name(candidates(for: group), otherwise: "session")
    let path = "sessions.\(name)"
    for fact in facts { sessionNames[fact.location, default: [:]][fact["identifier"]?.string] = name }
    var keys: [DraftItem] = []
    if group.type != "background" {
      keys.append(.entry("type", .string(group.type).at(first["type"]?.location ?? first.location)))
    }
    if let identifier = group.identifier {
      keys.append(
        .entry("identifier", .string(identifier).at(facts.compactMap { $0["identifier"]?.location })))
    } else if group.type == "background" {
      keys += composedIdentifier(first["identifier"], path: path, at: first.location)
    }
    if group.process != "app" {
      keys.append(.entry("target", .string(group.process).at(facts.map(\.location))))
    }
    keys += platformsEntry(of: group.facts)
    keys += properties(of: facts, path: path)
    let value = DraftValue(content: .mapping(keys))
    return [.entry(name, keys.contains { $0.key != nil } ? value : value.at(first.location))]
  }

  /// The form of an identifier that the code composes, and a comment that the identifier is open if the code shows no beginning.
  private mutating func composedIdentifier(_ value: FactValue?, path: String, at location: FactLocation)
    -> [DraftItem]
  {
    guard let value, let expression = value.expression else {
      return [
        todo(
          "\(path).identifier", value?.unresolvedText ?? "the code does not state it",
          at: [value?.location ?? location])
      ]
    }
    func entry(_ form: String) -> DraftItem {
      .entry(
        "identifier",
        DraftValue.inline(["runtime": .string(form)]).at(value.location, remark: "`\(expression)`"))
    }
    if let pattern = value.pattern, !pattern.hasPrefix("{") { return [entry(pattern)] }
    return [
      todo("\(path).identifier", value.unresolvedText, at: [value.location]),
      entry(value.pattern ?? "{value}"),
    ]
  }

  private func candidates(for group: SessionGroup) -> [String] {
    let variables = group.facts.flatMap { Self.candidates(for: $0.fact) }
    guard group.type == "background", let identifier = group.identifier else { return variables }
    let names = ImportNames.candidates(
      identifier: expanded(identifier), bundleIdentifier: bundleIdentifier(of: group.process))
    return names + variables
  }

  /// Names for a session without a known identifier: the name of the session's variable, or of the type that declares the variable if the
  /// variable's name is too common.
  private static func candidates(for fact: CodeFact) -> [String] {
    let variable = fact["name"]?.string
    let types = fact.scope.filter { !$0.contains("(") }
    guard let variable, !["session", "urlSession", "backgroundSession"].contains(variable) else {
      return types.suffix(1) + [variable].compactMap(\.self)
    }
    return [subject(of: variable)] + types.suffix(1)
  }

  /// The name of a variable without the word that names of session variables end with: `uploads` for `uploadsSession`.
  private static func subject(of variable: String) -> String {
    let suffix = ["URLSession", "Session"].first(where: variable.hasSuffix) ?? ""
    let subject = variable.dropLast(suffix.count)
    return subject.contains(where: \.isLetter) ? String(subject) : variable
  }

  // MARK: - Properties

  /// The properties in the order of the language, followed by notes on the properties that the language lacks.
  private mutating func properties(of facts: [CodeFact], path: String) -> [DraftItem] {
    var items: [DraftItem] = []
    for key in SessionKey.all {
      let agreement = agreement(on: key, in: facts)
      let item = entry(
        key.name, agreement, path: path, section: "sessions",
        runtime: key.mayBeRuntime ? .string("runtime") : nil
      ) { key.written($0) }
      if let item { items.append(item) }
    }
    for fact in facts {
      for entry in fact.values
      where SessionKey(of: entry.key) == nil && !SessionKey.others.contains(entry.key) {
        summary.skip(
          "\(path).\(entry.key)", because: "the policy language has no such key", at: entry.value.location)
      }
    }
    return items
  }

  private func agreement(on key: SessionKey, in facts: [CodeFact]) -> Agreement {
    // The facts may use the spelling of Objective-C.
    let names = facts.flatMap(\.values).map(\.key).filter { SessionKey(of: $0)?.name == key.name }
    return Agreement(names.first ?? key.name, in: facts, fallback: key.fallback)
  }

  /// The systems of facts, if they differ from the systems of the whole process.
  func platformsEntry(of facts: [UsableFact]) -> [DraftItem] {
    guard facts.allSatisfy({ $0.platforms != nil }) else { return [] }
    let platforms = Set(facts.flatMap { $0.platforms ?? [] })
    let declared = declaredPlatforms.isEmpty ? Platform.allCases : declaredPlatforms
    let systems = declared.filter(platforms.contains)
    guard !systems.isEmpty, systems != declared else { return [] }
    return [.entry("platforms", .strings(systems.map(\.rawValue)).at(facts.map(\.fact.location)))]
  }
}

/// A property of a session's configuration in a policy.
private struct SessionKey {
  let name: String

  static let all = SessionProperty.all.map { SessionKey(name: "\($0.name)") }
  private static let byName = Dictionary(
    all.map { ($0.name.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
  /// The values of a session fact that are not properties.
  static let others: Set = [
    "type", "identifier", "delegate", "delegateQueue", "handedBack", "knowsMoments", "lifetime", "name",
    "repeats", "session", "unstable",
  ]

  private init(name: String) { self.name = name }

  /// The property that a fact names as Swift or as Objective-C spells it.
  init?(of name: String) {
    guard let key = Self.byName[name.lowercased()] ?? Self.byName["is\(name.lowercased())"] else {
      return nil
    }
    self = key
  }

  /// Whether the language has a value for a property that the app chooses at run time.
  var mayBeRuntime: Bool {
    ["allowsCellularAccess", "allowsExpensiveNetworkAccess", "allowsConstrainedNetworkAccess"].contains(name)
  }

  /// The value of an unchanged configuration, for the properties that code often sets to that value.
  var fallback: FactValue.Content {
    switch name {
    case "isDiscretionary", "waitsForConnectivity": .bool(false)
    case "sessionSendsLaunchEvents", "allowsCellularAccess", "allowsExpensiveNetworkAccess",
      "allowsConstrainedNetworkAccess", "httpShouldSetCookies":
      .bool(true)
    default: .null
    }
  }

  /// The value in the form of a policy.
  func written(_ value: FactValue) -> DraftValue? {
    switch name {
    case "timeoutIntervalForRequest", "timeoutIntervalForResource":
      return value.number.flatMap(DraftValue.duration)
    case "httpAdditionalHeaders":
      guard case .dictionary(let entries)? = value.content else { return value.written }
      // If only a run of the app shows the value of a header, the app decides the value.
      return .inline(entries.map { .entry($0.key, $0.value.written ?? .string("runtime")) })
    default: return value.written
    }
  }
}
