internal import PolicyGen
internal import PolicyModel
internal import PolicyReports
internal import PolicySyntax
internal import PropertyList
internal import RepositoryFiles

/// A property list of the app into which a policy's values are merged.
struct MergedFile {
  let path: String
  private let access: FileAccess
  private let old: [UInt8]
  private let merge: PropertyListMerge

  /// Whether the file lacks a value of the policy.
  var isChanged: Bool { !merge.changes.isEmpty }

  /// The property lists of the app that a policy names.
  static func all(
    of policy: Policy, at policyPath: String, _ access: FileAccess
  ) throws(UsageError) -> [MergedFile] {
    let access = access.repository(around: policyPath)
    let parts = parts(of: policy)
    var files: [MergedFile] = []
    for (index, part) in parts.enumerated() where !parts[..<index].contains(where: { $0.path == part.path }) {
      if let refusal = access.refusal(of: part.path) {
        throw UsageError(message: "Can't merge into \(part.path): \(refusal.reason)")
      }
      let entries = PropertyListEntry.combined(parts.filter { $0.path == part.path }.map(\.entries))
      files.append(
        try MergedFile(
          at: part.path, entries: entries, of: part.process, settings: policy.buildSettings, access))
    }
    return files
  }

  /// The entries of one process of the app in a file.
  struct Part {
    fileprivate let path: String
    fileprivate let entries: [PropertyListEntry]
    fileprivate let process: String
  }

  /// The entries of each process in each of its files; several processes may share a file.
  static func parts(of policy: Policy) -> [Part] {
    AppProcess.all(of: policy).flatMap { process in
      let (infoPlist, entitlements) = policy.propertyLists(of: process)
      return [(infoPlist, process.infoPlist), (entitlements, process.entitlements)].compactMap {
        file, entries in
        file.map { Part(path: $0.value.resolved, entries: entries, process: process.name) }
      }
    }
  }

  private init(
    at path: String, entries: [PropertyListEntry], of process: String, settings: BuildSettings,
    _ access: FileAccess
  ) throws(UsageError) {
    self.path = path
    self.access = access
    do throws(FileError) {
      old = try access.readRegularFile(path, limit: AppFile.sizeLimit)
    } catch {
      throw UsageError(message: "Can't read \(path), which --merge writes into: \(error.reason)")
    }
    do throws(PropertyListProblem) {
      merge = try PropertyListMerge(entries, into: old, of: process, settings)
    } catch {
      var location = path
      if let offset = error.offset {
        let position = LineTable(old).position(ofByte: offset)
        location += ":\(position.line):\(position.column)"
      }
      throw UsageError(message: "\(location): \(error.message)")
    }
  }

  /// Stages the file if it has changed.
  func add(to writing: inout StagedFiles) throws(UsageError) {
    guard isChanged else { return }
    do throws(FileError) {
      try writing.add(merge.document.bytes, to: path, access)
    } catch {
      throw OutputFile.failure(error, at: path)
    }
  }

  // MARK: Changes

  /// A sentence about the values that the file lacks.
  var state: String {
    let keys = merge.changes.map { change in
      switch change {
      case .added(let key, _), .set(let key, _): key
      }
    }
    return "\(path) lacks values of the policy: \(keys.joined(separator: ", "))"
  }

  /// The changes as a unified diff. For a binary file, a sentence.
  var diff: String {
    switch merge.document.form {
    case .xml: UnifiedDiff(of: path, from: old, to: merge.document.bytes).display
    case .binary:
      merge.changes.map { DisplayText.line("\(path) (binary): \(Self.description(of: $0))") + "\n" }.joined()
    }
  }

  private static func description(of change: PropertyListMerge.Change) -> String {
    switch change {
    case .added(let key, let texts):
      "\(key) would get \(texts.joined(separator: ", "))"
    case .set(let key, .string(let text)): "\(key) would become \(text)"
    case .set(let key, .boolean(let isTrue)): "\(key) would become \(isTrue)"
    }
  }
}
