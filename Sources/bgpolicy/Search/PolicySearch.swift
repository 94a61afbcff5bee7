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

  /// A search that finds what `.gitignore` and patterns leave out.
  var withoutPatterns: PolicySearch { PolicySearch(access: access, readsIgnoreFiles: false) }

  /// The patterns that leave out policies, as the beginning of a sentence.
  var leavingOut: String {
    let hasPatterns = !excluded.isEmpty || configuration.map { !$0.excluded.isEmpty } ?? false
    switch (readsIgnoreFiles, hasPatterns) {
    case (true, true): return ".gitignore or a pattern of exclude leaves"
    case (_, true): return "a pattern of exclude leaves"
    case (_, false): return ".gitignore leaves"
    }
  }

  /// Patterns with their lines, and the folder that they are relative to, as the names of its absolute path.
  private struct IgnoreRules {
    let folder: [String]
    let patterns: [(line: Int, pattern: IgnorePattern)]
    /// The absolute path of the file that has them; `nil` for the call.
    var file: String?
  }

  /// A line that leaves out a path.
  struct Exclusion {
    /// The absolute path of the file; `nil` for the call.
    let file: String?
    /// The line, from 1.
    let line: Int
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
      let isSearched = kind == .folder && Self.isSearchable(name) && !FileAccess.isLink(path)
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

  /// Whether a search would find a policy at a path below the working directory, if `ignoreFile` had the `.gitignore` in each
  /// absolute folder.
  func finds(_ path: String, ignoreFile: (String) -> [UInt8]?) -> Bool {
    let own = Self.names(of: RelativePath.normalized(path))
    guard let name = own.last, Self.isPolicyName(name),
      own.dropLast().allSatisfy({ Self.isSearchable($0) || $0 == ".." })
    else { return false }
    return exclusion(of: path, ignoreFile: ignoreFile) == nil
  }

  /// The line that leaves out a policy of the disk; `nil` if none does.
  func exclusion(of path: String) -> Exclusion? {
    exclusion(of: path, ignoreFile: { ignoreFile(in: $0) })
  }

  private func exclusion(of path: String, ignoreFile: (String) -> [UInt8]?) -> Exclusion? {
    let directory = FileAccess.workingDirectory ?? "/"
    let names = Self.names(of: RelativePath.absolute(path, in: directory))
    let start = Self.names(of: FileAccess.repositoryRoot(around: directory) ?? directory)
    let exclusions = exclusions(in: directory)
    var rules: [IgnoreRules] = []
    for depth in start.count..<max(start.count, names.count) {
      let folder = Array(names.prefix(depth))
      if readsIgnoreFiles, let bytes = ignoreFile(Self.path(of: folder)) {
        rules.append(Self.rules(bytes, in: folder))
      }
      let inner = Array(names.prefix(depth + 1))
      for rules in [rules] + exclusions.map({ [$0] }) {
        let found = Self.deciding(inner, isFolder: depth + 1 < names.count, rules)
        if let found, !found.pattern.isNegated { return Exclusion(file: found.file, line: found.line) }
      }
    }
    return nil
  }

  /// The patterns of the call and of the configuration.
  private func exclusions(in directory: String) -> [IgnoreRules] {
    var exclusions = [IgnoreRules(folder: Self.names(of: directory), patterns: excluded.map { (1, $0) })]
    if let configuration {
      exclusions.append(
        IgnoreRules(
          folder: Self.names(of: configuration.folder), patterns: configuration.excluded,
          file: "\(configuration.folder)/\(Configuration.fileName)"))
    }
    return exclusions
  }

  /// Whether a search looks into folders of this name.
  static func isSearchable(_ name: String) -> Bool {
    !name.hasPrefix(".") && !skippedFolders.contains(name)
  }

  /// Whether a search finds a file of this name.
  static func isPolicyName(_ name: String) -> Bool {
    ["bgpolicy.yaml", "bgpolicy.yml"].contains { name == $0 || name.hasSuffix(".\($0)") }
  }

  /// Whether rules leave out a path: of those that match it, the last of the innermost file decides.
  private static func isLeftOut(_ names: [String], isFolder: Bool, _ rules: [IgnoreRules]) -> Bool {
    deciding(names, isFolder: isFolder, rules).map { !$0.pattern.isNegated } ?? false
  }

  /// The pattern that decides about a path, with its file and line; `nil` if none matches.
  private static func deciding(
    _ names: [String], isFolder: Bool, _ rules: [IgnoreRules]
  ) -> (file: String?, line: Int, pattern: IgnorePattern)? {
    for rule in rules.reversed() {
      // Patterns that begin elsewhere can still match a name.
      let path = names.starts(with: rule.folder) ? names.dropFirst(rule.folder.count) : names[...]
      if let (line, pattern) = rule.patterns.last(where: { $0.pattern.matches(path, isFolder: isFolder) }) {
        return (rule.file, line, pattern)
      }
    }
    return nil
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

  /// The `.gitignore` in a folder of the disk; `nil` if there is none that can be read.
  private func ignoreFile(in folder: String) -> [UInt8]? {
    try? access.readRegularFile("\(folder)/\(Self.ignoreFile)", limit: Self.ignoreFileLimit)
  }

  private func rules(in folder: String, _ names: [String]) -> IgnoreRules {
    Self.rules(ignoreFile(in: folder) ?? [], in: names)
  }

  private static func rules(_ bytes: [UInt8], in names: [String]) -> IgnoreRules {
    let lines = bytes.prefix(ignoreFileLimit).split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let patterns = lines.enumerated().compactMap { index, line in
      IgnorePattern(String(decoding: line, as: UTF8.self)).map { (index + 1, $0) }
    }
    return IgnoreRules(folder: names, patterns: patterns, file: "\(path(of: names))/\(ignoreFile)")
  }

  private static func names(of path: String) -> [String] { path.split(separator: "/").map(String.init) }

  private static func path(of names: [String]) -> String { names.map { "/" + $0 }.joined() }
}
