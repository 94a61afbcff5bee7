internal import AppFacts
internal import JSON
internal import PolicyImport
internal import PolicyModel
internal import PolicyReports
internal import RepositoryFiles

/// `bgpolicy import`: writes a policy from an existing app.
struct ImportCommand: Command {
  static let configuration = CommandConfiguration(
    name: "import", operands: Operands("[APP-DIR]", count: 0...1, completion: .folder),
    summary: "Write a policy from an existing app",
    problems: [.noApp, .missingReader, .unreadableFile, .existingFile],
    examples: [
      .init("import .", "A policy of the app in this folder"),
      .init("import --set-up", "bgpolicy.yaml, a baseline, commit hooks and a workflow"),
    ],
    discussion: """
      Reads the project files, property lists and sources under a folder, by default this one, and writes what the app does
      in the background as a policy. The comment on each value is its location. A value that can't be known without running the app
      is a TODO; a value that the code does not state, such as the size of a transfer, is left out. Nothing is guessed. The
      summary on standard error begins with what is wrong in the app, the worst first, and lists what is open, what was not declared
      and which rules could not be decided, with reasons.

      Several apps of one project become several policies, and a base with their common declarations. Reading an app requires
      `bgpolicy-appreader`, next to bgpolicy, in PATH or named in BGPOLICY_APPREADER.

      With --set-up, the policy is ready for a team: hooks for pre-commit and a workflow for GitHub Actions check it with the app,
      and a baseline has the findings of today, so that only new ones count. bgpolicy.config.yaml names the baseline, so that
      `bgpolicy lint` and `bgpolicy gate` agree with them. Every error that the baseline has is listed, and no error that ends with a
      TODO is in it. A file that bgpolicy did not write is never replaced.
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

  private static let setUp = Flag(
    "--set-up",
    "Also write hooks for pre-commit, a GitHub workflow, a baseline of current findings and a configuration to the repository; default output bgpolicy.yaml in APP-DIR"
  )

  private let target: String?
  private let output: String?
  private let replacesFiles: Bool
  private let setsUp: Bool
  private let factsFile: String?
  private let format: Format
  private let folder: String

  init(_ arguments: inout Arguments) throws(UsageError) {
    target = try arguments[Self.target]
    output = try arguments[Self.output]
    replacesFiles = arguments[Self.force]
    setsUp = arguments[Self.setUp]
    factsFile = try arguments[SharedOptions.facts]
    format = try arguments[Self.format]
    folder = arguments.operands.first ?? "."
  }

  func run(_ console: Console) throws(UsageError) -> Outcome {
    if setsUp, format == .json {
      throw UsageError(message: "--format json writes no policy to set up; use yaml", command: Self.name)
    }
    if replacesFiles, output == nil, !setsUp {
      throw UsageError(
        message: "Standard output replaces no file, so --force has no effect", command: Self.name)
    }
    try checkFile()
    let facts: AppFacts
    switch try readFacts(console.access) {
    case .success(let result): facts = result
    case .failure(let error):
      Console.report(problem: error.message)
      return Outcome(.internalError)
    }
    let apps = PolicyImport.apps(in: facts)
    guard !apps.isEmpty else {
      throw UsageError(
        message: "No app found in \(factsFile ?? folder): \(Self.absence(in: facts))\(Self.reasons(facts))",
        command: Self.name)
    }
    if let target, !apps.contains(target) {
      throw .unknown("There is no app target \(target)", target, among: apps, of: Self.name)
    }
    let count = target == nil ? apps.count : 1
    let destination = try destination(forSeveral: count > 1)
    let policies = PolicyImport.policies(of: facts, target: target, folder: try pathToApp(from: destination))
    let drafts = ImportedDrafts(
      zip(paths(of: policies, at: destination), policies).map { ($0, $1) }, facts, app: folder,
      factsFile: factsFile, console.access)
    var team = setsUp ? destination.map { TeamFiles(policiesIn: $0.folder, console.access) } : nil
    let namedApp = drafts.areInAppFolder ? nil : folder
    if let namedApp { try team?.check(app: namedApp) }
    let report = ImportReport(policies, facts, drift: drafts.drift, faults: drafts.faults)
    // Either all files are written or none, because the hooks and the workflow name the policies.
    var files = StagedFiles()
    let written = try add(report, policies, to: destination, &files, console)
    try team?.add(
      drafts.baseline, recorded: drafts.recorded, app: namedApp, replacing: replacesFiles, to: &files)
    do throws(FileError) {
      try files.finish()
    } catch {
      throw OutputFile.failure(error, at: DisplayText.list(written))
    }
    for line in report.lines { console.note(line) }
    for path in written { console.say("Wrote \(path)") }
    if destination == nil, policies.count > 1, format == .yaml {
      console.note(
        "\(policies.count) policies; --output DIR writes each to a file of its own, and --target NAME selects one"
      )
    }
    for message in team?.messages ?? [] {
      switch message {
      case .result(let line): console.say(line)
      case .note(let line): console.note(line)
      }
    }
    if destination == nil, format == .yaml, count == 1 {
      console.note("`bgpolicy import --output \(Self.policyFile)` writes it to a file for the other commands")
    }
    return .success
  }

  /// The reason why a folder has no app. At most three parts of the project are named that were not understood, because one of them may be
  /// the app.
  private static func absence(in facts: AppFacts) -> String {
    let isOfExpo =
      facts.packages.contains { $0.name.hasPrefix("expo") && $0.manager == .npm }
      || facts.unread.contains {
        ExpoConfigurations.programs.contains(RelativePath.name(of: $0.location.file))
      }
    if facts.targets.isEmpty, isOfExpo {
      return
        "an Expo app has no Xcode project until `npx expo prebuild --platform ios` writes the folder ios, and no app.json with the key ios was found"
    }
    return "none of its \(DisplayText.count(facts.targets.count, "target")) is an app"
  }

  private static func reasons(_ facts: AppFacts) -> String {
    let places = facts.unread.prefix(3).map { fact in
      let line = fact.location.line == 0 ? "" : ":\(fact.location.line)"
      return "\(fact.location.file)\(line): \(fact.reason)"
    }
    return places.isEmpty ? "" : "; not read: " + places.joined(separator: "; ")
  }

  private func readFacts(_ access: FileAccess) throws(UsageError) -> Result<AppFacts, AppReader.InternalError>
  {
    if let factsFile { return .success(try AppReader.facts(inFile: factsFile, access)) }
    guard FileAccess.kind(of: folder) == .folder else {
      throw UsageError(message: "\(Self.name) expects a folder; found \(folder)", command: Self.name)
    }
    let reader = try AppReader.path()
    let folder = folder
    return Result { () throws(AppReader.InternalError) in try AppReader.facts(in: folder, by: reader, access)
    }
  }

  // MARK: - Output

  /// The default name of the policy's file.
  private static let policyFile = "bgpolicy.yaml"

  private enum Destination {
    case file(String)
    case folder(String)

    /// Whether every policy has a file of its own.
    var isFolder: Bool { if case .folder = self { true } else { false } }

    /// The folder of the policies.
    var folder: String {
      switch self {
      case .file(let file): RelativePath.folder(of: file)
      case .folder(let folder): folder
      }
    }
  }

  /// The files to write. `nil` means standard output.
  private func destination(forSeveral isSeveral: Bool) throws(UsageError) -> Destination? {
    guard let output else {
      guard setsUp else { return nil }
      return isSeveral
        ? .folder(folder) : .file(folder == "." ? Self.policyFile : "\(folder)/\(Self.policyFile)")
    }
    let isFolder = FileAccess.kind(of: output) == .folder || output.hasSuffix("/")
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
    if isSeveral, isFile || FileAccess.kind(of: output) != nil {
      throw UsageError(
        message:
          "Several policies need a folder; --output names the file \(output). Select an app with --target, or name a folder",
        command: Self.name)
    }
    if setsUp, !isSeveral, !PolicyFiles.isPolicy(output) {
      throw UsageError(
        message:
          "--set-up requires a policy that commands find, named bgpolicy.yaml or NAME.bgpolicy.yaml; --output names \(output)",
        command: Self.name)
    }
    return isSeveral ? .folder(output) : .file(output)
  }

  /// Refuses a file that can't be written, before an app is read that may take minutes.
  private func checkFile() throws(UsageError) {
    guard let output, format == .json || [".yaml", ".yml"].contains(where: output.hasSuffix) else { return }
    let folder = RelativePath.folder(of: output)
    guard !folder.isEmpty, FileAccess.kind(of: folder) != .folder else { return }
    throw UsageError(message: "Can't write \(output): there is no folder \(folder)", command: Self.name)
  }

  /// The path from the policies to the app's folder. Empty if the policies are in the app's folder.
  private func pathToApp(from destination: Destination?) throws(UsageError) -> String {
    guard let destination, let directory = FileAccess.workingDirectory else { return "" }
    let policies = destination.folder
    let start = RelativePath.absolute(policies.isEmpty ? "." : policies, in: directory)
    let path = RelativePath.path(from: start, to: RelativePath.absolute(folder, in: directory))
    return path == "." ? "" : path
  }

  /// The paths of the policies. Without a destination, the paths that they would have.
  private func paths(of policies: [ImportedPolicy], at destination: Destination?) -> [String] {
    if case .file(let file)? = destination { return policies.map { _ in file } }
    let folder = destination?.folder ?? folder
    return policies.map { RelativePath.normalized("\(folder)/\($0.file)") }
  }

  /// Stages the policies, or writes them to standard output. Returns the paths of the files.
  private func add(
    _ report: ImportReport, _ policies: [ImportedPolicy], to destination: Destination?,
    _ files: inout StagedFiles, _ console: Console
  ) throws(UsageError) -> [String] {
    let text = format == .json ? report.json.prettyText + "\n" : report.yaml
    guard let destination else {
      Console.write(text)
      return []
    }
    let access = access(to: destination, console.access)
    let texts: [(path: String, text: String)] =
      switch destination {
      case .file(let file): [(file, text)]
      case .folder: zip(paths(of: policies, at: destination), policies).map { ($0, $1.yaml) }
      }
    let existing = texts.map(\.path).first { FileAccess.kind(of: $0) != nil || FileAccess.isLink($0) }
    if let existing, !replacesFiles {
      throw UsageError(
        message: "\(existing) already exists; name another file with --output, or replace it with --force",
        command: Self.name)
    }
    for (path, text) in texts {
      do throws(FileError) {
        // The command line names the folder, whose path may contain links of the repository.
        if let refusal = console.access.refusal(of: path) { throw refusal }
        try files.add(Array(text.utf8), to: path, access, makesFolders: destination.isFolder)
      } catch {
        throw OutputFile.failure(error, at: path)
      }
    }
    return texts.map(\.path)
  }

  /// Access to the files. The user chose a file that the command line names; the repository determines all
  /// other paths.
  private func access(to destination: Destination, _ access: FileAccess) -> FileAccess {
    switch destination {
    case .file(let file): output == nil ? access.repository(around: file) : access
    case .folder(let folder): access.repository(at: folder)
    }
  }
}
