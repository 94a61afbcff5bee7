internal import PolicyModel
internal import RepositoryFiles

/// The search for policies in folders.
struct PolicySearch: Sendable {
  /// The folders that are not searched: their content belongs to tools.
  static let skippedFolders: Set = ["node_modules", "Pods", "Carthage", "DerivedData"]

  private static let ignoreFile = ".gitignore"
  private static let ignoreFileLimit = 1 << 20

  /// The way to the files.
  let access: FileAccess
  /// Patterns of paths to leave out, relative to the working directory.
  var excluded: [IgnorePattern] = []
  /// The same of the configuration.
  var configuration: Configuration?
  /// Whether to leave out the paths that `.gitignore` leaves out.
  var readsIgnoreFiles = true

  /// Patterns, and the folder that they are relative to, as the names of its absolute path.
  private struct IgnoreRules {
    let folder: [String]
    let patterns: [IgnorePattern]
  }

  /// The policies under a folder, sorted by path. A folder that can't be read may have some, so it is an error.
  func policies(under folder: String) throws(UsageError) -> [String] {
    let directory = FileAccess.workingDirectory ?? "/"
    let start = Self.names(of: RelativePath.absolute(folder, in: directory))
    let above = readsIgnoreFiles ? self.rules(above: start) : []
    return try policies(in: folder, start, above, exclusions(in: directory))
  }

  private func policies(
    in folder: String, _ names: [String], _ outer: [IgnoreRules], _ exclusions: [IgnoreRules]
  ) throws(UsageError) -> [String] {
    var found: [String] = []
    var rules = outer
    let content = try content(of: folder)
    if readsIgnoreFiles, content.contains(Self.ignoreFile) {
      rules.append(self.rules(in: folder, names))
    }
    for name in content {
      let path = folder == "." ? name : folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      let kind = FileAccess.kind(of: path)
      let isSearched = kind == .folder && isSearchable(name) && !FileAccess.isLink(path)
      // The reading reports a pipe, and a name that leads nowhere: a broken link, or one that is not UTF-8. An editor's lock is hidden.
      let isPolicy = kind == .file || kind == .other || kind == nil && !name.hasPrefix(".")
      guard isSearched || isPolicy && Self.isPolicyName(name) else { continue }
      let inner = names + [name]
      if Self.isLeftOut(inner, isFolder: isSearched, rules) { continue }
      if exclusions.contains(where: { Self.isLeftOut(inner, isFolder: isSearched, [$0]) }) { continue }
      found += isSearched ? try policies(in: path, inner, rules, exclusions) : [path]
    }
    return found
  }

  private func content(of folder: String) throws(UsageError) -> [String] {
    do throws(FileError) {
      return try access.names(inFolder: folder)
    } catch {
      throw UsageError(message: "Can't search \(folder): \(error.reason); --exclude leaves it out")
    }
  }

  /// Whether a search would find a policy at a path, if it existed and Git kept it.
  func finds(_ path: String) -> Bool {
    let directory = FileAccess.workingDirectory ?? "/"
    let names = Self.names(of: RelativePath.absolute(path, in: directory))
    let own = Self.names(of: RelativePath.normalized(path))
    guard let name = own.last, Self.isPolicyName(name),
      own.dropLast().allSatisfy({ isSearchable($0) || $0 == ".." })
    else { return false }
    return !exclusions(in: directory).contains { rules in
      (0..<own.count).contains { inner in
        Self.isLeftOut(Array(names.dropLast(inner)), isFolder: inner > 0, [rules])
      }
    }
  }

  /// The patterns of the call and of the configuration.
  private func exclusions(in directory: String) -> [IgnoreRules] {
    var exclusions = [IgnoreRules(folder: Self.names(of: directory), patterns: excluded)]
    if let configuration {
      exclusions.append(
        IgnoreRules(folder: Self.names(of: configuration.folder), patterns: configuration.excluded))
    }
    return exclusions
  }

  private func isSearchable(_ name: String) -> Bool {
    !name.hasPrefix(".") && !Self.skippedFolders.contains(name)
  }

  /// Whether a search finds a file of this name.
  static func isPolicyName(_ name: String) -> Bool {
    ["bgpolicy.yaml", "bgpolicy.yml"].contains { name == $0 || name.hasSuffix(".\($0)") }
  }

  /// Whether rules leave out a path: of those that match it, the last of the innermost file decides.
  private static func isLeftOut(_ names: [String], isFolder: Bool, _ rules: [IgnoreRules]) -> Bool {
    for rule in rules.reversed() {
      // Patterns that begin elsewhere can still match a name.
      let path = names.starts(with: rule.folder) ? names.dropFirst(rule.folder.count) : names[...]
      if let pattern = rule.patterns.last(where: { $0.matches(path, isFolder: isFolder) }) {
        return !pattern.isNegated
      }
    }
    return false
  }

  /// The rules of the folders above one, up to the repository's root; none outside of a repository.
  private func rules(above names: [String]) -> [IgnoreRules] {
    let folders = (0...names.count).map { Array(names.prefix($0)) }
    guard let root = folders.lastIndex(where: { FileAccess.kind(of: Self.path(of: $0) + "/.git") != nil })
    else {
      return []
    }
    return folders[root...].dropLast().map { rules(in: Self.path(of: $0), $0) }
  }

  private func rules(in folder: String, _ names: [String]) -> IgnoreRules {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try access.readRegularFile("\(folder)/\(Self.ignoreFile)", limit: Self.ignoreFileLimit)
    } catch {
      bytes = []
    }
    let lines = bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    return IgnoreRules(folder: names, patterns: lines.compactMap { IgnorePattern($0) })
  }

  private static func names(of path: String) -> [String] { path.split(separator: "/").map(String.init) }

  private static func path(of names: [String]) -> String { names.map { "/" + $0 }.joined() }
}
