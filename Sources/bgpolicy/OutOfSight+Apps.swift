internal import AppFacts
internal import PolicyLint
internal import PolicyModel
internal import PolicySyntax
internal import Quantities
internal import RepositoryFiles

// The apps that policies are compared with, and the code that they were compared with before the change.
extension OutOfSight {
  /// An app that was read, and the parts that policies are compared with.
  struct App {
    /// The folder as the call names it.
    let folder: String
    /// The folder as an absolute path without links.
    let root: String
    let facts: AppFacts
    /// The first policy of the app.
    let policy: SourceText
    /// The code that policies are compared with.
    var code: ComparedCode
    /// The code that the app's policies were compared with before the change.
    var former: [ComparedCode]
    /// The bundle identifiers of the policies.
    var identifiers: Set<String>
    /// The bundle identifiers of the policies before the change.
    var formerIdentifiers: Set<String>

    /// The apps with the policies' bundle identifiers; all apps if no app has one of these bundle identifiers.
    var own: [ReleaseApp] { facts.apps(withIdentifiers: identifiers) }

    /// The files that were read as code of an app that a policy describes.
    var files: Set<String> { Set(facts.files).intersection(own.flatMap(\.processes).flatMap(\.sources)) }

    /// The files that were read as code of tests alone, and the files that were not read, with a reason.
    var otherFiles: Set<String> {
      let tests = facts.targets.filter { $0.kind == .tests }.flatMap(\.sources)
      return Set(facts.files).intersection(tests).subtracting(files).union(facts.unread.map(\.location.file))
    }

    /// The facts of code that policies are compared with, and the facts of some further files.
    func facts(of facts: AppFacts, besides files: Set<String>) -> [CodeFact] {
      facts.code.filter { code.contains($0.location.file) || files.contains($0.location.file) }
    }
  }

  /// Code that policies are compared with.
  struct ComparedCode {
    /// The app's folder, as an absolute path.
    let root: String
    /// The folders with the code, as absolute paths. Empty for all folders.
    var sources: Set<String>

    /// Whether a file is part of the code. The path is relative to the app's folder.
    func contains(_ file: String) -> Bool {
      let place = "\(root)/\(file)"
      return sources.isEmpty || sources.contains(place)
        || RelativePath.folders(around: place).contains(where: sources.contains)
    }

    /// The code of several policies.
    func joined(_ other: ComparedCode) -> ComparedCode {
      ComparedCode(
        root: root, sources: sources.isEmpty || other.sources.isEmpty ? [] : sources.union(other.sources))
    }
  }

  /// The apps of policies that were read, each once.
  func apps(_ apps: ReadApps, called: String?, of readings: [PolicyReading]) -> [App] {
    var found: [App] = []
    for reading in readings {
      let policy = reading.sources[0]
      guard let folder = apps.folder(for: reading, at: policy.name), let facts = apps.known(in: folder),
        let root = FileAccess.resolved(absolute(folder))
      else { continue }
      let code = ComparedCode(
        root: root,
        sources: Set(reading.sourceFolders.map { FileAccess.resolved(absolute($0)) ?? absolute($0) }))
      let former = formerCode(of: reading, called: called).map { [$0] } ?? []
      let identifiers = Set([reading.bundleIdentifier].compactMap(\.self))
      let formerIdentifiers = Set(
        [predecessor(of: reading)?.bundleIdentifier].compactMap(\.self))
      guard let index = found.firstIndex(where: { $0.folder == folder }) else {
        found.append(
          App(
            folder: folder, root: root, facts: facts, policy: policy, code: code, former: former,
            identifiers: identifiers, formerIdentifiers: formerIdentifiers))
        continue
      }
      found[index].code = found[index].code.joined(code)
      found[index].identifiers.formUnion(identifiers)
      found[index].formerIdentifiers.formUnion(formerIdentifiers)
      for one in former {
        if let same = found[index].former.firstIndex(where: { $0.root == one.root }) {
          found[index].former[same] = found[index].former[same].joined(one)
        } else {
          found[index].former.append(one)
        }
      }
    }
    return found
  }

  /// The code with which the predecessor of a policy was compared; `nil` if the predecessor was not compared with code.
  private func formerCode(of reading: PolicyReading, called: String?) -> ComparedCode? {
    guard let before = predecessor(of: reading), let folder = formerFolder(of: before, called: called) else {
      return nil
    }
    return ComparedCode(root: place(folder), sources: Set(before.sourceFolders.map(place)))
  }
}

extension AppFacts {
  /// The apps with some bundle identifiers; all apps if no app has one of these bundle identifiers.
  func apps(withIdentifiers identifiers: Set<String>) -> [ReleaseApp] {
    let own = identifiers.sorted { $0.isBefore($1) }.flatMap { ReleaseApp.all(in: self, withIdentifier: $0) }
    return own.isEmpty ? ReleaseApp.all(in: self) : own
  }
}
