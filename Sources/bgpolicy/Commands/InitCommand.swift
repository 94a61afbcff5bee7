internal import PolicyLint
internal import PolicyModel
internal import PolicyPipeline
internal import PolicyReports
internal import PolicySyntax
internal import RepositoryFiles

/// `bgpolicy init`: writes a starter policy, or prints the first settings for editors and coding agents.
struct InitCommand: Command {
  static let configuration = CommandConfiguration(
    name: "init", operands: .none, summary: "Write a small starter policy", problems: [.existingFile],
    examples: [
      .init("init --name Photos --bundle-identifier com.example.photos", "bgpolicy.yaml of an app"),
      .init("init --editor neovim", "The settings of Neovim"),
      .init("init --agents", "A skill for coding agents"),
    ],
    discussion: """
      The policy has a background session, a refresh task and the transfers that it starts, each explained by a comment.
      An existing file is never overwritten.

      --editor writes no policy: it prints the settings with which an editor starts `bgpolicy language-server`, and where they
      belong. --agents writes no policy either, but a skill for coding agents, at the root of the repository: which command answers what,
      and what never to do.
      """)

  private static let appName = Option<String?>(
    "--name", "APP", "The app's name, with which the names of generated types begin; default MyApp")
  private static let bundleIdentifier = Option<String?>(
    "--bundle-identifier", "ID", "The app's bundle identifier; default com.example followed by the name")
  private static let output = Option<String?>(
    "--output", "FILE", "The file to write; default bgpolicy.yaml", completion: .file)

  private static let editor = Option<Editor?>(
    "--editor", "EDITOR", "Print the settings of an editor: \(Choices.list(Editor.self))",
    completion: .choices(Editor.self)
  ) { text throws(UsageError) in try Choices.value(of: text, for: "--editor") }

  private static let agents = Flag(
    "--agents", "Write a skill for coding agents: \(DisplayText.list(AgentSkill.files))")

  private let editor: Editor?
  private let isForAgents: Bool
  private let appName: String
  private let bundleIdentifier: String
  private let path: String

  init(_ arguments: inout Arguments) throws(UsageError) {
    appName = try arguments[Self.appName] ?? "MyApp"
    bundleIdentifier = try arguments[Self.bundleIdentifier] ?? "com.example.\(appName.lowercased())"
    path = try arguments[Self.output] ?? "bgpolicy.yaml"
    editor = try arguments[Self.editor]
    isForAgents = arguments[Self.agents]
    if isForAgents {
      try arguments.reject(Self.editor, because: "--agents writes a skill and prints no settings")
    }
    guard editor != nil || isForAgents else { return }
    let reason =
      isForAgents ? "--agents writes a skill and no policy" : "--editor prints settings and writes no policy"
    for option in [Self.appName, Self.bundleIdentifier, Self.output] {
      try arguments.reject(option, because: reason)
    }
  }

  func run(_ console: Console) throws(UsageError) -> Outcome {
    if let editor {
      Console.write(editor.settings)
      console.note("For \(editor.file)")
      return .success
    }
    guard !isForAgents else {
      try writeSkill(console)
      return .success
    }
    guard FileAccess.kind(of: path) == nil, !FileAccess.isLink(path) else {
      throw UsageError(
        message: "\(path) already exists; name another file with --output",
        command: Self.name)
    }
    let text = StarterPolicy.text(name: appName, bundleIdentifier: bundleIdentifier)
    try check(text)
    try OutputFile.write(Array(text.utf8), to: path, console.access)
    console.say("Wrote \(path)")
    console.note("`bgpolicy lint \(path)` checks it, `bgpolicy compile \(path)` generates its code")
    return .success
  }

  /// Writes the skill to the root of the repository. Without a repository, to the working directory.
  private func writeSkill(_ console: Console) throws(UsageError) {
    let directory = FileAccess.workingDirectory
    let root =
      directory.map { RelativePath.path(from: $0, to: FileAccess.repositoryRoot(around: $0) ?? $0) } ?? "."
    let access = console.access.repository(at: root)
    let bytes = Array(AgentSkill.text.utf8)
    var files = StagedFiles()
    var written: [String] = []
    for file in AgentSkill.files {
      let path = root == "." ? file : "\(root)/\(file)"
      if FileAccess.kind(of: path) != nil || FileAccess.isLink(path) {
        guard (try? access.read(path, limit: 1 << 20)) == bytes else {
          throw UsageError(
            message: "\(path) already exists with another text; remove it to write it anew",
            command: Self.name)
        }
        continue
      }
      do throws(FileError) {
        try files.add(bytes, to: path, access, makesFolders: true)
      } catch {
        throw OutputFile.failure(error, at: path)
      }
      written.append(path)
    }
    do throws(FileError) {
      try files.finish()
    } catch {
      throw OutputFile.failure(error, at: root)
    }
    for path in written { console.say("Wrote \(path)") }
    if written.isEmpty { console.note("The skill is current") }
  }

  /// Throws if the names in the call cause findings in the policy.
  private func check(_ text: String) throws(UsageError) {
    let pipeline = Pipeline()
    let reading = pipeline.read(SourceText(name: "bgpolicy.yaml", text: text))
    guard let finding = pipeline.lint(reading).first else { return }
    let help = finding.diagnostic.help.map { ": \($0)" } ?? ""
    throw UsageError(message: finding.diagnostic.message + help, command: Self.name)
  }
}
