internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax
internal import Quantities

/// The released code of an app, as rules compare it with a policy.
///
/// Tests, code of debug builds and unreachable code are left out.
package struct ReleaseCode: Sendable {
  /// The app as it was read.
  let reading: AppReading
  /// The facts by kind, sorted by file and location.
  private let factsByKind: [FactKind: [CodeFact]]
  /// The targets that compile a file, by its path.
  private var owners: [String: [TargetFact]] { reading.releases.owners }
  /// The unread parts of the app's code and of the projects that list the code, each file once, sorted by
  /// path.
  let unread: [UnreadFact]
  /// The facts of code behind methods that UIKit does not call in an app with scenes. These facts keep the
  /// moments of the methods.
  let inUncalledMethods: [CodeFact]
  /// The apps that the policy describes.
  private let apps: [ReleaseApp]
  /// The known dependencies of the app, each once.
  let dependencies: [Dependency]
  /// The packages of the app whose code is not read.
  let packages: [PackageFact]
  /// The names of the packages whose code is not read and whose work in the background is not known, in order.
  let unknownPackages: [String]
  /// The calls in languages that are not read as a whole, of functions that are known to work in the background.
  let pluginCalls: [PluginCall]
  /// The unknown packages that connect an app of JavaScript or Dart with the system, in order. These packages do most of the background
  /// work of such an app.
  let unknownPlugins: [String]

  /// The facts of each kind by their identifiers, in order.
  private var factsByIdentifier: [FactKind: [String: [CodeFact]]] = [:]
  /// The kinds of facts of which an identifier is not known.
  private var kindsWithUnknown: Set<FactKind> = []

  init(_ reading: AppReading, of policy: Policy) {
    self.reading = reading
    let apps = Self.apps(of: policy, in: reading.releases)
    let folders = Set(
      (policy.app?.value.sources?.value ?? []).map { RelativePath.normalized($0.value.resolved) })
    let isInFolders = { (file: String) in
      let name = AppReading.name(of: file, in: reading.folder)
      return folders.isEmpty || folders.contains(name)
        || RelativePath.folders(around: name).contains(where: folders.contains)
    }
    self.apps = apps
    // A file of the folders may include a file of any other folder, which no target lists. Generated code has a folder of its own.
    let code = reading.facts.code.filter {
      isInFolders($0.location.file) || !AppFacts.isCode($0.location.file) || $0.kind == .generatedProcess
    }
    factsByKind = Dictionary(grouping: code.compactMap { Self.released($0, in: apps) }, by: \.kind)
    inUncalledMethods = code.filter { fact in
      fact.moments.contains(where: \.isOfApplicationDelegate) && Self.haveScenes(fact, in: apps)
        && (Self.released(fact, in: apps) != nil || apps.contains { $0.neverRuns(fact) })
    }
    let files = reading.facts.unread.filter { fact in
      let file = fact.location.file
      // A folder or project that could not be opened, and a file that others include, may contain any code.
      if !AppFacts.isCode(file) || AppFacts.isManifest(file), fact.isRefused || fact.leavesOutCode {
        return true
      }
      guard Self.isCode(file) else { return false }
      return isInFolders(file) && (apps.isEmpty || apps.contains { $0.mayCompile(file) })
    }
    let missing = reading.facts.missingSources.filter { file in
      Self.isCode(file) && !Self.isOfFlutter(file) && isInFolders(file)
        && (apps.isEmpty || apps.contains { $0.mayCompile(file) })
    }
    let foreign = reading.facts.languages.filter(\.language.callsFrameworks)
    unread = Self.eachOnce(
      files + missing.map { UnreadFact(FactLocation(file: $0), reason: "It is missing") }
        + foreign.map { UnreadFact($0.location, reason: "\($0.language.rawValue) is not read") }
        + ReleaseApp.uncertainApps(in: reading.facts, reading.releases, besides: apps))
    let modules = (factsByKind[.dependency] ?? []).compactMap { $0["module"]?.string }
    (dependencies, unknownPackages) = Self.dependencies(
      of: apps, modules: modules, packages: reading.facts.packages)
    packages = reading.facts.packages.filter { !$0.isRead }
    pluginCalls = Self.pluginCalls(in: reading.facts, of: apps)
    let plugins = Set(reading.facts.packages.filter(\.isPlugin).map(\.name))
    unknownPlugins = unknownPackages.filter(plugins.contains)
    for (kind, facts) in factsByKind {
      for fact in facts where fact["identifier"] != nil {
        if let identifier = identifier(of: fact, in: policy) {
          factsByIdentifier[kind, default: [:]][identifier, default: []].append(fact)
        } else {
          kindsWithUnknown.insert(kind)
        }
      }
    }
  }

  /// The apps with the bundle identifier and the systems of a policy. All apps if no app has the identifier.
  private static func apps(of policy: Policy, in releases: ReleaseIndex) -> [ReleaseApp] {
    let sdk = policy.app?.value.sdk
    // Apps built with a later SDK have to adopt the scene life cycle (TN3187).
    let requiresScenes =
      sdk?.written != nil && sdk.map { $0.value >= PlatformFacts.sceneLifeCycleSDK.value } ?? false
    let own = policy.app?.value.bundleIdentifier.map { identifier in
      releases.apps(withIdentifier: identifier.value, requiresScenes: requiresScenes)
    }
    guard let own, !own.isEmpty else { return releases.apps(requiresScenes: requiresScenes) }
    // The versions of an app for several systems may have the same identifier.
    let systems = policy.app?.value.deploymentTarget.platforms ?? []
    let built = own.filter { !Set($0.processes[0].platforms).isDisjoint(with: systems) }
    return built.isEmpty ? own : built
  }

  /// The dependencies that imported modules and packages show, and the names of the packages that are not known as a dependency.
  private static func dependencies(
    of apps: [ReleaseApp], modules: [String], packages: [PackageFact]
  ) -> (known: [Dependency], unknown: [String]) {
    let linked = apps.flatMap(\.processes).flatMap(\.packageProducts)
    let read = Set(packages.filter(\.isRead).map(\.name))
    let names = Set(packages.map(\.name) + linked).subtracting(read)
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    var seen: Set<String> = []
    let known = (modules + names).compactMap { PlatformFacts.dependency($0)?.value }
      .filter { seen.insert($0.name).inserted }
    return (known, names.filter { PlatformFacts.dependency($0) == nil })
  }

  /// The calls in other languages that belong to the apps: the calls in the folder of the package manifest to
  /// which the apps' project belongs, and below.
  private static func pluginCalls(in facts: AppFacts, of apps: [ReleaseApp]) -> [PluginCall] {
    let manifests = Set(
      facts.packages.filter(\.isPlugin).map { $0.location.file.pathNames.dropLast() })
    func root(of file: String) -> ArraySlice<Substring>? {
      let folders = file.pathNames.dropLast()
      return manifests.filter { folders.starts(with: $0) }.max { $0.count < $1.count }
    }
    let roots = apps.map { root(of: $0.processes[0].target.location.file) }
    return facts.languages.flatMap(\.calls).filter { call in
      apps.isEmpty || roots.contains { $0 == root(of: call.location.file) }
    }
  }

  /// A fact as the release of the apps has it; `nil` if no app's release has the fact. In a project without apps, the code counts as
  /// released code of an app.
  private static func released(_ fact: CodeFact, in apps: [ReleaseApp]) -> CodeFact? {
    guard !apps.isEmpty else {
      return ReleaseApp.isReleased(fact) ? ReleaseApp.releasedWithoutApp(fact) : nil
    }
    let all = apps.compactMap { app in
      if case .process = app.membership(of: fact) { app.released(fact) } else { nil }
    }
    return all.allSatisfy { $0 == all.first } ? all.first : fact
  }

  /// Whether all apps that compile the code of a fact use scenes.
  private static func haveScenes(_ fact: CodeFact, in apps: [ReleaseApp]) -> Bool {
    let own = apps.compactMap { app in
      if case .process(let index, _) = app.membership(ofFile: fact.location.file) {
        app.processes[index].hasScenes
      } else {
        nil
      }
    }
    return !own.isEmpty && own.allSatisfy { $0 }
  }

  /// Whether the code of a fact belongs only to apps that use scenes.
  func hasScenes(_ fact: CodeFact) -> Bool { Self.haveScenes(fact, in: apps) }

  /// Whether the facts cover all code of the app. Only then does a missing fact mean that the app does not do something. Code that bgpolicy
  /// generates has no facts.
  var isComplete: Bool { unread.isEmpty && !reading.hasGeneratedCode }

  /// The facts of a kind, sorted by file and location.
  func facts(_ kind: FactKind) -> [CodeFact] { factsByKind[kind] ?? [] }

  /// The severity of a finding about missing code that a package may contain; `nil` for the severity of the rule.
  var severityOfAbsence: Severity? { unknownPackages.isEmpty ? nil : .info }

  /// Whether code of the app was read at all, even if the code has nothing to do with background work.
  var isApp: Bool {
    !reading.facts.code.isEmpty || reading.facts.files.contains(where: Self.isCode)
      || reading.facts.targets.contains(where: \.isOfExpo)
      || reading.facts.languages.contains { !$0.calls.isEmpty }
  }

  /// Whether only extensions and widgets compile the file of a fact.
  func isInExtension(_ fact: CodeFact) -> Bool {
    guard let targets = owners[fact.location.file], !targets.isEmpty else { return false }
    return targets.allSatisfy { $0.kind == .appExtension || $0.kind == .widget }
  }

  /// The first fact of each file. Files that could not be opened come first.
  private static func eachOnce(_ facts: [UnreadFact]) -> [UnreadFact] {
    let refused = facts.filter(\.isRefused) + facts.filter { !$0.isRefused }
    return Dictionary(refused.map { ($0.location.file, $0) }) { first, _ in first }.values
      .sorted { $0.location < $1.location }
  }

  /// Whether a file is Flutter's list of the app's plugins, which repositories leave out and which makes no other calls.
  private static func isOfFlutter(_ path: String) -> Bool {
    ["GeneratedPluginRegistrant.m", "GeneratedPluginRegistrant.h", "GeneratedPluginRegistrant.swift"].contains
    {
      path == $0 || path.hasSuffix("/\($0)")
    }
  }

  private static func isCode(_ path: String) -> Bool {
    [".swift", ".m", ".mm", ".h"].contains { path.hasSuffix($0) }
  }
}

// MARK: - Identifiers

extension ReleaseCode {
  /// The identifier of a fact, with the policy's build settings replaced. `nil` if the identifier has unknown
  /// build settings.
  func identifier(of fact: CodeFact, in policy: Policy) -> String? {
    guard let text = fact["identifier"]?.string else { return nil }
    return expanded(text, in: policy)
  }

  /// A text of the app, with references to the bundle identifier replaced. `nil` if the text has other
  /// references.
  func expanded(_ text: String, in policy: Policy) -> String? {
    guard text.contains("$(") else { return text }
    let text = text.replacing("$(CFBundleIdentifier)", with: Identifier.bundleIdentifierVariable)
    // Without a bundle identifier, the policy's identifiers keep the reference, so the code's identifiers
    // keep it, too.
    guard let own = policy.app?.value.bundleIdentifier?.value, !own.contains("$(") else {
      return text.replacing(Identifier.bundleIdentifierVariable, with: "").contains("$(") ? nil : text
    }
    let result = text.replacing(Identifier.bundleIdentifierVariable, with: own)
    return result.contains("$(") ? nil : result
  }

  /// Whether every fact of a kind has a known identifier. Only then does a missing identifier mean that the app does not use the
  /// identifier.
  func knowsIdentifiers(_ kind: FactKind) -> Bool { isComplete && !kindsWithUnknown.contains(kind) }

  /// Whether each fact of a kind has an identifier that is known.
  func identifiesAll(_ kind: FactKind) -> Bool {
    facts(kind).count == (factsByIdentifier[kind] ?? [:]).reduce(0) { $0 + $1.value.count }
  }

  /// The facts of a kind with an identifier, in order.
  func facts(_ kind: FactKind, identified identifier: String) -> [CodeFact] {
    factsByIdentifier[kind]?[identifier] ?? []
  }

  /// The facts of a kind whose identifiers another identifier permits, in order.
  func facts(_ kind: FactKind, permittedBy identifier: Identifier) -> [CodeFact] {
    guard identifier.isWildcard else { return facts(kind, identified: identifier.text) }
    return (factsByIdentifier[kind] ?? [:]).filter { identifier.permits($0.key) }.flatMap(\.value)
      .sorted { $0.location < $1.location }
  }
}

// MARK: - Sessions

extension ReleaseCode {
  /// The policy's session with an identifier, or with a pattern that matches the identifier.
  func session(_ identifier: String, in policy: Policy) -> Policy.Session? {
    policy.sessions.first { $0.identifier?.value.text == identifier }
  }

  /// The fact about the session of a transfer in the code. `nil` if the session is unknown.
  func session(of transfer: CodeFact) -> CodeFact? {
    guard let location = transfer["session"]?.string else { return nil }
    return facts(.session).first { "\($0.location.file):\($0.location.line)" == location }
  }
}

// MARK: - Events of sessions

extension ReleaseCode {
  /// The app delegate's methods for the events of sessions.
  var appEvents: [CodeFact] {
    facts(.backgroundEvents).filter { $0["api"] == nil && $0["sceneDelegate"]?.bool != true }
  }

  /// The background session with a delegate type. `nil` if another session has, or may have, the same
  /// delegate type.
  func onlyBackgroundSession(ofDelegate type: String) -> CodeFact? {
    let sessions = facts(.session).filter { $0["session"]?.bool != false }
    guard sessions.allSatisfy({ $0["delegate"] == nil || $0["delegate"]?.content != nil }) else { return nil }
    let own = sessions.filter { $0["delegate"]?.string == type }
    return own.allSatisfy { $0["type"]?.string == "background" } ? own.first : nil
  }

  /// Whether a type is the delegate of a session in the foreground.
  func isDelegateOfForegroundSession(_ type: String) -> Bool {
    facts(.session).contains { $0["type"]?.string != "background" && $0["delegate"]?.string == type }
  }
}

// MARK: - Targets

extension ReleaseCode {
  func targets(compiling fact: CodeFact) -> [TargetFact] { owners[fact.location.file] ?? [] }

  /// Whether only widgets compile the file of a fact.
  func isInWidget(_ fact: CodeFact) -> Bool {
    guard let targets = owners[fact.location.file], !targets.isEmpty else { return false }
    return targets.allSatisfy { $0.kind == .widget }
  }

  /// Whether the file of a fact is certainly never compiled for watchOS, and the fact has no condition.
  func isNeverOnWatch(_ fact: CodeFact) -> Bool {
    guard let targets = owners[fact.location.file], !targets.isEmpty else { return false }
    return targets.allSatisfy { $0.kind != .watchApp && !$0.platforms.contains("watchOS") }
      && fact.conditions.isEmpty
  }

  /// Whether only watch apps compile the file of a fact.
  func isOnWatch(_ fact: CodeFact) -> Bool {
    guard let targets = owners[fact.location.file], !targets.isEmpty else { return false }
    return targets.allSatisfy { $0.kind == .watchApp || $0.platforms == ["watchOS"] }
  }

  /// Whether a watch app may compile the file of a fact. The systems of some targets are unknown.
  func mayBeOnWatch(_ fact: CodeFact) -> Bool {
    let targets = owners[fact.location.file] ?? []
    return targets.isEmpty
      || targets.contains { $0.kind == .watchApp || $0.platforms.isEmpty || $0.platforms.contains("watchOS") }
  }

  /// Whether all targets that compile the file of a fact check isolation when closures run.
  func checksIsolation(_ fact: CodeFact) -> Bool {
    let targets = owners[fact.location.file] ?? []
    return !targets.isEmpty && targets.allSatisfy { $0.release?.checksIsolation ?? false }
  }

  /// Whether all targets that compile the file of a fact isolate code to the main actor by default.
  func isolatesToMainActor(_ fact: CodeFact) -> Bool {
    let targets = owners[fact.location.file] ?? []
    return !targets.isEmpty && targets.allSatisfy { $0.release?.isolatesToMainActor ?? false }
  }

  /// Whether at least one target compiles the files of both facts. True if the targets are unknown.
  func shareATarget(_ one: CodeFact, _ other: CodeFact) -> Bool {
    let names = [one, other].map { Set((owners[$0.location.file] ?? []).map(\.name)) }
    return names[0].isEmpty || names[1].isEmpty || !names[0].isDisjoint(with: names[1])
  }
}

// MARK: - Words

extension ReleaseCode {
  /// The subject of a sentence about a launch handler, with the identifier if the identifier is known.
  func subject(of fact: CodeFact, in policy: Policy) -> String {
    identifier(of: fact, in: policy).map { "The launch handler of \($0)" } ?? "The launch handler"
  }
}

// MARK: - Absence

extension ReleaseCode {
  /// A diagnostic for each of the app's own tasks for which the code has no fact of a kind.
  ///
  /// `others` are facts of another kind about the task, which the diagnostic shows as related locations.
  func diagnostics(
    ofTasksWithout kind: FactKind, in policy: Policy, _ context: RuleContext,
    others: (kind: FactKind, message: String), help: String, _ message: (String) -> String
  ) -> [Diagnostic] {
    guard knowsIdentifiers(kind) else { return [] }
    return policy.tasks.compactMap { task in
      guard !task.isOfDependency, let identifier = task.identifier,
        facts(kind, permittedBy: identifier.value).isEmpty
      else { return nil }
      let related = facts(others.kind, permittedBy: identifier.value)
      return context.diagnostic(
        at: .value(identifier.node), in: self, message(identifier.value.text), help: help,
        found: related.map { ($0.location, others.message) }, severity: severityOfAbsence
      ).about(absent: identifier.value.text)
    }
  }
}
