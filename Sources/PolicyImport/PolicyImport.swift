package import AppFacts
package import JSON

/// A policy that an import wrote.
package struct ImportedPolicy: Equatable, Sendable {
  /// The name of the app's target; `nil` for the base of several policies.
  package let target: String?
  /// The name of the policy's file, such as `Photos.bgpolicy.yaml`.
  package let file: String
  /// The policy as YAML, with a comment on each value.
  package let yaml: String
  /// The policy as data.
  package let json: JSONValue
  /// The result of the import; empty for a base.
  package let summary: ImportSummary
}

/// Writes the background work of apps as policies that add nothing to the work.
package enum PolicyImport {
  /// The name of the file with the declarations that several apps share.
  package static let baseFile = "base.yaml"

  /// The policies of a project's apps. If several policies share declarations, their base comes first.
  ///
  /// `target` selects one app. `folder` is the path from the policies to the folder that was read; empty if the policies are in that
  /// folder.
  package static func policies(
    of facts: AppFacts, target: String? = nil, folder: String = ""
  ) -> [ImportedPolicy] {
    let facts = facts.relocated(to: folder)
    let apps = ImportedApp.all(in: facts).filter { target == nil || $0.target.name == target }
    let project = AppImport.ProjectFiles(facts)
    var drafts = apps.map { PolicyDraft($0, facts, project, folder: folder) }
    var base: ImportedPolicy?
    if drafts.count > 1, let shared = SharedSections(of: drafts.map(\.policy)) {
      for index in drafts.indices { drafts[index].policy = shared.rest(of: drafts[index].policy) }
      let names = drafts.map(\.name)
      let list = names.dropLast().joined(separator: ", ") + " and " + names[names.count - 1]
      base = ImportedPolicy(
        target: nil, file: baseFile,
        yaml: DraftYAML.text(
          of: shared.policy, head: ["What \(list) have in common in the background.", PolicyDraft.origin]),
        json: DraftValue(content: .mapping(shared.policy)).json, summary: ImportSummary())
    }
    var files = ImportNames.FileNames()
    return [base].compactMap(\.self) + drafts.map { $0.imported(as: files.name(for: $0.name)) }
  }

  /// The names of a project's apps, for the selection of an app.
  package static func apps(in facts: AppFacts) -> [String] {
    ImportedApp.all(in: facts).map(\.target.name)
  }
}

/// The policy of one app before it is written.
private struct PolicyDraft {
  let name: String
  var policy: [DraftItem]
  let summary: ImportSummary

  static let origin = "Written by `bgpolicy import` from the app; the comment on a value is its location."

  init(_ app: ImportedApp, _ facts: AppFacts, _ project: AppImport.ProjectFiles, folder: String) {
    var draft = AppImport(app, facts, project, folder: folder)
    name = app.target.name
    var head = draft.appSection()
    let allTargets = draft.targetsSection()
    var sections: [(String, [DraftItem])] = []
    sections.append(("sessions", draft.sessionsSection()))
    sections.append(("tasks", draft.tasksSection()))
    sections.append(("backgroundTasks", draft.backgroundTasksSection()))
    sections.append(("pushes", draft.pushesSection()))
    sections.append(("otherWork", draft.otherWorkSection()))
    sections.append(("transfers", draft.transfersSection()))
    sections = sections.map { ($0.0, draft.withStartedTransfers($0.1, of: $0.0)) }
    sections.insert(("targets", allTargets.shortUnlessUsed(in: sections.flatMap(\.1))), at: 0)
    draft.noteOthers(in: facts)
    let body = sections.flatMap { Self.section($0.0, $0.1) }
    let schema = DraftItem.entry("schema", .number(1))
    let lists = draft.propertyListSections(
      of: [schema, .entry("app", DraftValue(content: .mapping(head)))] + body)
    let settings = draft.buildSettings(
      for: [.entry("app", DraftValue(content: .mapping(head)))] + body + lists)
    let index = head.firstIndex { $0.key.map(Self.keysAfterSettings.contains) ?? false }
    head.insert(contentsOf: settings, at: index ?? head.endIndex)
    let targets = body.prefix { $0.key == "targets" }
    policy = draft.suppressingUnstatedSettings(
      in: [schema, .entry("app", DraftValue(content: .mapping(head)))] + targets + lists
        + body.dropFirst(targets.count))
    draft.summary.declared = sections.map { section, items in
      DeclaredSection(section: section, count: items.count { $0.key != nil })
    }
    draft.summary.values = DraftValue(content: .mapping(policy)).statedValues
    summary = draft.summary
  }

  private static let keysAfterSettings: Set = [
    "deploymentTarget", "infoPlist", "entitlements", "appGroups", "legacyFetch", "sources",
  ]

  /// A section with its key, or only the comments of a section without declarations.
  private static func section(_ key: String, _ items: [DraftItem]) -> [DraftItem] {
    items.contains { $0.key != nil } ? [.entry(key, DraftValue(content: .mapping(items)))] : items
  }

  func imported(as file: String) -> ImportedPolicy {
    ImportedPolicy(
      target: name, file: file,
      yaml: DraftYAML.text(of: policy, head: ["What \(name) does in the background.", Self.origin]),
      json: DraftValue(content: .mapping(policy)).json, summary: summary)
  }
}

/// The declarations that several policies have in common.
private struct SharedSections {
  /// The base policy.
  let policy: [DraftItem]
  private let shared: [String: Set<String>]
  private let wholes: Set<String>

  /// The sections that a base may contain: their declarations refer to nothing that belongs to a single app.
  private static let mappings = ["sessions", "tasks", "backgroundTasks", "pushes", "otherWork", "transfers"]
  private static let lists = ["backgroundModes", "permittedIdentifiers"]

  /// The common declarations; `nil` if the policies have no common declarations.
  init?(of policies: [[DraftItem]]) {
    var items: [DraftItem] = []
    var shared: [String: Set<String>] = [:]
    var wholes: Set<String> = []
    let values = policies.map { DraftValue(content: .mapping($0)) }
    for item in policies[0] {
      guard case .entry(let section, let value) = item else { continue }
      if section == "schema" { items.append(item) }
      if Self.lists.contains(section), values.allSatisfy({ $0[section] == value }) {
        items.append(item)
        wholes.insert(section)
      }
      guard Self.mappings.contains(section) else { continue }
      let common = value.items.filter { declaration in
        guard let key = declaration.key, let own = declaration.value else { return false }
        // A declaration of a target, or in a session of one app, stays with its app.
        if own["target"] != nil { return false }
        if let session = own["session"]?.text, shared["sessions"]?.contains(session) != true { return false }
        return values.allSatisfy { $0[section]?[key] == own }
      }
      guard !common.isEmpty else { continue }
      shared[section] = Set(common.compactMap(\.key))
      items.append(.entry(section, DraftValue(content: .mapping(common))))
    }
    guard items.count > 1 else { return nil }
    policy = items
    self.shared = shared
    self.wholes = wholes
  }

  /// A policy without the common declarations, which extends the base.
  func rest(of policy: [DraftItem]) -> [DraftItem] {
    policy.flatMap { item -> [DraftItem] in
      guard case .entry(let section, let value) = item else { return [item] }
      if section == "schema" { return [item, .entry("extends", .string(PolicyImport.baseFile))] }
      if wholes.contains(section) { return [] }
      guard let names = shared[section] else { return [item] }
      let rest = value.items.filter { $0.key.map { !names.contains($0) } ?? true }
      guard rest.contains(where: { $0.key != nil }) else { return rest }
      return [.entry(section, DraftValue(content: .mapping(rest)))]
    }
  }
}
