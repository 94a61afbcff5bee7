internal import PolicyLint
internal import PolicyModel
internal import PolicyPipeline
internal import PolicyReports
internal import PolicySyntax
internal import Quantities
internal import RepositoryFiles

/// Compares the policies, the code and the settings of a gate with their state before a change.
///
/// The comparison uses the ignore rules before the change, because a change to `.gitignore`, the
/// configuration or `app.sources` decides which files the gate checks.
struct OutOfSight {
  /// The revision in messages.
  let base: String
  let repository: GitRepository
  let commit: GitRepository.Commit
  private let workingDirectory: String
  /// The absolute paths of the files of the commit.
  let entries: [String: GitRepository.Entry]
  private let search: PolicySearch
  let access: FileAccess
  /// The configuration before the change.
  let former: Configuration?
  /// The policies that the call found before the change.
  let policies: [String]
  /// The texts before the change of the policies that the call found then, by their absolute paths.
  private let texts: [String: [UInt8]]
  /// The folders that contain files of the commit, as absolute paths.
  let folders: Set<String>
  /// The policies that were read as they were before the change, by their paths.
  private var formerReadings: [String: PolicyReading] = [:]
  /// The policies before the change, by the paths of the policies that follow them. Filled by ``match(_:)``.
  var predecessors: [String: PolicyReading] = [:]
  /// The policies before the change that no policy follows. Filled by ``match(_:)``.
  var withoutSuccessor: [PolicyReading] = []
  /// The files with findings, and the findings in the order in which they were added, by the paths of the files.
  private var files: [String: (source: SourceText, findings: [Finding])] = [:]
  /// The file of the disk that has the newest finding at a line.
  private var newest: (source: SourceText, lines: LineTable)?
  /// What is known of the folders of the disk from a search for the lines that leave out policies.
  private var searched = PolicySearch.Searched()

  /// The policies that the gate found at a commit, in the folders among the operands.
  init(
    since commit: GitRepository.Commit, named base: String, in repository: GitRepository,
    _ operands: [String],
    _ search: PolicySearch, isIsolated: Bool, _ access: FileAccess
  ) throws(UnreadableFile) {
    (self.base, self.repository, self.commit, self.search, self.access) = (
      base, repository, commit, search, access
    )
    let workingDirectory = FileAccess.workingDirectory ?? repository.root
    self.workingDirectory = workingDirectory
    let all = try repository.entries(at: commit)
    let entries = Dictionary(all.map { ("\(repository.root)/\($0.path)", $0) }) { first, _ in first }
    self.entries = entries
    folders = Self.folders(of: entries.keys)
    try repository.check(all.filter { Self.isRead($0.path) })
    func text(_ path: String) -> [UInt8]? {
      repository.file(at: path, in: entries).flatMap { try? repository.contents(of: $0) }
    }
    let former =
      isIsolated ? nil : Self.configuration(above: workingDirectory, in: repository.root, text)
    self.former = former
    var formerSearch = search
    formerSearch.configuration = former
    var seen: Set<String> = []
    var searched = PolicySearch.Searched()
    let ignoreFiles = try Self.ignoreFiles(
      above: entries.filter { PolicySearch.isPolicyName(RelativePath.name(of: $0.key)) }.keys, entries,
      in: repository)
    let found = (operands.isEmpty ? ["."] : operands).filter { $0 != "-" && FileAccess.kind(of: $0) != .file }
      .flatMap { repository.paths(of: all, in: $0) }
      .filter { path in
        formerSearch.finds(path, &searched) { ignoreFiles[$0] } && seen.insert(path).inserted
      }
    if let excess = searched.excess { throw UnreadableFile(excess) }
    policies = found
    let places = found.map { ($0, RelativePath.absolute($0, in: workingDirectory)) }
    let contents = try repository.contents(of: places.compactMap { entries[$0.1] })
    texts = Dictionary(
      places.compactMap { path, place in
        entries[place].flatMap { contents[$0.object] }.map { (place, $0) }
      }
    ) { first, _ in first }
  }

  /// The folders that contain some paths, at any depth.
  static func folders(of paths: some Sequence<String>) -> Set<String> {
    var folders: Set<String> = []
    for path in paths {
      // The folders around a known folder are known.
      for folder in RelativePath.folders(around: path) {
        guard folders.insert(folder).inserted else { break }
      }
    }
    return folders
  }

  /// The content of each `.gitignore` in the folders above some paths, by the folders.
  private static func ignoreFiles(
    above paths: some Sequence<String>, _ entries: [String: GitRepository.Entry],
    in repository: GitRepository
  ) throws(UnreadableFile) -> [String: [UInt8]] {
    let folders = Array(folders(of: paths))
    let files = try repository.files(at: folders.map { "\($0)/\(PolicySearch.ignoreFile)" }, in: entries)
    var contents: [String: [UInt8]] = [:]
    try repository.forEachContent(of: Array(files.values), limit: AppReader.fileLimit) {
      contents[$0.object] = (try? $1.get()).map { Array($0.prefix(PolicySearch.ignoreFileLimit)) }
    }
    return Dictionary(
      folders.compactMap { folder in
        files["\(folder)/\(PolicySearch.ignoreFile)"].flatMap { contents[$0.object] }.map { (folder, $0) }
      }
    ) { first, _ in first }
  }

  /// Whether the content of a file at the base may be compared.
  private static func isRead(_ path: String) -> Bool {
    ChangedFiles.suffixes.contains(where: path.hasSuffix) || path == ".gitignore"
      || path.hasSuffix("/.gitignore")
  }

  private static func configuration(
    above directory: String, in root: String, _ text: (String) -> [UInt8]?
  ) -> Configuration? {
    var folder = directory
    while folder.hasPrefix(root) {
      if let bytes = text("\(folder)/\(Configuration.fileName)") {
        // An invalid configuration had no effect.
        return try? Configuration(bytes, in: folder, directory, nil)
      }
      folder = String(RelativePath.folder(of: folder).dropLast())
    }
    return nil
  }

  /// The files with findings, sorted by name.
  var found: [LintReport.File] {
    files.values.sorted { $0.source.name.isBefore($1.source.name) }.map { source, findings in
      LintReport.File(
        findings: findings.sorted { $0.diagnostic.span < $1.diagnostic.span }, sources: [source])
    }
  }

  // MARK: - Policies

  /// Adds the policies that the gate no longer finds. `current` are the policies that the gate has read.
  mutating func addPolicies(without current: [PolicyReading]) {
    let found = Set(current.map { absolute($0.sources[0].name) })
    let identifiers = Set(current.compactMap(\.bundleIdentifier))
    for reading in withoutSuccessor
    where reading.policy?.app != nil && !(reading.bundleIdentifier.map(identifiers.contains) ?? false) {
      let source = reading.sources[0]
      let change: String
      if found.contains(absolute(source.name)) {
        change = "The change writes the policy of another app over the policy in \(source.name)"
      } else if !Self.exists(source.name) {
        change = "The change takes \(source.name) away"
      } else {
        continue
      }
      add(
        .policyOutOfSight(
          at: .start, "\(change), which \(base) has, and no other policy of its app is found",
          help: "name it in the reasons for the change", isOpen: true), to: source)
    }
    for path in policies where !found.contains(absolute(path)) && Self.exists(path) {
      let message =
        "The change takes \(path) out of sight: the gate checked it at \(base), and no longer finds it"
      let help = "take the change back, or delete the policy with its reasons"
      if let exclusion = search.exclusion(of: path, &searched), let file = exclusion.file {
        add(inFile: relative(file), line: exclusion.line) {
          .policyOutOfSight(at: $0, message, help: help, isOpen: false)
        }
      } else {
        add(inFile: path, line: 1) { .policyOutOfSight(at: $0, message, help: help, isOpen: false) }
      }
    }
  }

  private static func exists(_ path: String) -> Bool {
    FileAccess.kind(of: path) != nil || FileAccess.isLink(path)
  }

  // MARK: - Code

  /// Adds code that was compared with policies before the change, still exists, and is no longer read.
  ///
  /// `called` is the app's folder on the command line. `folders` are the current folders of the policies'
  /// apps.
  mutating func addCode(
    of current: [PolicyReading], called: String?, folders: [String?], configuration: Configuration?
  ) {
    let sources = Set(current.flatMap { $0.sourceFolders.map(absolute) })
    for (reading, folder) in zip(current, folders) {
      guard let before = predecessor(of: reading) else { continue }
      let path = reading.sources[0].name
      let formerFolder = formerFolder(of: before, called: called)
      // If the folder moved and the policy still has code, the code is compared file by file.
      let isThere = formerFolder.map { FileAccess.kind(of: $0) == .folder } ?? false
      let lostAll =
        folder == nil && !before.sourceFolders.contains { FileAccess.kind(of: $0) != nil }
        && before.sourceFolders.contains { self.folders.contains(place($0)) }
      if let formerFolder, lostAll || isThere && !isPart(formerFolder, of: folder),
        lostAll || folder != nil || before.sourceFolders.isEmpty
      {
        let now = folder.map { "with \($0)" } ?? "with no code"
        let message =
          "The change takes the code in \(formerFolder) out of sight: the gate compared \(path) with it at \(base), and now \(now)"
        addCode(message, to: reading, folder == nil ? nil : configuration?.line(of: .app))
        continue
      }
      for source in before.sourceFolders {
        let place = absolute(source)
        guard FileAccess.kind(of: source) != nil,
          !([place] + RelativePath.folders(around: place)).contains(where: sources.contains)
        else { continue }
        addCode(
          "The change takes the code in \(source) out of sight: app.sources of \(path) has it at \(base)",
          to: reading, nil)
      }
    }
  }

  /// The folder of the app that a policy was compared with before the change; `nil` if the policy was not compared with an app.
  func formerFolder(of before: PolicyReading, called: String?) -> String? {
    let own = before.policy.flatMap { policy in
      policy.app?.value.sources == nil ? nil : ReadApps.folder(of: policy, at: before.sources[0].name)
    }
    return called ?? former?.text(of: .app) ?? own
  }

  private mutating func addCode(_ message: String, to reading: PolicyReading, _ line: (String, Int)?) {
    let help = "take the change back, or move the code away"
    if let (file, line) = line {
      add(inFile: file, line: line) { .codeOutOfSight(at: $0, path: "app", message, help: help) }
      return
    }
    let nodes = reading.nodes
    let node = nodes.node(along: ["app", "sources"]) ?? nodes.node(along: ["app"])
    let span = node.map { nodes.span(at: .key($0)) }.flatMap { $0.source == Span.start.source ? $0 : nil }
    add(
      .codeOutOfSight(at: span ?? .start, path: "app.sources", message, help: help), to: reading.sources[0])
  }

  /// The policies whose files are gone, with their paths.
  mutating func removed() -> [(path: String, reading: PolicyReading)] {
    policies.filter { FileAccess.kind(of: $0) == nil }.map { ($0, reading(of: $0)) }
  }

  /// A policy at a path of the commit.
  mutating func reading(of path: String) -> PolicyReading {
    if let reading = formerReadings[path] { return reading }
    let (texts, repository, commit, directory) = (texts, repository, commit, workingDirectory)
    let bytes: @Sendable (String) -> Result<[UInt8], UnreadableFile> = { name in
      texts[RelativePath.absolute(name, in: directory)].map { .success($0) }
        ?? repository.contents(of: name, at: commit)
    }
    let text = (try? bytes(path).get()) ?? []
    let reading = Pipeline(basePolicy: bytes).read(SourceText(name: path, bytes: text))
    formerReadings[path] = reading
    return reading
  }

  // MARK: - Findings

  /// Adds a finding at a line of a file of the disk.
  mutating func add(inFile path: String, line: Int, _ finding: (Span) -> Finding) {
    let file = newest.flatMap { $0.source.name == path ? $0 : nil } ?? lines(of: path)
    newest = file
    add(finding(Self.span(ofLine: line, in: file.lines)), to: file.source)
  }

  private func lines(of path: String) -> (source: SourceText, lines: LineTable) {
    let bytes = (try? access.repository(around: path).readRegularFile(path, limit: 1 << 20)) ?? []
    return (SourceText(name: path, bytes: bytes), LineTable(bytes))
  }

  mutating func add(_ finding: Finding, to source: SourceText) { add([finding], to: source) }

  mutating func add(_ new: [Finding], to source: SourceText) {
    guard !new.isEmpty else { return }
    files[source.name, default: (source, [])].findings += new
    files[source.name]?.source = source
  }

  /// The text of a line, without its end.
  static func span(ofLine line: Int, in bytes: [UInt8]) -> Span { span(ofLine: line, in: LineTable(bytes)) }

  static func span(ofLine line: Int, in lines: LineTable) -> Span {
    guard (1...lines.count).contains(line) else { return .start }
    let content = lines.content(ofLine: line)
    return Span(source: Span.start.source, content.startIndex..<content.endIndex)
  }

  // MARK: - Paths

  func absolute(_ path: String) -> String { RelativePath.absolute(path, in: workingDirectory) }

  /// The absolute path at which the commit contains a folder: the path as written, or the path without links if the commit has no files at
  /// the path as written.
  func place(_ folder: String) -> String {
    let written = RelativePath.normalized(absolute(folder))
    return folders.contains(written) ? written : FileAccess.resolved(written) ?? written
  }

  /// An absolute path relative to the working directory.
  func relative(_ path: String) -> String {
    RelativePath.normalized(
      RelativePath.path(from: workingDirectory, to: String(RelativePath.folder(of: path).dropLast())) + "/"
        + RelativePath.name(of: path))
  }

  private func isPart(_ folder: String, of other: String?) -> Bool {
    other.map { Self.isPart(absolute(folder), of: absolute($0)) } ?? false
  }

  private static func isPart(_ path: String, of other: String) -> Bool {
    path == other || path.isBelow(other)
  }
}

extension PolicyReading {
  /// The bundle identifier of the policy's app.
  var bundleIdentifier: String? { policy?.app?.value.bundleIdentifier?.value }

  /// The folders of the app's code, relative to the working directory.
  var sourceFolders: [String] {
    (policy?.app?.value.sources?.value ?? []).map { $0.value.resolved }
  }
}

extension Configuration {
  func texts(of key: ConfigurationKey) -> [String] { values.filter { $0.key == key }.map(\.text) }
  fileprivate func text(of key: ConfigurationKey) -> String? { texts(of: key).first }

  /// The file and the line of a key. `nil` if the configuration does not have the key.
  fileprivate func line(of key: ConfigurationKey) -> (String, Int)? {
    values.first { $0.key == key }.map { (path, $0.line) }
  }
}
