package import PolicySyntax
package import PropertyList

/// One of the app's own property lists that a policy names.
package struct AppFile: Sendable {
  /// The kind of a property list of a process.
  package enum Kind: Sendable {
    case infoPlist, entitlements
  }

  /// The content of the file.
  package enum Content: Sendable {
    /// A property list, and the index of its text among the sources of the reading. The text of a binary file is empty.
    case propertyList(PropertyListDocument, SourceID)
    /// A file that can't be read as a property list.
    case unreadable(UnreadableFile)
  }

  /// The kind of property list.
  package let kind: Kind
  /// The name of the process: the name of a target, or `Target.app`.
  package let process: String
  /// The file's path as written in the policy.
  package let named: Located<FilePath>
  /// The entries that the policy decides for this file of the process.
  package let entries: [PropertyListEntry]
  /// The content of the file.
  package let content: Content

  /// The file's path, resolved from the policy's folder.
  package var path: String { named.value.resolved }
}

extension AppFile {
  /// The maximum size of a file in bytes, which is far more than the size of any app's property list.
  package static let sizeLimit = 1 << 20

  /// The property lists that a policy names, and the texts of the readable property lists, which follow `count` other
  /// sources.
  static func all(
    of policy: Policy, by reader: AppFileReader, after count: Int, _ limits: NamedFileLimits,
    _ lists: inout ParsedPropertyLists
  ) -> (files: [AppFile], sources: [SourceText]) {
    var files: [AppFile] = []
    var sources: [SourceText] = []
    var known: [String: Content] = [:]
    var bounded = BoundedFiles("the property lists are", most: limits.propertyLists, limits)
    for process in AppProcess.all(of: policy) {
      let (infoPlist, entitlements) = policy.propertyLists(of: process)
      for (kind, named, entries) in [
        (Kind.infoPlist, infoPlist, process.infoPlist), (.entitlements, entitlements, process.entitlements),
      ] {
        guard let named else { continue }
        let path = named.value.resolved
        let content: Content
        if let same = known[path] {
          content = same
        } else {
          let bytes = bounded.content(
            { lists.bytes(of: path).map { .success($0) } ?? reader.propertyList(path) }, size: \.count)
          content = read(path, bytes, after: count, into: &sources, &lists)
        }
        known[path] = content
        files.append(
          AppFile(
            kind: kind, process: process.name, named: named, entries: entries, content: content))
      }
    }
    return (files, sources)
  }

  private static func read(
    _ path: String, _ bytes: Result<[UInt8], UnreadableFile>, after count: Int,
    into sources: inout [SourceText], _ lists: inout ParsedPropertyLists
  ) -> Content {
    switch bytes.flatMap({ bytes in lists.document(at: path, bytes).map { (bytes, $0) } }) {
    case .failure(let problem): return .unreadable(problem)
    case .success((let bytes, let document)):
      // The bytes of a binary file are not text.
      sources.append(SourceText(name: path, bytes: document.form == .xml ? bytes : []))
      return .propertyList(document, SourceID(index: UInt16(clamping: count + sources.count - 1)))
    }
  }
}

extension Policy {
  /// The paths of a process's own property lists, as written in the policy.
  package func propertyLists(
    of process: AppProcess
  ) -> (infoPlist: Located<FilePath>?, entitlements: Located<FilePath>?) {
    guard process.name != Policy.Target.app else { return (app?.value.infoPlist, app?.value.entitlements) }
    let target = target(named: process.name)
    return (target?.infoPlist, target?.entitlements)
  }

  /// Whether the policy names any of the app's own files or folders.
  var namesAppFiles: Bool { namesPropertyLists || app?.value.sources != nil }

  /// Whether the policy names one of the app's own property lists.
  var namesPropertyLists: Bool {
    app?.value.infoPlist != nil || app?.value.entitlements != nil
      || targets.contains { $0.infoPlist != nil || $0.entitlements != nil }
  }
}
