internal import AppFacts
internal import PolicyLint
internal import PolicyModel
internal import PolicySyntax
internal import Quantities
internal import RepositoryFiles

// The property lists that policies are compared with, and that the released app is no longer built with.
extension OutOfSight {
  /// A file of the app that a policy names, and that the settings of a target name as well.
  private struct NamedFile: Sendable {
    let key: String
    let setting: String
    let ofPolicy: @Sendable (Policy.App) -> Located<FilePath>?
    let ofTarget: @Sendable (ConfigurationFact) -> FactValue?
  }

  private static let namedFiles = [
    NamedFile(
      key: "infoPlist", setting: "INFOPLIST_FILE", ofPolicy: { $0.infoPlist }, ofTarget: { $0.infoPlist }),
    NamedFile(
      key: "entitlements", setting: "CODE_SIGN_ENTITLEMENTS", ofPolicy: { $0.entitlements },
      ofTarget: { $0.entitlements }),
  ]

  /// Adds the property lists that policies and the released app had in common before the change, and that they no longer have in common.
  mutating func addPropertyLists(
    of app: App, formerly facts: AppFacts, from formerRoot: String, for readings: [PolicyReading]
  ) {
    let (before, now) = (facts.apps(withIdentifiers: app.formerIdentifiers), app.own)
    // Without apps, nothing is known of their files.
    guard !now.isEmpty else { return }
    for reading in readings {
      guard let old = predecessor(of: reading)?.policy?.app?.value, let new = reading.policy?.app else {
        continue
      }
      for file in Self.namedFiles {
        guard let former = file.ofPolicy(old) else { continue }
        let formerUsers = users(of: former, among: before, below: formerRoot, file)
        guard !formerUsers.isEmpty else { continue }
        let current = file.ofPolicy(new.value)
        let currentUsers = current.map { users(of: $0, among: now, below: app.root, file) } ?? []
        let node = current?.node ?? new.node
        let span = reading.nodes.span(at: current == nil ? .key(node) : .value(node))
        let place = span.source == Span.start.source ? span : .start
        if let current, !currentUsers.isEmpty {
          let others = releases(of: currentUsers, without: current, below: app.root, file)
            .subtracting(releases(of: formerUsers, without: former, below: formerRoot, file))
          guard let name = others.min(by: { $0.isBefore($1) }) else { continue }
          add(
            .codeOutOfSight(
              at: place, path: "app.\(file.key)",
              "The change builds the configuration \(name) without \(current.value.resolved), which the policy is compared with",
              help: "let \(file.setting) name the same file in all configurations that are released",
              severity: .warning), to: reading.sources[0])
          continue
        }
        let names = Set(now.compactMap { $0.processes[0].target.release.flatMap(file.ofTarget)?.string })
        let used =
          names.isEmpty ? "no file that is known" : names.sorted { $0.isBefore($1) }.joined(separator: ", ")
        add(
          .codeOutOfSight(
            at: place, path: "app.\(file.key)",
            "The change takes \(former.value.resolved) out of sight: the app was built with it at \(base), and now \(file.setting) names \(used)",
            help: "name the same file in the policy and in the project"), to: reading.sources[0])
      }
    }
  }

  /// The apps whose release is built with a file that a policy names.
  private func users(
    of path: Located<FilePath>, among apps: [ReleaseApp], below root: String, _ file: NamedFile
  ) -> [ReleaseApp] {
    apps.filter { app in
      app.processes[0].target.release.map { isBuilt($0, with: path, below: root, file) } ?? false
    }
  }

  /// The names of the configurations that may be released and are built without a file that a policy names.
  private func releases(
    of apps: [ReleaseApp], without path: Located<FilePath>, below root: String, _ file: NamedFile
  ) -> Set<String> {
    let releases = apps.flatMap { $0.processes[0].target.releases }
    return Set(releases.filter { !isBuilt($0, with: path, below: root, file) }.map(\.name))
  }

  private func isBuilt(
    _ configuration: ConfigurationFact, with path: Located<FilePath>, below root: String, _ file: NamedFile
  ) -> Bool {
    guard let used = file.ofTarget(configuration)?.string else { return false }
    return RelativePath.normalized("\(root)/\(used)")
      == RelativePath.normalized(absolute(path.value.resolved))
  }
}
