internal import AppFacts
internal import PolicyModel
internal import Quantities
internal import RepositoryFiles

/// The search for policies in folders.
struct PolicySearch: Sendable {
  /// Folders that are not searched, because their content belongs to tools.
  static let skippedFolders = DependencyFolders.names

  /// The name of a file with patterns.
  static let ignoreFile = ".gitignore"
  /// The greatest size of a file with patterns, in bytes.
  static let ignoreFileLimit = 1 << 20
  /// The maximum number of comparisons of paths with patterns that have wildcards. A repository with 50,000 folders and 60 such patterns
  /// needs 3,000,000.
  private static let mostComparisons = 20_000_000
  /// The most levels of folders below the folder of the call. Time grows with the cube of the levels.
  private static let mostLevels = 64

  /// Gives access to the files.
  let access: FileAccess
  /// Patterns of paths to leave out, relative to the working directory.
  var excluded: [IgnorePattern] = []
  /// The configuration, which may have further patterns.
  var configuration: Configuration?
  /// Whether to leave out the paths that `.gitignore` ignores.
  var readsIgnoreFiles = true

  /// A search that also finds the policies that `.gitignore` and patterns leave out.
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

  /// Patterns with their lines, and the folder that the patterns are relative to, as the names of its
  /// absolute path.
  fileprivate struct IgnoreRules {
    let folder: [String]
    /// The absolute path of the file with the patterns. `nil` for patterns from the command line.
    let file: String?
    private let patterns: [(line: Int, pattern: IgnorePattern)]
    /// The last patterns that match every path with a certain last name, by the name.
    private var names: [String: Last] = [:]
    /// The last patterns that match a single path, by the path.
    private var paths: [String: Last] = [:]
    /// The indices of the patterns that match only some paths with a certain last name, by the name.
    private var named: [String: [Int]] = [:]
    /// The indices of the other patterns.
    private var others: [Int] = []
    /// The comparisons of a path with the patterns of ``named``, by name, and with the patterns of
    /// ``others``. A long pattern counts several times.
    private var costs: (named: [String: Int], others: Int) = ([:], 0)

    /// The index of the last of several equal patterns, and of the last equal pattern that matches not only
    /// folders. The last match decides, so the earlier patterns have no effect.
    private struct Last {
      var any: Int
      var file: Int?

      init(_ index: Int, _ pattern: IgnorePattern, after former: Last?) {
        any = index
        file = pattern.isForFolders ? former?.file : index
      }
    }

    init(folder: [String], patterns: [(line: Int, pattern: IgnorePattern)], file: String? = nil) {
      self.folder = folder
      self.patterns = patterns
      self.file = file
      for (index, (_, pattern)) in patterns.enumerated() {
        let cost = 1 + pattern.length / 32
        switch pattern.extent {
        case .name(let name): names[name] = Last(index, pattern, after: names[name])
        case .path(let path): paths[path] = Last(index, pattern, after: paths[path])
        case .someWithName(let name):
          named[name, default: []].append(index)
          costs.named[name, default: 0] += cost
        case .other:
          others.append(index)
          costs.others += cost
        }
      }
    }

    /// The number of comparisons of a path with these patterns.
    func comparisons(with path: ArraySlice<String>) -> Int {
      costs.others + (path.last.flatMap { costs.named[$0] } ?? 0)
    }

    /// The names of a path relative to the folder of the patterns. A pattern in another folder can still match the name itself.
    func relative(_ names: [String]) -> ArraySlice<String> {
      names.starts(with: folder) ? names.dropFirst(folder.count) : names[...]
    }

    /// The last pattern that matches a path, with its line.
    func deciding(_ path: ArraySlice<String>, isFolder: Bool) -> (line: Int, pattern: IgnorePattern)? {
      func last(of indices: [Int]) -> Int? {
        indices.last { patterns[$0].pattern.matches(path, isFolder: isFolder) }
      }
      func last(_ equal: Last?) -> Int? { isFolder ? equal?.any : equal?.file }
      let found = [
        path.last.flatMap { last(names[$0]) },
        paths.isEmpty ? nil : last(paths[path.joined(separator: "/")]),
        path.last.flatMap { named[$0] }.flatMap(last), last(of: others),
      ]
      return found.compactMap(\.self).max().map { patterns[$0] }
    }
  }

  /// A line that leaves out a path.
  struct Exclusion {
    /// The absolute path of the file. `nil` for a pattern from the command line.
    let file: String?
    /// The number of the line, from 1.
    let line: Int
  }

  /// The policies under a folder, sorted by path. Throws if a folder can't be read, because the folder may
  /// contain policies.
  func policies(under folder: String) throws(UsageError) -> [String] {
    let directory = FileAccess.workingDirectory ?? "/"
    let start = Self.names(of: RelativePath.absolute(folder, in: directory))
    let above = readsIgnoreFiles ? self.rules(above: start) : []
    return try policies(
      in: folder, start, above, exclusions(in: directory), StepBudget(Self.mostComparisons), depth: 0)
  }

  private func policies(
    in folder: String, _ names: [String], _ outer: [IgnoreRules], _ exclusions: [IgnoreRules],
    _ budget: StepBudget, depth: Int
  ) throws(UsageError) -> [String] {
    guard depth <= Self.mostLevels else {
      throw UsageError(
        message:
          "Can't search \(folder.prefix(80))…: folders are nested deeper than \(Self.mostLevels) levels; --exclude leaves them out"
      )
    }
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
      // Pipes, broken links and names that are not UTF-8 are included, so that reading them reports an error.
      // The lock file of an editor begins with a dot and is left out.
      let isPolicy = kind == .file || kind == .other || kind == nil && !name.hasPrefix(".")
      guard isSearched || isPolicy && Self.isPolicyName(name) else { continue }
      let inner = names + [name]
      guard budget.take(Self.comparisons(of: inner, rules + exclusions)) else {
        throw UsageError(message: Self.excess)
      }
      if Self.isLeftOut(inner, isFolder: isSearched, rules) { continue }
      if exclusions.contains(where: { Self.isLeftOut(inner, isFolder: isSearched, [$0]) }) { continue }
      found +=
        isSearched ? try policies(in: path, inner, rules, exclusions, budget, depth: depth + 1) : [path]
    }
    return found
  }

  private static let excess =
    "Comparing each folder with the patterns of .gitignore and exclude takes more than \(mostComparisons) steps; name the policies, or their folders"

  private static func comparisons(of names: [String], _ rules: [IgnoreRules]) -> Int {
    rules.reduce(0) { $0 + $1.comparisons(with: $1.relative(names)) }
  }

  private func content(of folder: String) throws(UsageError) -> [String] {
    do throws(FileError) {
      return try access.names(inFolder: folder)
    } catch {
      throw UsageError(message: "Can't search \(folder): \(error.reason); --exclude leaves it out")
    }
  }

  /// What a search for single policies knows of the folders above them.
  struct Searched {
    /// The rules of each folder's `.gitignore`, by the absolute path of the folder. `nil` if a folder has no such file.
    fileprivate var rules: [String: IgnoreRules?] = [:]
    /// The line that leaves out each folder, by the absolute path of the folder. `nil` if no line leaves out a folder.
    fileprivate var folders: [String: Exclusion?] = [:]
    /// The patterns from the command line and the configuration.
    fileprivate var exclusions: [IgnoreRules]?
    /// The comparisons of paths with patterns. Beyond them, a policy counts as not left out.
    fileprivate let budget = StepBudget(mostComparisons)

    /// The message about too many comparisons; `nil` if all paths were compared.
    var excess: String? { budget.isSpent ? PolicySearch.excess : nil }
  }

  /// Whether a search would find the policy at a path below the working directory. `ignoreFile` returns the
  /// content of the `.gitignore` in an absolute folder.
  func finds(_ path: String, _ searched: inout Searched, ignoreFile: (String) -> [UInt8]?) -> Bool {
    let own = Self.names(of: RelativePath.normalized(path))
    guard let name = own.last, Self.isPolicyName(name),
      own.dropLast().allSatisfy({ Self.isSearchable($0) || $0 == ".." })
    else { return false }
    return exclusion(of: path, &searched, ignoreFile: ignoreFile) == nil
  }

  /// The line that leaves out a policy on disk. `nil` if the policy is not left out.
  func exclusion(of path: String, _ searched: inout Searched) -> Exclusion? {
    exclusion(of: path, &searched, ignoreFile: { ignoreFile(in: $0) })
  }

  private func exclusion(
    of path: String, _ searched: inout Searched, ignoreFile: (String) -> [UInt8]?
  ) -> Exclusion? {
    let directory = FileAccess.workingDirectory ?? "/"
    let names = Self.names(of: RelativePath.absolute(path, in: directory))
    let start = Self.names(of: FileAccess.repositoryRoot(around: directory) ?? directory)
    let exclusions = searched.exclusions ?? exclusions(in: directory)
    searched.exclusions = exclusions
    var rules: [IgnoreRules] = []
    for depth in start.count..<max(start.count, names.count) {
      let folder = Array(names.prefix(depth))
      let place = Self.path(of: folder)
      if readsIgnoreFiles {
        let own = searched.rules[place] ?? ignoreFile(place).map { Self.rules($0, in: folder) }
        searched.rules[place] = .some(own)
        rules += [own].compactMap(\.self)
      }
      let inner = Array(names.prefix(depth + 1))
      let isFolder = depth + 1 < names.count
      let known = isFolder ? searched.folders[Self.path(of: inner)] : nil
      let isCompared =
        known != nil || searched.budget.take(Self.comparisons(of: inner, rules + exclusions))
      let exclusion =
        known
        ?? (isCompared
          ? Self.exclusion(of: inner, isFolder: isFolder, [rules] + exclusions.map { [$0] }) : nil)
      if isFolder { searched.folders[Self.path(of: inner)] = .some(exclusion) }
      if let exclusion { return exclusion }
    }
    return nil
  }

  /// The line of one of several lists of rules that leaves out a path.
  private static func exclusion(
    of names: [String], isFolder: Bool, _ lists: [[IgnoreRules]]
  ) -> Exclusion? {
    for rules in lists {
      let found = deciding(names, isFolder: isFolder, rules)
      if let found, !found.pattern.isNegated { return Exclusion(file: found.file, line: found.line) }
    }
    return nil
  }

  /// The patterns from the command line and the configuration.
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

  /// Whether a search looks into folders with this name.
  static func isSearchable(_ name: String) -> Bool {
    !name.hasPrefix(".") && !skippedFolders.contains(name)
  }

  /// Whether a search finds a file with this name.
  static func isPolicyName(_ name: String) -> Bool {
    ["bgpolicy.yaml", "bgpolicy.yml"].contains { name == $0 || name.hasSuffix(".\($0)") }
  }

  /// Whether rules leave out a path. The last matching pattern of the innermost file with a matching pattern decides.
  private static func isLeftOut(_ names: [String], isFolder: Bool, _ rules: [IgnoreRules]) -> Bool {
    deciding(names, isFolder: isFolder, rules).map { !$0.pattern.isNegated } ?? false
  }

  /// The pattern that decides about a path, with its file and line. `nil` if no pattern matches.
  private static func deciding(
    _ names: [String], isFolder: Bool, _ rules: [IgnoreRules]
  ) -> (file: String?, line: Int, pattern: IgnorePattern)? {
    for rule in rules.reversed() {
      if let (line, pattern) = rule.deciding(rule.relative(names), isFolder: isFolder) {
        return (rule.file, line, pattern)
      }
    }
    return nil
  }

  /// The rules of the folders above a folder, up to the repository's root. Empty outside of a repository.
  private func rules(above names: [String]) -> [IgnoreRules] {
    let folders = (0...names.count).map { Array(names.prefix($0)) }
    guard let root = folders.lastIndex(where: { FileAccess.kind(of: Self.path(of: $0) + "/.git") != nil })
    else {
      return []
    }
    return folders[root...].dropLast().map { rules(in: Self.path(of: $0), $0) }
  }

  /// The `.gitignore` in a folder on disk. `nil` if no readable file exists.
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

  private static func names(of path: String) -> [String] { path.pathNames.map(String.init) }

  private static func path(of names: [String]) -> String { names.map { "/" + $0 }.joined() }
}
