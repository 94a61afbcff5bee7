internal import PolicyGen
internal import PolicyModel
internal import PolicyPipeline
internal import PolicyReports
internal import PolicySyntax

/// The generated files of a policy, and the folder that they belong in.
struct Compilation {
  /// The files; none if the policy declares nothing to generate.
  let files: [GeneratedFile]
  /// The folder of the files.
  let folder: OutputFolder
  private let provenance: Provenance

  /// Compiles a policy, for the folder `output` or for the policy's own if that is `nil`.
  init(_ policy: Policy, at path: String, output: String?) {
    provenance = Provenance(version: ToolVersion.current, policy: path)
    files = PolicyFiles.pipeline.compile(policy, provenance)
    let named = RelativePath.resolve(policy.generate.output.value, from: path)
    folder = OutputFolder(
      path: output ?? named,
      refusal: output == nil ? RepositoryBoundary(around: path).refusal(of: named) : nil)
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

  /// The file with a path.
  func file(at path: String) -> GeneratedFile? { files.first { folder.path(of: $0) == path } }

  /// The state of each file on disk; throws if bgpolicy did not write an existing file.
  func states() throws(UsageError) -> [FileState] {
    guard !files.isEmpty else { return [] }
    return try folder.changes(for: files).map { file, change in
      FileState(
        path: folder.path(of: file),
        state: change == .created ? .missing : change == .updated ? .outdated : .current)
    }
  }

  /// The files that bgpolicy generated from this policy before, and that none of the compilations has now.
  func leftovers(besides current: CurrentFiles) -> [Leftover] {
    let candidates = folder.files(signedBy: provenance, besides: current.paths)
    guard !candidates.isEmpty else { return [] }
    // A file system may treat two spellings as one name.
    let identities = Set(current.paths.compactMap(System.identity))
    return candidates.filter { file in
      System.identity(of: file.path).map { !identities.contains($0) } ?? false
    }
  }
}

/// The files that some compilations have: policies may share a folder.
struct CurrentFiles {
  /// The normalized paths.
  let paths: Set<String>

  /// The files of all compilations of a call.
  init(of compilations: [Compilation]) {
    paths = Set(compilations.flatMap(\.paths).map(RelativePath.normalized))
  }
}

/// A file of an earlier run that is no longer generated.
struct Leftover {
  /// The path of the file.
  let path: String
  /// Whether the file is as bgpolicy wrote it.
  let isIntact: Bool
  /// Whether it is from an older version, so that the new files declare the same types.
  let isOfOlderVersion: Bool

  /// The state of the file in a report.
  var state: FileState { FileState(path: path, state: .leftOver) }
}
