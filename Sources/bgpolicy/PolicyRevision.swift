internal import PolicyModel
internal import PolicyPipeline
internal import PolicySyntax
internal import RepositoryFiles

/// A policy from the command line: a file, or a file at a Git revision.
enum PolicyRevision {
  case file(String)
  case revision(String, path: String)

  static let prefix = "git:"

  /// Reads `PATH`, `git:REF:PATH`, or `git:REF`, which takes its path from `other`.
  init(_ text: String, otherwise other: String?, command: String) throws(UsageError) {
    guard text.hasPrefix(Self.prefix) else {
      self = .file(text)
      return
    }
    let parts = text.dropFirst(Self.prefix.count).split(
      separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let path = parts.count > 1 ? String(parts[1]) : other.flatMap { $0.hasPrefix(Self.prefix) ? nil : $0 }
    // Git would read a revision that begins with a hyphen as an option.
    guard let revision = parts.first, !revision.isEmpty, !revision.hasPrefix("-"), let path, !path.isEmpty,
      path != "-"
    else {
      throw UsageError(
        message: "\(text) must name a revision and a file, for example git:main:bgpolicy.yaml",
        command: command)
    }
    self = .revision(String(revision), path: path)
  }

  /// The revision of `git:REF`. `nil` if the text has another form.
  ///
  /// Git would read a revision that begins with a hyphen as an option.
  static func revision(of text: String) -> String? {
    let revision = text.dropFirst(prefix.count)
    guard text.hasPrefix(prefix), !revision.isEmpty, !revision.hasPrefix("-"), !revision.contains(":") else {
      return nil
    }
    return String(revision)
  }

  /// Reads the policy and its bases at the same revision, without the app's files.
  func read(_ access: FileAccess) throws(UsageError) -> PolicyReading {
    switch self {
    case .file(let path):
      let repository = access.repository(around: path)
      let pipeline = Pipeline(
        basePolicy: { PolicyFiles.file($0, limit: YAMLLimits.standard.fileSize, repository) })
      return pipeline.read(try PolicyFiles(access).source(path))
    case .revision(let revision, let path):
      let name = "\(Self.prefix)\(revision):\(path)"
      do throws(UnreadableFile) {
        let repository = try GitRepository()
        let commit = try repository.commit(of: revision)
        return try repository.reading(of: path, at: commit)
      } catch {
        throw UsageError(message: "Can't read \(name): \(error.reason)")
      }
    }
  }

  /// The path of a file on disk. `nil` for a revision.
  var file: String? { if case .file(let path) = self { path } else { nil } }

  /// The name in reports.
  var name: String {
    switch self {
    case .file(let path): path
    case .revision(let revision, let path): "\(Self.prefix)\(revision):\(path)"
    }
  }
}
