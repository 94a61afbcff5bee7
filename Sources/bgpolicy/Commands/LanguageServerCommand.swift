internal import PolicyLint
internal import RepositoryFiles

/// `bgpolicy language-server`: serves policies to an editor.
struct LanguageServerCommand: Command {
  static let configuration = CommandConfiguration(
    name: "language-server", operands: .none, summary: "Serve policies to an editor",
    problems: [.abandonedSession],
    examples: [
      .init("language-server", "The command that an editor starts")
    ],
    discussion: """
      Speaks the Language Server Protocol 3.17 on standard input and output. The editor starts it, and gets findings while one
      types, their fixes, completions, explanations, names and estimates. Documentation/editors.md has the settings of editors.

      --select, --ignore and --baseline are those of `bgpolicy lint`. As there, only the baseline may come from
      bgpolicy.config.yaml at or above the working directory.
      """)

  private static let stdio = Flag(
    "--stdio", "Use standard input and output, as always; some editors pass this option")

  private let selection: RuleSelection
  private let baselinePath: String?

  init(_ arguments: inout Arguments) throws(UsageError) {
    _ = arguments[Self.stdio]
    selection = try SelectionOptions(&arguments).selection
    baselinePath = try arguments[SharedOptions.baseline]
  }

  func run(_ console: Console) throws(UsageError) -> Outcome {
    let baseline = try baselinePath.map { path throws(UsageError) in
      try BaselineFile(path: path, access: console.access).read()
    }
    return EditorSession(selection: selection, baseline: baseline, console.access).run()
  }
}
