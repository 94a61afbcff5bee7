package import PlatformFacts

/// An app as it is released: the app's own process, and the processes of the targets that the app embeds.
///
/// A release decides which code belongs to the app: which files the app's targets compile, and which compilation conditions hold in the
/// configuration that is released.
package struct ReleaseApp: Sendable {
  /// A process of the app.
  package struct Process: Sendable {
    /// The target that the process runs.
    package let target: TargetFact
    /// The frameworks and libraries that become part of the process.
    package let linked: [TargetFact]
    /// The files that the process compiles, including the files of its frameworks.
    package let sources: Set<String>
    /// The systems that the process is for, in Apple's order; all systems if the project names no system.
    package let platforms: [Platform]
    /// The target and its frameworks and libraries, each with its files.
    private let parts: [(target: TargetFact, sources: Set<String>)]
    /// Whether UIKit calls the process's scene delegates for the background, and never its application delegate.
    package let hasScenes: Bool

    init(_ target: TargetFact, linked: [TargetFact], hasScenes: Bool) {
      self.target = target
      self.hasScenes = hasScenes
      self.linked = linked
      parts = ([target] + linked).map { ($0, Set($0.sources)) }
      sources = parts.reduce(into: []) { $0.formUnion($1.sources) }
      let named = target.platforms.compactMap(Platform.init(rawValue:))
      platforms = named.isEmpty ? Platform.allCases : Platform.allCases.filter(named.contains)
    }

    /// The target, frameworks and libraries that compile a file.
    fileprivate func targets(compiling file: String) -> [TargetFact] {
      parts.filter { $0.sources.contains(file) }.map(\.target)
    }

    /// The packages and products that the process links.
    package var packageProducts: [String] { ([target] + linked).flatMap(\.packageProducts) }

    /// Whether the process links packages, whose code may be missing among the files.
    package var linksPackages: Bool { !packageProducts.isEmpty }
  }

  /// The part of a release that code belongs to.
  package enum Membership {
    /// A process of the app, by its index, with the systems that the code is compiled for.
    case process(Int, platforms: [Platform])
    /// Another app of the project.
    case otherApp
    /// No app, with the reason.
    case nowhere(String)
  }

  /// The processes; the first is the app's process.
  package let processes: [Process]
  /// The kinds of the targets that compile a file.
  private let kinds: [String: Set<TargetFact.Kind>]
  /// The names that some target of the project defines for Swift, such as `DEBUG`.
  private let knownNames: Set<String>

  /// The apps of a project, in the order of its targets: every app, and watch apps that no app embeds.
  ///
  /// An app has scenes if its Info.plist has a scene manifest, if SwiftUI runs it, or if `requiresScenes` says that its SDK requires them.
  /// With `identifier`, only the apps that have the bundle identifier in some configuration.
  package static func all(
    in facts: AppFacts, withIdentifier identifier: String? = nil, requiresScenes: Bool = false
  ) -> [ReleaseApp] {
    ReleaseIndex(facts).apps(withIdentifier: identifier, requiresScenes: requiresScenes)
  }

  init(
    processes: [Process], kinds: [String: Set<TargetFact.Kind>], knownNames: Set<String>
  ) {
    self.processes = processes
    self.kinds = kinds
    self.knownNames = knownNames
  }

  // MARK: - Code

  /// The part of the release to which a fact's code belongs.
  package func membership(of fact: CodeFact) -> Membership {
    let owner = membership(ofFile: fact.location.file)
    guard case .process(let index, _) = owner else { return owner }
    guard fact.isInRelease else { return .nowhere("nothing in the app uses the code") }
    let platforms = platforms(of: fact, in: processes[index])
    guard !platforms.isEmpty else {
      return .nowhere("it is compiled only if \(fact.conditions.joined(separator: " and "))")
    }
    guard !neverRuns(fact) else {
      return .nowhere("UIKit calls no such method of the application delegate in an app with scenes")
    }
    guard platforms != [.watchOS] || !fact.isSwiftUIRefresh else {
      return .nowhere("WatchKit schedules the refreshes of a watch app, without a task of BGTaskScheduler")
    }
    return .process(index, platforms: platforms)
  }

  /// A fact of a project without apps. Its application delegate counts as the delegate of an app without scenes.
  package static func releasedWithoutApp(_ fact: CodeFact) -> CodeFact {
    fact.at(fact.moments.compactMap { $0.released(hasScenes: false) })
  }

  /// The part of the release to which a file belongs: the app if the app compiles the file, or else the first target that compiles it.
  package func membership(ofFile file: String) -> Membership {
    if let index = processes.firstIndex(where: { $0.sources.contains(file) }) {
      return .process(index, platforms: processes[index].platforms)
    }
    guard let kinds = kinds[file] else {
      // Targets don't list headers, and any file may include a header.
      return includesOthers || !AppFacts.isCode(file)
        ? .process(0, platforms: processes[0].platforms)
        : .nowhere("its file is in no target of the project")
    }
    if kinds == [.tests] { return .nowhere("its file is in tests only") }
    return kinds.isDisjoint(with: [.app, .appExtension, .widget, .watchApp])
      ? .nowhere("the app does not link its target") : .otherApp
  }

  /// Whether the app may compile a file: the file belongs to the app, or no target is known to compile it.
  package func mayCompile(_ file: String) -> Bool {
    if case .process = membership(ofFile: file) { true } else { kinds[file] == nil }
  }

  /// Whether code belongs to a release of a project without apps: the release has the code, and the code is compiled for some system.
  package static func isReleased(_ fact: CodeFact) -> Bool {
    fact.isInRelease
      && Platform.allCases.contains {
        CompilationCondition(platform: $0, names: [], knownNames: []).holds(fact.conditions) != false
      }
  }

  /// Whether a file that no target compiles may be part of the app, because the app links packages or because the project lists no files.
  private var includesOthers: Bool {
    processes.allSatisfy(\.sources.isEmpty) || processes.contains(where: \.linksPackages)
  }

  /// A fact as the release has it: a value that compilation conditions decide is the value in the process, if the value is the same on all
  /// systems of the process.
  package func released(_ fact: CodeFact) -> CodeFact {
    guard case .process(let index, let platforms) = membership(of: fact) else { return fact }
    let fact = fact.at(fact.moments.compactMap { $0.released(hasScenes: processes[index].hasScenes) })
    let all = platforms.flatMap { platform in
      builds(of: fact, in: processes[index], \.buildsOfValues).map { build in
        fact.chosen(condition(of: fact, in: build, on: platform).holds)
      }
    }
    guard let first = all.first, all.allSatisfy({ $0.says(first) }) else { return fact }
    return first
  }

  /// Whether the app runs the code of a fact only at moments that never come: in methods that UIKit does not call in an app with scenes.
  package func neverRuns(_ fact: CodeFact) -> Bool {
    guard case .process(let index, _) = membership(ofFile: fact.location.file), processes[index].hasScenes,
      !fact.moments.isEmpty, fact[.knowsMoments] == true
    else { return false }
    return fact.moments.allSatisfy { $0.released(hasScenes: true) == nil }
  }

  /// The systems of a process for which the code of a fact is compiled in a configuration that is released.
  private func platforms(of fact: CodeFact, in process: Process) -> [Platform] {
    guard !fact.conditions.isEmpty else { return process.platforms }
    let builds = builds(of: fact, in: process, \.releases)
    return process.platforms.filter { platform in
      builds.contains { condition(of: fact, in: $0, on: platform).holds(fact.conditions) != false }
    }
  }

  /// The configurations that compile the code of a fact: the configurations of the process's target, and of the frameworks in the process,
  /// that compile the fact's file. Xcode builds a framework in the configuration that has the same name as the app's configuration.
  private func builds(
    of fact: CodeFact, in process: Process, _ configurations: (TargetFact) -> [ConfigurationFact]
  ) -> [ConfigurationFact?] {
    let targets = process.targets(compiling: fact.location.file)
    let names = configurations(process.target).map(\.name)
    let builds = (targets.isEmpty ? [process.target] : targets).flatMap { target in
      let named = names.compactMap { name in target.configurations.first { $0.name == name } }
      return named.isEmpty ? configurations(target) : named
    }
    return builds.isEmpty ? [nil] : builds
  }

  /// The conditions of the code of a fact, with the names that are defined for its language.
  private func condition(of fact: CodeFact, in build: ConfigurationFact?, on platform: Platform)
    -> CompilationCondition
  {
    let isSwift = fact.location.file.hasSuffix(".swift")
    let names = isSwift ? build?.compilationConditions : build?.preprocessorDefinitions
    let undecided = isSwift ? build?.undecidedConditions : build?.undecidedDefinitions
    return CompilationCondition(
      platform: platform, names: Set(names ?? []),
      knownNames: isSwift ? knownNames : knownDefinitions(ofFile: fact.location.file),
      undecided: Set(undecided ?? []))
  }

  /// The names that the targets of a file in C define for a release, such as `IS_BETA`. Compilers and the headers of the SDK define names, too,
  /// so that a name which only configurations for debugging define, such as `EOF`, may be defined everywhere.
  private func knownDefinitions(ofFile file: String) -> Set<String> {
    let targets = processes.flatMap { $0.targets(compiling: file) }
    return Set(
      (targets.isEmpty ? processes.map(\.target) : targets).flatMap(\.releases).flatMap(
        \.preprocessorDefinitions))
  }
}

extension TargetFact {
  /// Whether the target runs as a process of an app that embeds it.
  package var isEmbedded: Bool { kind == .appExtension || kind == .widget || kind == .watchApp }

  /// Whether the target runs as a process of its own.
  var isProcess: Bool { kind == .app || kind == .appClip || isEmbedded }

  /// The configuration whose settings stand for the release: the project's default configuration, or else
  /// `Release`, or else the last configuration. A configuration that is for debugging, or that defines
  /// `DEBUG`, is chosen only if there is no other configuration.
  ///
  /// XcodeGen makes the first configuration the default, which usually is Debug.
  package var releaseIndex: Int? {
    release(among: configurations.indices.filter { !configurations[$0].mayDefineDebug }) ?? releaseWithDebug
  }

  /// The configuration whose settings stand for the release if a release may define `DEBUG`.
  private var releaseWithDebug: Int? {
    let all = Array(configurations.indices)
    return release(among: all) ?? choice(among: all)
  }

  private func release(among candidates: [Int]) -> Int? {
    choice(among: candidates.filter { !configurations[$0].isOfDebugging })
  }

  private func choice(among candidates: [Int]) -> Int? {
    candidates.first { configurations[$0].name == defaultConfiguration }
      ?? candidates.first { configurations[$0].name == "Release" } ?? candidates.last
  }

  /// The configuration that is released; `nil` if the target has no configurations.
  package var release: ConfigurationFact? { releaseIndex.map { configurations[$0] } }

  /// The configurations that may be released: all that are not for debugging, or all configurations if all are for debugging. The names
  /// that a configuration defines don't count.
  package var releases: [ConfigurationFact] {
    let released = configurations.filter { !$0.isOfDebugging }
    return released.isEmpty ? configurations : released
  }

  /// The configurations that decide a value: the release, and the configuration that is released if a release may define `DEBUG`.
  fileprivate var buildsOfValues: [ConfigurationFact] {
    guard let releaseIndex, let releaseWithDebug else { return [] }
    return (releaseIndex == releaseWithDebug ? [releaseIndex] : [releaseIndex, releaseWithDebug]).map {
      configurations[$0]
    }
  }
}

extension TargetFact {
  /// Whether the Info.plist of the target has a scene manifest.
  var hasSceneManifest: Bool { release?.infoPlistValues["UIApplicationSceneManifest"] != nil }
}

extension CodeFact {
  /// Whether the fact is SwiftUI's action for an app refresh.
  fileprivate var isSwiftUIRefresh: Bool {
    kind == .taskRegistration && self["api"]?.string == "SwiftUI" && self["task"]?.string == "appRefresh"
  }

  /// Whether the fact has the same content as another fact of the same code. The places at which values are written don't count.
  fileprivate func says(_ other: CodeFact) -> Bool {
    self == other
      || values.map(\.key) == other.values.map(\.key)
        && zip(values, other.values).allSatisfy {
          $0.value == $1.value || $0.value.content != nil && $0.value.content == $1.value.content
        }
  }

  /// The fact with other moments.
  fileprivate func at(_ moments: [Moment]) -> CodeFact {
    moments == self.moments
      ? self
      : CodeFact(
        kind, at: location, scope: scope, conditions: conditions, reach: reach, moments: moments,
        values: values)
  }
}

extension ConfigurationFact {
  /// Whether the configuration is for debugging: the project or the name says so, and the name does not say the opposite.
  ///
  /// The configuration's compilation conditions alone don't count, because a release can define `DEBUG`. A name such as `Store Debugging` alone
  /// does not count, either, because a release can have it.
  fileprivate var isOfDebugging: Bool {
    let name = name.lowercased()
    if name.contains("debug") {
      return isForDebugging || !isForRelease && (name == "debug" || isUnoptimized || definesDebug)
    }
    if name.contains("release") { return false }
    let words = name.split { !$0.isLetter }
    return isForDebugging
      || !isForRelease
        && words.contains { ["dev", "develop", "development", "test", "testing"].contains($0) }
  }

  /// Whether code under the condition `DEBUG` is compiled.
  private var definesDebug: Bool {
    compilationConditions.contains("DEBUG") || preprocessorDefinitions.contains("DEBUG")
  }

  /// Whether code under the condition `DEBUG` may be compiled.
  fileprivate var mayDefineDebug: Bool {
    (compilationConditions + undecidedConditions).contains { $0 == "DEBUG" || $0 == "*" }
  }
}
