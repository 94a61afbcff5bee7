internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

/// Writes the policy of one app, section by section.
struct AppImport {
  let app: ImportedApp
  /// The facts that become declarations, in order.
  private(set) var code: [UsableFact] = []
  private let project: ProjectFiles
  /// The path from the policy to the folder that was read; empty if the policy is in that folder.
  let folder: String
  /// The build settings to which lists in property lists refer.
  var settingsOfFiles: Set<String> = []
  /// The systems in `app.deploymentTarget`, without the system of a watch app.
  var declaredPlatforms: [Platform] = []
  /// The names of sessions by the locations of their facts; if several sessions are made at one location, by their identifiers, too.
  var sessionNames: [FactLocation: [String?: String]] = [:]
  /// The names of the tasks with a launch handler, in order; empty if a handler's task is not known.
  var handledTasks: [String] = []
  /// The transfers that a task or push starts, by the path of the task or push.
  var startedTransfers: [String: [(name: String, locations: [FactLocation])]] = [:]
  /// The known dependencies of the app whose code is not read.
  private let dependencies: [Dependency]
  var summary = ImportSummary()

  /// A fact from code that runs in a process of the app.
  struct UsableFact {
    let fact: CodeFact
    /// The name of the process.
    let process: String
    /// The systems for which the code is compiled; `nil` if it is compiled for all systems of the process.
    let platforms: [Platform]?
  }

  /// The files of a project, which its apps share.
  struct ProjectFiles {
    /// The files that were read.
    let read: Set<String>
    /// The files that were not read, or were read only in part, with the first reason for each file.
    let unreadReasons: [String: String]

    init(_ facts: AppFacts) {
      read = Set(facts.files)
      unreadReasons = Dictionary(facts.unread.map { ($0.location.file, $0.reason) }) { first, _ in first }
    }
  }

  /// The files that were read.
  var files: Set<String> { project.read }
  /// The files that were not read, or were read only in part, with the first reason for each file.
  var unreadReasons: [String: String] { project.unreadReasons }

  init(_ app: ImportedApp, _ facts: AppFacts, _ project: ProjectFiles, folder: String) {
    self.app = app
    self.folder = folder
    self.project = project
    let modules = facts.code.filter { $0.kind == .dependency }.compactMap { $0["module"]?.string }
    dependencies = (modules + facts.packages.filter { !$0.isRead }.map(\.name))
      .compactMap { PlatformFacts.dependency($0)?.value }
    for fact in facts.code {
      switch app.release.membership(of: fact) {
      case .otherApp: continue
      case .nowhere(let reason): skip(fact, because: reason)
      case .process(let index, let platforms):
        let process = app.processes[index]
        code.append(
          UsableFact(
            fact: app.release.released(fact), process: process.name,
            platforms: platforms == process.platforms ? nil : platforms))
      }
    }
  }

  /// Notes products and dependencies that may work in the background, and that no policy can declare.
  mutating func noteOthers(in facts: AppFacts) {
    for target in facts.targets where target.kind == .appClip {
      guard app.target.dependencies.contains(target.name) else { continue }
      summary.skip(
        "target \(target.name)", because: "the policy language has no App Clips", at: target.location)
    }
    for usable in self.facts(.dependency) {
      guard let module = usable.fact["module"]?.string else { continue }
      note(module, at: usable.fact.location)
    }
    let modules = Set(self.facts(.dependency).compactMap { $0.fact["module"]?.string })
    for package in facts.packages where !package.isRead && !modules.contains(package.name) {
      note(package.name, at: package.location)
    }
  }

  /// Notes a dependency that is known to work in the background, by the name of its module or package.
  private mutating func note(_ name: String, at location: FactLocation) {
    guard let dependency = PlatformFacts.dependency(name)?.value, !dependency.workText.isEmpty else { return }
    summary.skip("dependency \(dependency.name)", because: dependency.workText, at: location)
  }

  /// Whether a dependency uses a background mode, either because each use of the dependency needs the mode, or because the mode is for
  /// silent pushes that no code of the app receives.
  func isOfDependency(mode: String, besidesPushes hasPush: Bool) -> Bool {
    dependencies.contains { dependency in
      dependency.requiredModes.contains(mode)
        || mode == "remote-notification" && !hasPush && dependency.modes.contains(mode)
        // The app's own code is JavaScript, which works in the background only through packages.
        || app.target.isOfExpo && dependency.modes.contains(mode)
    }
  }

  /// The usable facts of a kind, in order.
  func facts(_ kinds: FactKind...) -> [UsableFact] { code.filter { kinds.contains($0.fact.kind) } }

  // MARK: - Notes

  /// Records a value that stays open, and returns its comment.
  mutating func todo(_ path: String, _ reason: String, at locations: [FactLocation]) -> DraftItem {
    let todo = ImportTodo(path: path, reason: reason, locations: Set(locations).sorted())
    summary.todos.append(todo)
    return .todo(todo)
  }

  /// Records a fact that does not become a declaration. Ignores facts of kinds that never become declarations.
  mutating func skip(_ fact: CodeFact, because reason: String) {
    guard let subject = fact.subject else { return }
    summary.skip(subject, because: reason, at: fact.location)
  }

  // MARK: - Names

  /// The release configuration's bundle identifier of a process, if it is known.
  func bundleIdentifier(of process: String = "app") -> String? {
    app.processes.first { $0.name == process }?.target.release?.bundleIdentifier?.string
  }

  /// A text with each build setting replaced by its value in the release configuration.
  func expanded(_ text: String, in process: String = "app") -> String {
    guard text.contains("$") else { return text }
    let settings = app.processes.first { $0.name == process }?.target.release?.settings ?? []
    return SettingReferences.expanded(text) { name in
      switch name {
      case "PRODUCT_BUNDLE_IDENTIFIER", "CFBundleIdentifier": bundleIdentifier(of: process)
      default: settings[name]?.string
      }
    }
  }

  /// Whether a policy accepts a value for a key of a section's declarations.
  static func accepts(_ value: DraftValue, for key: String, in section: String) -> Bool {
    let declaration = DraftValue(content: .mapping([.entry(key, value)]))
    let text = DraftYAML.text(of: section, DraftValue(content: .mapping([.entry("x", declaration)])))
    let reading = PolicyReader.read(SourceText(name: "", text: "schema: 1\n" + text))
    // A reference to a build setting doesn't count, because only the whole policy declares settings.
    return !reading.diagnostics.contains {
      $0.path.hasPrefix("\(section).x.\(key)") && $0.rule != .identifierUnresolvedVariable
    }
  }
}

extension Dependency {
  /// The work of the dependency in the background, in a sentence without a full stop; empty if the dependency does no such work of its own.
  fileprivate var workText: String {
    let modes = self.modes.sorted()
    var parts: [String] = []
    if !modes.isEmpty {
      parts.append(
        "it may use the background mode\(modes.count == 1 ? "" : "s") \(modes.joined(separator: ", "))")
    }
    switch sessions {
    case .own: parts.append("it has a background session of its own")
    case .noneInBackground: parts.append("it traps if a background configuration is passed to it")
    case .none, .ofTheApp: break
    }
    return parts.joined(separator: ", and ")
  }
}
