internal import PolicyGen
internal import PolicyModel
internal import PolicyReports
internal import PolicySyntax

/// The folder into which a policy compiles.
struct OutputFolder {
  /// The change of a file by a compilation.
  enum Change {
    case created, updated, unchanged
  }

  /// The path of the folder.
  let path: String
  /// The reason why nothing is written to it, or read from it; `nil` if there is none.
  private let refusal: String?

  init(path: String, refusal: String? = nil) {
    self.path = path
    self.refusal = refusal
  }

  /// The folder of a file.
  init(ofFile path: String) {
    let folder = RelativePath.folder(of: path)
    self.init(path: folder.count > 1 ? String(folder.dropLast()) : folder)
  }

  /// The path of a file in the folder.
  func path(of file: GeneratedFile) -> String { joined(file.path) }

  /// The change of each file if it were written; throws if bgpolicy did not write an existing file.
  func changes(for files: [GeneratedFile]) throws(UsageError) -> [(file: GeneratedFile, change: Change)] {
    if let refusal { throw UsageError(message: "Can't write to \(path): \(refusal)") }
    if !path.isEmpty, let kind = System.kind(of: path), kind != .folder {
      throw UsageError(message: "\(path) is not a folder, but the generated files need one")
    }
    var changes: [(file: GeneratedFile, change: Change)] = []
    for file in files { changes.append((file, try change(for: file))) }
    return changes
  }

  private func change(for file: GeneratedFile) throws(UsageError) -> Change {
    let path = path(of: file)
    let folder = String(RelativePath.folder(of: path).dropLast())
    if file.path.contains("/"),
      System.isLink(folder) || System.kind(of: folder).map({ $0 != .folder }) ?? false
    {
      throw UsageError(
        message: "\(folder) is not a folder that bgpolicy made; move it away or choose another --output")
    }
    guard !System.isLink(path) else {
      throw UsageError(
        message: "\(path) is a link that bgpolicy did not make; move it away or choose another --output")
    }
    guard let kind = System.kind(of: path) else { return .created }
    let old = kind == .file ? try? System.read(path, limit: 1 << 26) : nil
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
    do throws(System.FileError) {
      let old = System.kind(of: path) == nil ? nil : try System.read(path, limit: 1 << 26)
      return UnifiedDiff(of: path, from: old, to: Array(file.text.utf8))
    } catch {
      throw UsageError(message: "Can't read \(path): \(error.reason)")
    }
  }

  /// Writes the files that have changed aside.
  func add(
    _ changes: [(file: GeneratedFile, change: Change)], to writing: inout System.Writing
  ) throws(UsageError) {
    do throws(System.FileError) {
      if !path.isEmpty { try System.makeFolder(path) }
      for (file, change) in changes where change != .unchanged {
        let path = self.path(of: file)
        if file.path.contains("/") { try System.makeFolder(String(RelativePath.folder(of: path).dropLast())) }
        try writing.add(Array(file.text.utf8), to: path, isGenerated: true)
      }
    } catch {
      throw UsageError(message: "Can't write to \(path): \(error.reason)")
    }
  }

  /// The files in the folder that bgpolicy generated from a policy, without those with some normalized paths.
  func files(signedBy provenance: Provenance, besides current: Set<String>) -> [Leftover] {
    guard refusal == nil else { return [] }
    func leftover(_ name: String) -> Leftover? {
      current.contains(RelativePath.normalized(joined(name)))
        ? nil : self.leftover(name, signedBy: provenance)
    }
    return names(in: "").flatMap { name -> [Leftover] in
      if let leftover = leftover(name) { return [leftover] }
      guard System.kind(of: joined(name)) == .folder, !System.isLink(joined(name)) else { return [] }
      // A folder may also be the output of another policy with the same name.
      return names(in: name).filter { GeneratedFile.isOfProcess($0, inFolder: name) }.compactMap {
        leftover("\(name)/\($0)")
      }
    }
  }

  private func joined(_ name: String) -> String {
    path.isEmpty || path == "/" ? path + name : "\(path)/\(name)"
  }

  private func names(in folder: String) -> [String] {
    let whole = folder.isEmpty ? path : joined(folder)
    return (try? System.names(inFolder: whole.isEmpty ? "." : whole)) ?? []
  }

  private func leftover(_ name: String, signedBy provenance: Provenance) -> Leftover? {
    let file = joined(name)
    guard System.kind(of: file) == .file, !System.isLink(file),
      let bytes = try? System.read(file, limit: 1 << 26), provenance.hasSigned(bytes)
    else { return nil }
    return Leftover(
      path: file, isIntact: Provenance.isIntact(bytes),
      isOfOlderVersion: Provenance.isOfOlderVersion(bytes))
  }
}
