internal import AppFacts
internal import PlatformFacts

/// An app of a project, with names for its processes in a policy.
struct ImportedApp {
  struct Process {
    /// The name of the process in the policy: `app`, or the name of a target.
    let name: String
    let target: TargetFact
    /// The files that the process compiles, including the files of its frameworks.
    let sources: Set<String>
    /// The systems that the process is for, in Apple's order; all systems if the project names no system.
    let platforms: [Platform]
  }

  /// The processes; the first is the app's process.
  let processes: [Process]
  let release: ReleaseApp

  var target: TargetFact { processes[0].target }

  /// The apps of a project, in the order of its targets: every app, and watch apps that no app embeds.
  static func all(in facts: AppFacts) -> [ImportedApp] {
    ReleaseApp.all(in: facts).map(ImportedApp.init)
  }

  private init(_ release: ReleaseApp) {
    self.release = release
    var names = ImportNames(taken: ["app"])
    let app = release.processes[0].target.name
    processes = release.processes.enumerated().map { index, process in
      let candidates = Self.candidates(process.target.name, app: app)
      return Process(
        name: index == 0 ? "app" : names.name(candidates, otherwise: "target"), target: process.target,
        sources: process.sources, platforms: process.platforms)
    }
  }

  /// Names for a target: without the words that the app's name starts with, and the unchanged name.
  private static func candidates(_ name: String, app: String) -> [String] {
    let words = ImportNames.words(of: name)
    let common = zip(words, ImportNames.words(of: app)).prefix { $0.lowercased() == $1.lowercased() }.count
    return common == 0 ? [name] : [words.dropFirst(common).joined(separator: "-"), name]
  }
}

extension TargetFact {
  /// The type of a target in a policy; `nil` for a product that no policy declares.
  var policyType: String? {
    switch kind {
    case .appExtension: "extension"
    case .widget: "widget"
    case .watchApp: "watchApp"
    case .app, .appClip, .framework, .tests, .other: nil
    }
  }
}
