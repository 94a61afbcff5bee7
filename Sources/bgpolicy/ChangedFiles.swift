internal import PolicyModel
internal import PolicyPipeline
internal import PolicySyntax
internal import Quantities
internal import RepositoryFiles

/// The files that differ from a Git revision, for `gate --changed`.
struct ChangedFiles {
  /// The value of the option.
  let name: String
  /// The commit of the revision.
  let commit: GitRepository.Commit
  /// The absolute paths of files, links and submodules.
  private let paths: Set<String>
  /// The absolute paths of the folders that contain changed files, links and submodules, at any depth.
  private let folders: Set<String>
  /// The links of the repository and new links, by each folder that contains them at any depth.
  private let links: [String: [String]]
  private let workingDirectory: String

  /// Asks Git for the files that differ from `git:REF`, including new files.
  init(since text: String, in repository: GitRepository, command: String) throws(UsageError) {
    guard let revision = PolicyRevision.revision(of: text), let workingDirectory = FileAccess.workingDirectory
    else {
      throw UsageError(
        message: "--changed expects git:REF, for example git:origin/main; found \(text)", command: command)
    }
    name = text
    self.workingDirectory = workingDirectory
    do throws(UnreadableFile) {
      commit = try repository.commit(of: revision)
      paths = try repository.changed(since: commit, isRead: Self.isOfApp)
      folders = Set(Self.byFolder(paths).keys)
      links = Self.byFolder(try repository.links() + paths.filter(FileAccess.isLink))
    } catch {
      throw UsageError(message: error.reason, command: command)
    }
  }

  /// The suffixes of files that affect findings even if Git ignores the files.
  static let suffixes = [
    ".swift", ".m", ".mm", ".h", ".pch", ".plist", ".entitlements", ".pbxproj", ".xcconfig", ".yaml", ".yml",
    ".json", ".strings",
    ".xcstrings",
  ]

  /// Whether an ignored file may belong to an app. Other ignored files belong to tools.
  private static func isOfApp(_ path: String) -> Bool {
    suffixes.contains(where: path.hasSuffix)
      && path.pathNames.dropLast().allSatisfy { PolicySearch.isSearchable(String($0)) }
  }

  /// Whether a change affects the configuration that the call obeys, or the configuration that the call
  /// obeyed before the change.
  var decideConfiguration: Bool {
    ([workingDirectory] + RelativePath.folders(around: workingDirectory)).contains {
      paths.contains("\($0)/\(Configuration.fileName)")
    }
  }

  /// Whether the rules have changed by which a search finds the policy at a path.
  private func decideSearch(of path: String) -> Bool {
    places(of: path).contains { place in
      RelativePath.folders(around: place).map { "\($0)/.gitignore" }.contains {
        paths.contains($0) || FileAccess.isLink($0) && contain($0)
      }
    }
  }

  /// Whether a change can affect the findings, the generated files or the estimate of a policy, or whether the policy is found.
  ///
  /// `app` is the folder of the app that is compared with the policy. Each file in that folder may belong to
  /// the app.
  func affect(_ reading: PolicyReading, at path: String, output: String?, app: String?) -> Bool {
    // If a base does not exist any longer, only a diagnostic contains its name.
    guard let policy = reading.policy, !decideSearch(of: path) else { return true }
    var used = reading.sources.map(\.name) + reading.appFiles.propertyLists.map(\.path)
    let outputs = [policy.generate.output.value] + (policy.generate.supportOutput.map { [$0.value] } ?? [])
    used += output.map { [$0] } ?? outputs.map { RelativePath.resolve($0, from: path) }
    used += (policy.app?.value.sources?.value ?? []).map { $0.value.resolved }
    if let app { used.append(app) }
    return contain(anyOf: used)
  }

  /// Whether a file, or a file in a folder, has changed. Links are followed.
  func contain(_ path: String) -> Bool { contain(anyOf: [path]) }

  private func contain(anyOf used: [String]) -> Bool {
    var open = used
    var seen: Set<String> = []
    while let next = open.popLast() {
      for place in places(of: next) where seen.insert(place).inserted {
        // For a submodule or a link, Git names only the path itself, not the files in it.
        if paths.contains(place) || folders.contains(place)
          || RelativePath.folders(around: place).contains(where: paths.contains)
        {
          return true
        }
        open += links[place] ?? []
      }
    }
    return false
  }

  /// Absolute paths by each folder that contains them, at any depth.
  private static func byFolder(_ paths: some Sequence<String>) -> [String: [String]] {
    var all: [String: [String]] = [:]
    for path in paths {
      for folder in RelativePath.folders(around: path) { all[folder, default: []].append(path) }
    }
    return all
  }

  /// The absolute path, the links that it leads through, and the file or folder at the end of the links.
  private func places(of path: String) -> [String] {
    let absolute = RelativePath.absolute(path, in: workingDirectory)
    return [absolute] + FileAccess.way(to: absolute)
  }
}
