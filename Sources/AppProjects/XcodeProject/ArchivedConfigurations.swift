internal import AppFacts

/// The build configurations that schemes archive, and by which the app is released.
struct ArchivedConfigurations {
  /// What a scheme archives.
  struct Scheme {
    /// The names of the targets that the scheme builds; empty if they are not known.
    let targets: Set<String>
    let configuration: String
  }

  private var schemes: [Scheme]

  /// The greatest number of bytes of a scheme that is read. Those of apps have some ten thousand.
  private static let mostBytes = 1 << 20

  /// The configurations that the schemes of a spec or a manifest archive.
  init(_ schemes: [Scheme]) { self.schemes = schemes }

  /// The configurations that the shared schemes of a project and of the workspaces beside it archive.
  init(of bundle: String, _ files: ProjectFiles) {
    schemes = []
    let folder = AppPath.folder(of: bundle)
    let workspaces = (files.names(in: folder) ?? []).filter { $0.hasSuffix(".xcworkspace") }
    for owner in [bundle] + workspaces.compactMap({ AppPath.joined(folder, $0) }) {
      let schemes = "\(owner)/xcshareddata/xcschemes"
      for name in files.names(in: schemes) ?? [] where name.hasSuffix(".xcscheme") {
        guard let file = files.text(of: "\(schemes)/\(name)") else { continue }
        guard file.bytes.count <= Self.mostBytes else {
          files.refuse(FactLocation(file: file.path), "The scheme has more than \(Self.mostBytes) bytes")
          continue
        }
        add(file, files)
      }
    }
  }

  /// Adds the configurations that a scheme archives.
  private mutating func add(_ file: TextFile, _ files: ProjectFiles) {
    let scheme = XcodeScheme(file.bytes)
    if let problem = scheme.problem { files.refuse(FactLocation(file: file.path), problem) }
    schemes += scheme.archivedConfigurations.map { Scheme(targets: scheme.targets, configuration: $0) }
  }

  /// Whether a release of a target has a configuration. Projects often have a scheme for developers, which archives `Debug` beside the
  /// schemes of releases.
  func isReleased(_ name: String, of target: String) -> Bool {
    let own = schemes.filter { $0.targets.contains(target) }
    // Other targets are built with those that a scheme names.
    let names = Set((own.isEmpty ? schemes : own).map(\.configuration))
    return names.contains(name)
      && (name.lowercased() != "debug" || names.allSatisfy { $0.lowercased() == "debug" })
  }
}
