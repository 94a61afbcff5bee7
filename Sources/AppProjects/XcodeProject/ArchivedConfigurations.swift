internal import AppFacts

/// The build configurations that schemes archive, and by which the app is released.
struct ArchivedConfigurations {
  /// What a scheme archives.
  struct Scheme {
    /// The names of the targets that the scheme builds; empty if they are not known.
    let targets: Set<String>
    /// The names of the configurations.
    let configurations: Set<String>
    /// Whether the scheme archives a configuration that is not named like the configuration for debugging.
    fileprivate let archivesOther: Bool

    init(targets: Set<String>, configurations: Set<String>) {
      self.targets = targets
      self.configurations = configurations
      archivesOther = configurations.contains { $0.lowercased() != "debug" }
    }
  }

  private var schemes: [Scheme] = []
  /// The indices of the schemes that build a target, by the target's name.
  private var indices: [String: [Int]] = [:]
  /// The configurations of all schemes.
  private var all = Scheme(targets: [], configurations: [])
  private let files: ProjectFiles

  /// The greatest number of bytes of a scheme that is read. The schemes of apps have some ten thousand bytes.
  private static let mostBytes = 1 << 20

  /// The configurations that the schemes of a spec or a manifest archive.
  init(_ schemes: [Scheme], _ files: ProjectFiles) {
    self.files = files
    for scheme in schemes { add(scheme) }
    join()
  }

  /// The configurations that the shared schemes of a project and of the workspaces beside it archive.
  init(of bundle: String, _ files: ProjectFiles) {
    self.files = files
    let folder = AppPath.folder(of: bundle)
    let workspaces = (files.names(in: folder) ?? []).filter { $0.hasSuffix(".xcworkspace") }
    for owner in [bundle] + workspaces.compactMap({ AppPath.joined(folder, $0) }) {
      let schemes = "\(owner)/xcshareddata/xcschemes"
      for name in files.names(in: schemes) ?? [] where name.hasSuffix(".xcscheme") {
        let path = "\(schemes)/\(name)"
        // The projects beside a workspace share its schemes.
        guard files.take(1, at: FactLocation(file: path)),
          let scheme = files.archived(path, by: { Self.scheme(at: path, files) })
        else { continue }
        add(scheme)
      }
    }
    join()
  }

  /// What the scheme in a file archives; `nil` if the scheme archives nothing, or if that is not known.
  private static func scheme(at path: String, _ files: ProjectFiles) -> Scheme? {
    guard let file = files.text(of: path) else { return nil }
    guard file.bytes.count <= mostBytes else {
      files.refuse(FactLocation(file: path), "The scheme has more than \(mostBytes) bytes")
      return nil
    }
    let scheme = XcodeScheme(file.bytes)
    if let problem = scheme.problem { files.refuse(FactLocation(file: path), problem) }
    let names = Set(scheme.archivedConfigurations)
    return names.isEmpty ? nil : Scheme(targets: scheme.targets, configurations: names)
  }

  private mutating func add(_ scheme: Scheme) {
    for target in scheme.targets { indices[target, default: []].append(schemes.count) }
    schemes.append(scheme)
  }

  private mutating func join() {
    all = Scheme(
      targets: [], configurations: schemes.reduce(into: []) { $0.formUnion($1.configurations) })
  }

  /// Whether a release of a target has a configuration. Projects often have a scheme for developers, which
  /// archives `Debug` beside the schemes of releases. Each scheme counts as a step; without steps left, each
  /// configuration counts as released.
  func isReleased(_ name: String, of target: String, at location: FactLocation) -> Bool {
    // A target that no scheme names is built together with the targets that schemes name.
    let own = indices[target].map { $0.map { schemes[$0] } } ?? [all]
    guard files.take(own.count - 1, at: location) else { return true }
    return own.contains { $0.configurations.contains(name) }
      && (name.lowercased() != "debug" || !own.contains(where: \.archivesOther))
  }
}
