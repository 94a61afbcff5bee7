internal import PolicyGen
internal import PolicyModel
internal import PolicyReports
internal import PolicySyntax
internal import Quantities
internal import RepositoryFiles

/// The folder of a policy's generated files.
struct OutputFolder {
  /// The change of a file that a compilation would make.
  enum Change {
    case created, updated, unchanged
  }

  let path: String
  private let access: FileAccess
  /// The reason why the folder is neither written nor read. `nil` if there is no objection.
  private let refusal: String?

  /// Folders of a repository that contain files that tools run.
  private static let foldersOfTools: Set = [".git", ".github"]

  /// A folder from the command line.
  init(path: String, _ access: FileAccess) {
    self.path = path
    self.access = access
    refusal = access.refusal(of: path)?.reason
  }

  /// A folder that a policy names. `access` is limited to the policy's repository.
  init(path: String, namedIn access: FileAccess) {
    self.path = path
    self.access = access
    do throws(FileError) {
      // The repository itself may be in a folder with the name of a folder of tools.
      let parts = try access.find(path).path.dropFirst(access.root?.count ?? 0).pathNames
      let folder = parts.first { Self.foldersOfTools.contains($0.lowercased()) }
      refusal = folder.map { "It is in \($0), which belongs to Git and its services" }
    } catch {
      refusal = error.reason
    }
  }

  /// The folder of a file from the command line.
  init(ofFile path: String, _ access: FileAccess) {
    let folder = RelativePath.folder(of: path)
    self.init(path: folder.count > 1 ? String(folder.dropLast()) : folder, access)
  }

  /// The bytes of a file in the folder. `nil` if the file can't be read.
  func bytes(at path: String) -> [UInt8]? {
    refusal == nil ? try? access.readRegularFile(path, limit: Self.sizeLimit) : nil
  }

  /// The largest file that bgpolicy generates, in bytes.
  private static let sizeLimit = 1 << 26

  /// The path of a file in the folder.
  func path(of file: GeneratedFile) -> String { joined(file.path) }

  /// The change of each file if the files were written. Throws if bgpolicy did not write an existing file.
  func changes(for files: [GeneratedFile]) throws(UsageError) -> [(file: GeneratedFile, change: Change)] {
    if let refusal { throw UsageError(message: "Can't write to \(path): \(refusal)") }
    if !path.isEmpty, let kind = FileAccess.kind(of: path), kind != .folder {
      throw UsageError(message: "\(path) is not a folder, but the generated files need one")
    }
    var changes: [(file: GeneratedFile, change: Change)] = []
    for file in files { changes.append((file, try change(for: file))) }
    return changes
  }

  private func change(for file: GeneratedFile) throws(UsageError) -> Change {
    let path = path(of: file)
    let folder = String(RelativePath.folder(of: path).dropLast())
    if file.path.hasSlash,
      FileAccess.isLink(folder) || FileAccess.kind(of: folder).map({ $0 != .folder }) ?? false
    {
      throw UsageError(
        message: "\(folder) is not a folder that bgpolicy made; move it away or choose another --output")
    }
    guard !FileAccess.isLink(path) else {
      throw UsageError(
        message: "\(path) is a link that bgpolicy did not make; move it away or choose another --output")
    }
    guard let kind = FileAccess.kind(of: path) else { return .created }
    let old = kind == .file ? bytes(at: path) : nil
    guard let old, Provenance.isSigned(old) else {
      throw UsageError(
        message:
          "\(path) was not written by bgpolicy and is unchanged; move it away or choose another --output")
    }
    return old == Array(file.text.utf8) ? .unchanged : .updated
  }

  /// The difference between a file on disk and its generated text.
  func diff(of file: GeneratedFile) throws(UsageError) -> UnifiedDiff {
    let path = path(of: file)
    do throws(FileError) {
      let old =
        FileAccess.kind(of: path) == nil ? nil : try access.readRegularFile(path, limit: Self.sizeLimit)
      return UnifiedDiff(of: path, from: old, to: Array(file.text.utf8))
    } catch {
      throw UsageError(message: "Can't read \(path): \(error.reason)")
    }
  }

  /// Stages the files that have changed.
  func add(
    _ changes: [(file: GeneratedFile, change: Change)], to writing: inout StagedFiles
  ) throws(UsageError) {
    do throws(FileError) {
      for (file, change) in changes where change != .unchanged {
        try writing.add(
          Array(file.text.utf8), to: self.path(of: file), access, isGenerated: true, makesFolders: true)
      }
    } catch {
      throw UsageError(message: "Can't write to \(path): \(error.reason)")
    }
  }

  /// The files in the folder that bgpolicy generated from a policy, except files whose normalized path is in
  /// `current`.
  func files(signedBy provenance: Provenance, besides current: Set<String>) -> [Leftover] {
    guard refusal == nil else { return [] }
    func leftover(_ name: String) -> Leftover? {
      current.contains(RelativePath.normalized(joined(name)))
        ? nil : self.leftover(name, signedBy: provenance)
    }
    return names(in: "").flatMap { name -> [Leftover] in
      if let leftover = leftover(name) { return [leftover] }
      guard FileAccess.kind(of: joined(name)) == .folder, !FileAccess.isLink(joined(name)) else { return [] }
      if name == RuntimeFile.folder { return leftoversOfRuntime(signedBy: provenance, besides: current) }
      // The folder may also contain the files of another policy with the same name.
      return names(in: name).filter { GeneratedFile.isOfProcess($0, inFolder: name) }.compactMap {
        leftover("\(name)/\($0)")
      }
    }
  }

  /// The files of the runtime that no policy of the folder needs. Empty if the folder also has files of another policy, because that policy
  /// may need any file of the runtime.
  private func leftoversOfRuntime(
    signedBy provenance: Provenance, besides current: Set<String>
  ) -> [Leftover] {
    let isShared = names(in: "").contains { name in
      let names =
        FileAccess.kind(of: joined(name)) == .folder ? names(in: name).map { "\(name)/\($0)" } : [name]
      return names.contains { name in
        guard !current.contains(RelativePath.normalized(joined(name))), let bytes = regularBytes(of: name)
        else { return false }
        return Provenance.isSigned(bytes) && !Provenance.isOfRuntime(bytes) && !provenance.hasSigned(bytes)
      }
    }
    guard !isShared else { return [] }
    return names(in: RuntimeFile.folder).map { "\(RuntimeFile.folder)/\($0)" }.filter { name in
      !current.contains(RelativePath.normalized(joined(name)))
        && regularBytes(of: name).map(Provenance.isOfRuntime) == true
    }.map { Leftover(path: joined($0), isOfOlderVersion: false) }
  }

  /// Removes a file in the folder, and the subfolder that has no other file.
  func remove(_ file: String) throws(FileError) {
    try access.remove(file)
    let subfolder = String(RelativePath.folder(of: file).dropLast())
    if !subfolder.isEmpty, subfolder != path { access.removeEmptyFolder(subfolder) }
  }

  private func joined(_ name: String) -> String {
    path.isEmpty || path == "/" ? path + name : "\(path)/\(name)"
  }

  private func names(in folder: String) -> [String] {
    let whole = folder.isEmpty ? path : joined(folder)
    return (try? access.names(inFolder: whole.isEmpty ? "." : whole)) ?? []
  }

  private func leftover(_ name: String, signedBy provenance: Provenance) -> Leftover? {
    guard let bytes = regularBytes(of: name), provenance.hasSigned(bytes) else { return nil }
    return Leftover(path: joined(name), isOfOlderVersion: Provenance.isOfOlderVersion(bytes))
  }

  /// The bytes of a regular file that is not a link. `nil` if no such file exists.
  private func regularBytes(of name: String) -> [UInt8]? {
    let file = joined(name)
    return FileAccess.kind(of: file) == .file && !FileAccess.isLink(file) ? bytes(at: file) : nil
  }
}
