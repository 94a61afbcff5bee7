internal import PlatformFacts
internal import PolicyLint
package import PolicyModel
internal import PolicySyntax
internal import PropertyList

/// A text that an editor offers at a cursor.
package struct Offer: Hashable, Sendable {
  /// The kind of text.
  package enum Kind: Sendable {
    case key, value, name, rule, parameter, identifier
  }

  /// The offered word, as written.
  package let label: String
  /// The kind of text.
  package let kind: Kind
  /// The text that the editor inserts: the word, followed by a colon for a key.
  package var text: String
  /// The text with placeholders, in the format of the Language Server Protocol; `nil` for a text without placeholders.
  package var snippet: String?
  /// A few words about the text, such as the default of a key; empty if the text needs no words.
  package var detail = ""
  /// The meaning of the text as Markdown; empty if the text has no documented meaning.
  package var documentation = ""

  init(_ label: String, _ kind: Kind, detail: String = "", documentation: String = "") {
    self.label = label
    self.kind = kind
    text = label
    self.detail = detail
    self.documentation = documentation
  }
}

/// The texts that an editor offers at a cursor.
package struct Offers: Sendable {
  /// The offers, beginning with the most likely offer.
  package private(set) var all: [Offer] = []

  private let context: CursorContext
  private let reading: PolicyReading?
  private let reference: LanguageReference

  /// The offers in a context. `reading` has the names in the policy and its bases, and the app's own files. `identifiers`
  /// returns the identifiers in the app's sources.
  package init(
    in context: CursorContext, _ reading: PolicyReading?, _ reference: LanguageReference,
    identifiers: () -> [String]
  ) {
    self.context = context
    self.reading = reading
    self.reference = reference
    switch context.part {
    case .none: break
    case .suppression: all = Catalog.rules.filter(\.isSuppressible).map(Self.offer)
    case .key: all = keys(of: context.steps)
    case .value: all = values(identifiers)
    case .element:
      all = values(identifiers)
      if !context.isInFlow { all += keys(of: context.steps) }
    }
    var known: Set<String> = []
    all.removeAll { !known.insert($0.label).inserted }
  }

  // MARK: - Keys

  private func keys(of steps: [String?]) -> [Offer] {
    let offers =
      reference.keys(of: steps).map { key in
        Offer(
          key.name, .key, detail: KeyText.detail(of: key),
          documentation: KeyText(key, at: steps + [key.name]).markdown)
      } + namedKeys(of: steps)
    return offers.filter { !context.siblings.contains($0.label) }.map { offer in
      var offer = offer
      guard !context.hasColon else { return offer }
      let form = reference.form(at: steps + [offer.label])
      offer.text = "\(offer.label):\(form.isNested && !context.isInFlow ? "" : " ")"
      offer.snippet = form.snippet(of: offer.label, isInFlow: context.isInFlow)
      return offer
    }
  }

  /// The keys of a mapping whose keys are names of rules, parameters or declarations.
  private func namedKeys(of steps: [String?]) -> [Offer] {
    switch steps {
    case ["rules"]: Catalog.rules.filter(\.isAdjustable).map(Self.offer)
    case ["model"]: PlatformFacts.parameters.map(Self.offer)
    case ["budgets"]: names(\.transfers, "a transfer")
    case ["population"]: scenarios
    default: []
    }
  }

  // MARK: - Values

  private func values(_ identifiers: () -> [String]) -> [Offer] {
    let steps = context.steps
    let key = steps.last { $0 != nil } ?? nil
    let summary = reference.key(at: steps.filter { $0 != nil })?.summary ?? ""
    let listed = reference.values(at: steps).map { value in
      Offer(value, .value, documentation: summary)
    }
    let modes = key == "backgroundModes" || key == "mode" ? Self.modes : []
    return referredNames(key, steps) + modes + listed + self.identifiers(key, steps, identifiers)
      + usualValue(at: steps, besides: listed)
  }

  /// The names that can be the value of a key that refers to a declaration.
  private func referredNames(_ key: String?, _ steps: [String?]) -> [Offer] {
    switch key {
    case "session": names(\.sessions, "a session")
    case "target": [Offer(Policy.Target.app, .name, detail: "the app itself")] + names(\.targets, "a target")
    case "startsTransfers": names(\.transfers, "a transfer")
    case "scenarios" where steps.first == "budgets": scenarios
    case "extends" where steps.first == "scenarios": scenarios
    default: []
    }
  }

  private func names<Thing: Named>(_ things: KeyPath<Policy, [Thing]>, _ detail: String) -> [Offer] {
    ((reading?.policy ?? context.policy)?[keyPath: things] ?? []).map {
      Offer($0.name.value, .name, detail: detail)
    }
  }

  private var scenarios: [Offer] {
    names(\.scenarios, "a scenario")
      + PlatformFacts.scenarios.map {
        Offer($0.name, .name, detail: "a built-in scenario", documentation: $0.summary)
      }
  }

  /// The identifiers in the app's own files.
  private func identifiers(
    _ key: String?, _ steps: [String?], _ ofSources: () -> [String]
  ) -> [Offer] {
    let isOfTask = steps.first == "tasks" && key == "identifier"
    let isOfSession = steps.first == "sessions" && key == "identifier"
    let isPermitted = steps.first == "permittedIdentifiers"
    let isGroup = key == "sharedContainerIdentifier" || key == "appGroups"
    guard isOfTask || isOfSession || isPermitted || isGroup else { return [] }
    var offers: [Offer] = []
    if isPermitted {
      offers += ((reading?.policy ?? context.policy)?.tasks ?? []).compactMap { task in
        task.identifier.map { Offer($0.value.written, .identifier, detail: "of the task \(task.name.value)") }
      }
    }
    if isOfTask || isPermitted {
      offers += listed(PlatformFacts.InfoPlistKey.permittedIdentifiers, detail: "in the Info.plist")
    }
    if isGroup {
      offers += listed(PlatformFacts.applicationGroupsEntitlement.value, detail: "in the entitlements")
    }
    if (isOfTask || isOfSession), let name = steps.dropFirst().first ?? nil {
      offers.append(
        Offer("$(PRODUCT_BUNDLE_IDENTIFIER).\(name)", .identifier, detail: "the app's, and the name"))
    }
    if !isGroup { offers += ofSources().map { Offer($0, .identifier, detail: "in the app's sources") } }
    return offers
  }

  /// The strings of a list in the app's property lists.
  private func listed(_ key: String, detail: String) -> [Offer] {
    (reading?.appFiles.propertyLists ?? []).flatMap { file -> [Offer] in
      guard case .propertyList(let document, _) = file.content,
        let value = try? document.value(for: key), case .array(let elements) = value
      else { return [] }
      return elements.compactMap { element in
        guard case .string(let text) = element else { return nil }
        return Offer(text, .identifier, detail: detail)
      }
    }
  }

  /// The default of a key, as an offer.
  private func usualValue(at steps: [String?], besides listed: [Offer]) -> [Offer] {
    guard context.part == .value, let key = reference.key(at: steps), let value = key.defaultValue else {
      return []
    }
    let text = value.hasPrefix("\"") ? String(value.dropFirst().dropLast()) : value
    guard !text.isEmpty, !text.hasPrefix("{"), !text.hasPrefix("[") else { return [] }
    guard !listed.contains(where: { $0.label == text }) else { return [] }
    return [Offer(text, .value, detail: "the default", documentation: key.summary)]
  }

  // MARK: - Documentation

  private static func offer(_ rule: Rule) -> Offer {
    Offer(
      rule.name.text, .rule, detail: rule.severity.label,
      documentation: HoverText.rule(rule))
  }

  private static func offer(_ parameter: ParameterFact) -> Offer {
    Offer(
      parameter.name, .parameter, detail: parameter.text, documentation: HoverText.parameter(parameter))
  }

  private static var modes: [Offer] {
    PlatformFacts.backgroundModes.value.map {
      Offer($0.name, .value, detail: "a background mode", documentation: "An app that \($0.purpose).")
    }
  }
}
