internal import AppFacts

/// The build configurations that schemes archive, and by which the app is released.
struct ArchivedConfigurations {
  private var names: Set<String>

  /// The greatest number of bytes of a scheme that is read. Those of apps have some ten thousand.
  private static let mostBytes = 1 << 20

  /// The configurations that a spec's schemes archive.
  init(_ names: some Sequence<String>) { self.names = Set(names) }

  /// The configurations that the shared schemes of a project and of the workspaces beside it archive.
  init(of bundle: String, _ files: ProjectFiles) {
    names = []
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

  /// Adds the configurations of all actions that may archive. Comments count, too.
  private mutating func add(_ scheme: TextFile, _ files: ProjectFiles) {
    let text = String(decoding: scheme.bytes, as: UTF8.self)
    for action in text.split(separator: "<ArchiveAction", omittingEmptySubsequences: false).dropFirst() {
      let attributes = action.prefix { $0 != ">" }
      let parts = attributes.split(separator: "buildConfiguration", omittingEmptySubsequences: false)
      for part in parts.dropFirst() {
        let value = part.drop { $0.isWhitespace || $0 == "=" }
        guard let quote = value.first, quote == "\"" || quote == "'" else { continue }
        let name = value.dropFirst().prefix { $0 != quote }
        if name.contains("&") {
          files.refuse(FactLocation(file: scheme.path), "The name of the configuration to archive is escaped")
        }
        names.insert(String(name))
      }
    }
  }

  /// Whether a release has a configuration. Projects often have a scheme for developers, which archives `Debug` beside the schemes of
  /// releases.
  func isReleased(_ name: String) -> Bool {
    names.contains(name)
      && (name.lowercased() != "debug" || names.allSatisfy { $0.lowercased() == "debug" })
  }
}
