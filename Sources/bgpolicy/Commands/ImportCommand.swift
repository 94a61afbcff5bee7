internal import AppFacts
internal import JSON
internal import PolicyImport
internal import PolicyModel
internal import PolicyReports

/// `bgpolicy import`: writes a policy from an existing app.
struct ImportCommand: Command {
  static let configuration = CommandConfiguration(
    name: "import", operands: Operands("[APP-DIR]", count: 0...1, completion: .folder),
    summary: "Write a policy from an existing app",
    problems: [.noApp, .missingReader, .unreadableFile, .existingFile],
    examples: [
      .init("import .", "A policy of the app in this folder")
    ],
    discussion: """
      Reads the project files, property lists and sources under a folder, by default this one, and writes what the app does
      in the background as a policy. The comment on each value is its location. A value that can't be known without running the app
      is a TODO; a value that the code does not state, such as the size of a transfer, is left out. Nothing is guessed. The
      summary on standard error lists both, and what was not declared, with reasons.

      Several apps of one project become several policies, and a base with their common declarations. Reading an app requires
      `bgpolicy-appreader`, next to bgpolicy, in PATH or named in BGPOLICY_APPREADER.
      """)

  /// The values of `--format`.
  private enum Format: String, CaseIterable {
    case yaml, json
  }

  private static let target = Option<String?>("--target", "NAME", "The app target; default all app targets")
  private static let output = Option<String?>(
    "--output", "FILE",
    "The file to write, or the folder for several policies; default standard output, with paths relative to APP-DIR",
    completion: .file)
  private static let force = Flag("--force", "Replace files that exist")
  private static let format = Option<Format>(
    "--format", "FORMAT", "json has the policies and the summary", default: .yaml)

  private let target: String?
  private let output: String?
  private let replacesFiles: Bool
  private let factsFile: String?
  private let format: Format
  private let folder: String

  init(_ arguments: inout Arguments) throws(UsageError) {
    target = try arguments[Self.target]
    output = try arguments[Self.output]
    replacesFiles = arguments[Self.force]
    factsFile = try arguments[SharedOptions.facts]
    format = try arguments[Self.format]
    folder = arguments.operands.first ?? "."
  }

  func run(_ console: Console) throws(UsageError) -> Outcome {
    if replacesFiles, output == nil {
      throw UsageError(
        message: "Standard output replaces no file, so --force has no effect", command: Self.name)
    }
    let facts: AppFacts
    switch try readFacts() {
    case .success(let result): facts = result
    case .failure(let error):
      Console.report(problem: error.message)
      return Outcome(.internalError)
    }
    let apps = PolicyImport.apps(in: facts)
    guard !apps.isEmpty else {
      throw UsageError(
        message:
          "No app found in \(factsFile ?? folder): none of its \(DisplayText.count(facts.targets.count, "target")) is an app",
        command: Self.name)
    }
    if let target, !apps.contains(target) {
      throw .unknown("There is no app target \(target)", target, among: apps, of: Self.name)
    }
    let count = target == nil ? apps.count : 1
    let destination = try destination(forSeveral: count > 1)
    let policies = PolicyImport.policies(of: facts, target: target, folder: try pathToApp(from: destination))
    let report = ImportReport(policies, facts)
    try write(report, policies, to: destination, console)
    if destination == nil, policies.count > 1, format == .yaml {
      console.note(
        "\(policies.count) policies; --output DIR writes each to a file of its own, and --target NAME selects one"
      )
    }
    for line in report.lines { console.note(line) }
    return .success
  }

  private func readFacts() throws(UsageError) -> Result<AppFacts, AppReader.InternalError> {
    if let factsFile { return .success(try AppReader.facts(inFile: factsFile)) }
    guard System.kind(of: folder) == .folder else {
      throw UsageError(message: "\(Self.name) expects a folder; found \(folder)", command: Self.name)
    }
    let reader = try AppReader.path()
    let folder = folder
    return Result { () throws(AppReader.InternalError) in try AppReader.facts(in: folder, by: reader) }
  }

  // MARK: - Output

  private enum Destination {
    case file(String)
    case folder(String)
  }

  private func destination(forSeveral isSeveral: Bool) throws(UsageError) -> Destination? {
    guard let output else { return nil }
    let isFolder = System.kind(of: output) == .folder || output.hasSuffix("/")
    guard format == .yaml else {
      guard !isFolder else {
        throw UsageError(
          message: "--format json writes one file; --output names the folder \(output)", command: Self.name)
      }
      return .file(output)
    }
    if isFolder {
      return .folder(output.count > 1 && output.hasSuffix("/") ? String(output.dropLast()) : output)
    }
    let isFile = [".yaml", ".yml"].contains(where: output.hasSuffix)
    if isSeveral, isFile || System.kind(of: output) != nil {
      throw UsageError(
        message:
          "Several policies need a folder; --output names the file \(output). Select an app with --target, or name a folder",
        command: Self.name)
    }
    return isSeveral ? .folder(output) : .file(output)
  }

  /// The path from the policies to the app's folder; empty if they are the same.
  private func pathToApp(from destination: Destination?) throws(UsageError) -> String {
    guard let destination, let directory = System.workingDirectory else { return "" }
    let policies =
      switch destination {
      case .folder(let folder): folder
      case .file(let file): RelativePath.folder(of: file)
      }
    let start = RelativePath.absolute(policies.isEmpty ? "." : policies, in: directory)
    let path = RelativePath.path(from: start, to: RelativePath.absolute(folder, in: directory))
    return path == "." ? "" : path
  }

  private func write(
    _ report: ImportReport, _ policies: [ImportedPolicy], to destination: Destination?, _ console: Console
  ) throws(UsageError) {
    let text = format == .json ? report.json.prettyText + "\n" : report.yaml
    switch destination {
    case nil: Console.write(text)
    case .file(let file): try write([(file, text)], console)
    case .folder(let folder):
      do throws(System.FileError) {
        try System.makeFolder(folder)
      } catch {
        throw UsageError(message: "Can't create \(folder): \(error.reason)")
      }
      try write(policies.map { ("\(folder)/\($0.file)", $0.yaml) }, console)
    }
  }

  /// Writes files, or none if one exists.
  private func write(_ files: [(path: String, text: String)], _ console: Console) throws(UsageError) {
    let existing = files.map(\.path).first { System.kind(of: $0) != nil || System.isLink($0) }
    if let existing, !replacesFiles {
      throw UsageError(
        message: "\(existing) already exists; name another file with --output, or replace it with --force",
        command: Self.name)
    }
    for (path, text) in files {
      try OutputFile.write(Array(text.utf8), to: path)
      console.say("Wrote \(path)")
    }
  }
}
