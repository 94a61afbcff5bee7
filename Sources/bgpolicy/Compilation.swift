internal import PolicyGen
internal import PolicyModel
internal import PolicyReports
internal import PolicySyntax

/// What a policy compiles to, and where to.
struct Compilation {
  /// The files; none where the policy declares nothing to generate.
  let files: [GeneratedFile]
  /// The folder that they go into.
  let folder: OutputFolder
  /// Whose files they are.
  private let provenance: Provenance

  /// Compiles a policy, into a folder of the call's choice or into the policy's own.
  init(_ policy: Policy, at path: String, output: String?) {
    provenance = Provenance(version: ToolVersion.current, policy: path)
    files = Generator.files(for: policy, provenance: provenance)
    folder = OutputFolder(path: output ?? RelativePath.resolve(policy.generate.output.value, from: path))
  }

  /// Compiles the Swift of a policy into one file.
  init(_ policy: Policy, at path: String, singleFile file: String) {
    provenance = Provenance(version: ToolVersion.current, policy: path)
    let name = String(file.dropFirst(RelativePath.folder(of: file).count))
    files = [Generator.singleFile(for: policy, named: name, provenance: provenance)]
    folder = OutputFolder(ofFile: file)
  }

  /// The paths of the files.
  var paths: [String] { files.map { folder.path(of: $0) } }

  /// The file that goes to a path.
  func file(at path: String) -> GeneratedFile? { files.first { folder.path(of: $0) == path } }

  /// The state of each file on disk; refuses if a file of somebody else's is in the way.
  func states() throws(UsageError) -> [FileState] {
    guard !files.isEmpty else { return [] }
    return try folder.changes(for: files).map { file, change in
      FileState(
        path: folder.path(of: file),
        state: change == .created ? .missing : change == .updated ? .outdated : .current)
    }
  }

  /// The files that the tool once made of this policy, and that neither it nor another of these compilations makes.
  func leftovers(among others: [Compilation]) -> [Leftover] {
    let current = Set((others + [self]).flatMap(\.paths).map(RelativePath.normalized))
    let candidates = folder.files(signedBy: provenance).filter { file in
      !current.contains(RelativePath.normalized(file.path))
    }
    guard !candidates.isEmpty else { return [] }
    // A file system may take two spellings for one name.
    let identities = Set(current.compactMap(System.identity))
    return candidates.filter { file in
      System.identity(of: file.path).map { !identities.contains($0) } ?? false
    }
  }
}

/// A file of an earlier run that nothing makes any more.
struct Leftover {
  /// Its path.
  let path: String
  /// Whether it is as the tool wrote it.
  let isIntact: Bool

  /// The file among others.
  var state: FileState { FileState(path: path, state: .leftOver) }
}
