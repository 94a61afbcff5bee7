internal import PolicyGen
internal import PolicyModel
internal import PolicyPipeline
internal import PolicyReports
internal import PolicySyntax
internal import RepositoryFiles

/// The generated files of a policy and their folder.
struct Compilation {
  /// The files. Empty if the policy declares nothing to generate.
  let files: [GeneratedFile]
  /// The folder of the generated Swift code.
  let folder: OutputFolder
  /// The folder of the other files.
  private let support: OutputFolder
  private let provenance: Provenance

  /// Compiles a policy for the folder `output`, or for the policy's own folder if `output` is `nil`.
  init(_ policy: Policy, at path: String, output: String?, _ access: FileAccess) {
    provenance = Provenance(policy: path)
    files = PolicyFiles.pipeline.compile(policy, provenance)
    func folder(_ name: String) -> OutputFolder {
      if let output { return OutputFolder(path: output, access) }
      return OutputFolder(
        path: RelativePath.resolve(name, from: path), namedIn: access.repository(around: path))
    }
    self.folder = folder(policy.generate.output.value)
    support = policy.generate.supportOutput.map { folder($0.value) } ?? self.folder
  }

  /// Compiles the Swift of a policy into one file.
  init(_ policy: Policy, at path: String, singleFile file: String, _ access: FileAccess) {
    provenance = Provenance(policy: path)
    let name = RelativePath.name(of: file)
    files = [Generator.singleFile(for: policy, named: name, provenance: provenance)]
    folder = OutputFolder(ofFile: file, access)
    support = folder
  }

  /// Some of the files, grouped by their folder.
  func parts(of files: [GeneratedFile]) -> [(folder: OutputFolder, files: [GeneratedFile])] {
    let folders = support.path == folder.path ? [folder] : [folder, support]
    return folders.map { folder in (folder, files.filter { self.folder(of: $0).path == folder.path }) }
      .filter { !$0.1.isEmpty }
  }

  private func folder(of file: GeneratedFile) -> OutputFolder {
    GeneratedKind(path: file.path) == .swift ? folder : support
  }

  private func path(of file: GeneratedFile) -> String { folder(of: file).path(of: file) }

  var paths: [String] { files.map(path) }

  /// The bytes on disk of each file. `nil` if the file can't be read.
  var contents: [(path: String, bytes: [UInt8]?)] {
    files.map { ((path(of: $0)), folder(of: $0).bytes(at: path(of: $0))) }
  }

  func remove(_ leftover: Leftover) throws(FileError) { try folder.remove(leftover.path) }

  func file(at path: String) -> GeneratedFile? { files.first { self.path(of: $0) == path } }

  /// The difference between a file on disk and its generated text.
  func diff(of file: GeneratedFile) throws(UsageError) -> UnifiedDiff {
    try folder(of: file).diff(of: file)
  }

  /// The state of each file on disk. Throws if bgpolicy did not write an existing file.
  func states() throws(UsageError) -> [FileState] {
    var states: [FileState] = []
    for part in parts(of: files) {
      states += try part.folder.changes(for: part.files).map { file, change in
        FileState(
          path: part.folder.path(of: file),
          state: change == .created ? .missing : change == .updated ? .outdated : .current)
      }
    }
    return states
  }

  /// The files that bgpolicy generated from this policy earlier and that no compilation of the call generates
  /// now.
  func leftovers(besides current: CurrentFiles) -> [Leftover] {
    var candidates = folder.files(signedBy: provenance, besides: current.paths)
    if support.path != folder.path {
      let known = Set(candidates.map(\.path))
      candidates += support.files(signedBy: provenance, besides: current.paths).filter {
        !known.contains($0.path)
      }
    }
    guard !candidates.isEmpty else { return [] }
    // A file system may treat two spellings as the same name.
    let identities = Set(current.paths.compactMap(FileAccess.identity))
    return candidates.filter { file in
      FileAccess.identity(of: file.path).map { !identities.contains($0) } ?? false
    }
  }
}

/// The files of all compilations of a call. Several policies may share a folder.
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
  /// Whether the file is from an older version of bgpolicy. The new files then declare the same types.
  let isOfOlderVersion: Bool

  /// The state of the file in a report.
  var state: FileState { FileState(path: path, state: .leftOver) }
}
