internal import PolicyModel
internal import PolicySyntax
internal import Quantities
internal import RepositoryFiles

/// Defaults of options, from `bgpolicy.config.yaml` at or above the working directory.
struct Configuration: Sendable {
  static let fileName = "bgpolicy.config.yaml"
  private static let sizeLimit = 1 << 20

  /// The path of the file relative to the working directory.
  let path: String
  /// The absolute path of the file's folder.
  let folder: String
  /// The text.
  let bytes: [UInt8]
  /// The values of options, in the order of the file.
  private(set) var values: [Value] = []
  /// Patterns of policies to leave out, relative to the folder.
  private(set) var excluded: [(line: Int, pattern: IgnorePattern)] = []

  /// The value of an option.
  struct Value: Sendable {
    let key: ConfigurationKey
    let text: String
    /// The line of the value.
    let line: Int
  }

  /// The configuration of the working directory. `nil` if no configuration exists.
  ///
  /// In a repository, the nearest configuration up to the repository's root. Outside of a repository, only a
  /// configuration in the working directory itself.
  static func current(_ access: FileAccess) throws(UsageError) -> Configuration? {
    guard let directory = FileAccess.workingDirectory else { return nil }
    let root = FileAccess.repositoryRoot(around: directory) ?? directory
    var folder = directory
    while true {
      if FileAccess.kind(of: "\(folder)/\(fileName)") == .file {
        return try Configuration(in: folder, directory, access)
      }
      guard folder != root, let outer = folder.pathFolder, !outer.isEmpty else {
        return nil
      }
      folder = String(outer)
    }
  }

  private init(in folder: String, _ directory: String, _ access: FileAccess) throws(UsageError) {
    let path = RelativePath.normalized(RelativePath.path(from: directory, to: folder) + "/" + Self.fileName)
    guard Self.isObeyed(folder, directory) else {
      throw UsageError(
        message:
          "\(path) is in a folder that another user owns, so it is not obeyed; --isolated runs without it")
    }
    let repository = access.repository(around: path)
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try repository.readRegularFile(path, limit: Self.sizeLimit)
    } catch {
      throw UsageError(message: "Can't read \(path): \(error.reason)")
    }
    try self.init(bytes, in: folder, directory, repository)
  }

  /// Parses the text of the configuration in a folder. Its paths become relative to the working directory.
  ///
  /// If `repository` is `nil`, as for the text of another revision, the paths are not checked.
  init(
    _ bytes: [UInt8], in folder: String, _ directory: String, _ repository: FileAccess?
  ) throws(UsageError) {
    self.folder = folder
    self.bytes = bytes
    path = RelativePath.normalized(RelativePath.path(from: directory, to: folder) + "/" + Self.fileName)
    var tree = NodeTree()
    let reading = YAMLReader.read(SourceText(name: path, bytes: bytes), into: &tree)
    let lines = LineTable(bytes)
    if let diagnostic = reading.diagnostics.first {
      throw error(diagnostic.message, at: diagnostic.span, lines)
    }
    guard let root = reading.root, !tree.isNull(root) else { return }
    guard tree.kind(of: root) == .mapping else {
      throw error(
        "The configuration must be a mapping, for example fail-on: warning", at: tree.span(of: root), lines)
    }
    for entry in tree.entries(of: root) { try read(entry, in: tree, lines, repository) }
  }

  /// Whether the user trusts the owner of a folder.
  ///
  /// Users trust themselves and root. Root also trusts the owner of the working directory, because a
  /// container may work as root on a user's files.
  private static func isObeyed(_ folder: String, _ directory: String) -> Bool {
    guard let owner = FileAccess.owner(of: folder) else { return false }
    let user = System.userNumber
    return owner == user || owner == 0 || user == 0 && owner == FileAccess.owner(of: directory)
  }

  private mutating func read(
    _ entry: NodeEntry, in tree: NodeTree, _ lines: LineTable, _ repository: FileAccess?
  ) throws(UsageError) {
    let name = tree.text(of: entry.key)
    guard let key = ConfigurationKey(rawValue: name) else {
      let known = ConfigurationKey.allCases.map(\.rawValue)
      let question = Suggestion.nearest(to: name, among: known)?.question
      throw error(
        "There is no key \(name)" + (question ?? "; there are \(known.joined(separator: ", "))"),
        at: tree.span(of: entry.key), lines)
    }
    let span = tree.span(of: entry.value)
    let isList = tree.kind(of: entry.value) == .sequence
    let items = isList ? tree.items(of: entry.value) : [entry.value]
    guard isList == key.isList, items.allSatisfy({ tree.kind(of: $0) == .scalar }) else {
      throw error("\(name) must be \(key.form)", at: span, lines)
    }
    for item in items {
      let text = tree.text(of: item)
      guard key == .exclude else {
        let line = lines.position(ofByte: span.range.lowerBound).line
        let value = key.isPath ? resolved(text) : text
        if key.isPath, let reason = repository.flatMap({ Self.refusal(of: value, $0) }) {
          throw error("\(name) names \(text), which is not used: \(reason)", at: tree.span(of: item), lines)
        }
        values.append(Value(key: key, text: value, line: line))
        continue
      }
      guard let pattern = IgnorePattern(text) else {
        throw error("exclude must be \(key.form)", at: tree.span(of: item), lines)
      }
      excluded.append((lines.position(ofByte: tree.span(of: item).range.lowerBound).line, pattern))
    }
  }

  /// The reason why a path from the repository is not used. `nil` if the path may be used.
  private static func refusal(of path: String, _ repository: FileAccess) -> String? {
    do throws(FileError) {
      return try repository.find(path).kind == .other ? "It is a device or a pipe" : nil
    } catch {
      return error.reason
    }
  }

  /// A path in the configuration, made relative to the working directory.
  private func resolved(_ text: String) -> String { RelativePath.resolve(text, from: path) }

  private func error(_ message: String, at span: Span, _ lines: LineTable) -> UsageError {
    let position = lines.position(ofByte: span.range.lowerBound)
    return UsageError(message: "\(path):\(position.line):\(position.column): \(message)")
  }
}

enum ConfigurationKey: String, CaseIterable, Sendable {
  case failOn = "fail-on"
  case baseline, scenario, runs, app, exclude, threshold, skip

  /// The option with the same meaning.
  var option: String { "--\(rawValue)" }
  /// The placeholder of the option's value in help. An option of the same name with another placeholder has
  /// another meaning.
  var placeholder: String {
    switch self {
    case .failOn: "LEVEL"
    case .baseline: "FILE"
    case .scenario: "SCENARIO"
    case .runs: "N"
    case .app: "DIR"
    case .exclude: "GLOB"
    case .threshold: "FIGURE=LIMIT"
    case .skip: "generated|budgets"
    }
  }
  /// Whether the value is a list.
  var isList: Bool { [.exclude, .threshold, .skip].contains(self) }
  /// Whether the value is a path, which is relative to the configuration.
  var isPath: Bool { self == .baseline || self == .app }
  /// An example or description of a valid value, for messages.
  var form: String {
    switch self {
    case .failOn: "a severity, for example warning"
    case .baseline: "the path of a baseline, for example bgpolicy-baseline.json"
    case .scenario: "a scenario, for example commuter"
    case .runs: "a number of runs, for example 500"
    case .app: "the path of a folder, for example App"
    case .exclude: "a list of patterns, for example [legacy/]"
    case .threshold: "a list of thresholds, for example [completion.p95=+10%]"
    case .skip: "a list of checks of gate, for example [generated]"
    }
  }
}
