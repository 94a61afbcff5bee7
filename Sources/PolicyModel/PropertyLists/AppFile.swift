package import PolicySyntax
package import PropertyList

/// A property list of the app's own that a policy names.
package struct AppFile: Sendable {
  /// Which of a process's property lists it is.
  package enum Kind: Sendable {
    case infoPlist, entitlements
  }

  /// What is in it.
  package enum Content: Sendable {
    /// A property list, and its text among the reading's sources, which is empty for a binary one.
    case propertyList(PropertyListDocument, SourceID)
    /// Nothing that can be read as a property list.
    case unreadable(UnreadableFile)
  }

  /// Which of the process's property lists it is.
  package let kind: Kind
  /// The name of the process: a target's, or `Target.app`.
  package let process: String
  /// Its path, as the policy names it.
  package let named: Located<FilePath>
  /// What the policy decides of it for the process that names it.
  package let entries: [PropertyListEntry]
  /// What is in it.
  package let content: Content

  /// Its path, from where the policy's own path is seen.
  package var path: String { named.value.resolved }
}

extension AppFile {
  /// The largest file that is read: nobody has a property list of that size beside an app's sources.
  package static let sizeLimit = 1 << 26

  /// The property lists that a policy names, and the texts of those that can be read, which follow `count` others.
  static func all(
    of policy: Policy, by reader: AppFileReader, after count: Int
  ) -> (files: [AppFile], sources: [SourceText]) {
    var files: [AppFile] = []
    var sources: [SourceText] = []
    var known: [String: Content] = [:]
    for process in AppProcess.all(of: policy) {
      let (infoPlist, entitlements) = policy.propertyLists(of: process)
      for (kind, named, entries) in [
        (Kind.infoPlist, infoPlist, process.infoPlist), (.entitlements, entitlements, process.entitlements),
      ] {
        guard let named else { continue }
        let path = named.value.resolved
        let content = known[path] ?? read(path, reader.propertyList(path), after: count, &sources)
        known[path] = content
        files.append(
          AppFile(
            kind: kind, process: process.name, named: named, entries: entries, content: content))
      }
    }
    return (files, sources)
  }

  private static func read(
    _ path: String, _ contents: Result<[UInt8], UnreadableFile>, after count: Int,
    _ sources: inout [SourceText]
  ) -> Content {
    switch contents {
    case .failure(let problem): return .unreadable(problem)
    case .success(let bytes):
      guard bytes.count <= sizeLimit else { return .unreadable(UnreadableFile("It is too large")) }
      do throws(PropertyListProblem) {
        let document = try PropertyListDocument(bytes)
        // Bytes of a binary file are no text to show.
        sources.append(SourceText(name: path, bytes: document.form == .xml ? bytes : []))
        return .propertyList(document, SourceID(index: UInt16(clamping: count + sources.count - 1)))
      } catch {
        let position = error.offset.map { LineTable(bytes).position(ofByte: $0) }
        let node = position.map { "line \($0.line), column \($0.column): " } ?? ""
        return .unreadable(UnreadableFile(node + error.message))
      }
    }
  }
}

extension Policy {
  /// The paths of a process's own property lists, as the policy writes them.
  package func propertyLists(
    of process: AppProcess
  ) -> (infoPlist: Located<FilePath>?, entitlements: Located<FilePath>?) {
    guard process.name != Target.app else { return (app?.value.infoPlist, app?.value.entitlements) }
    let target = targets.first { $0.name.value == process.name }
    return (target?.infoPlist, target?.entitlements)
  }

  /// Whether it names any file or folder of the app's own.
  var namesAppFiles: Bool { namesPropertyLists || app?.value.sources != nil }

  /// Whether it names a property list of the app's own.
  var namesPropertyLists: Bool {
    app?.value.infoPlist != nil || app?.value.entitlements != nil
      || targets.contains { $0.infoPlist != nil || $0.entitlements != nil }
  }
}
