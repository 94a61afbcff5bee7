/// `bgpolicy completions`: prints a script that completes commands in a shell.
struct CompletionsCommand: Command {
  static let configuration = CommandConfiguration(
    name: "completions",
    operands: Operands("SHELL", count: 1...1, completion: .choices(CompletionShell.self)),
    summary: "Print a script that completes commands in a shell", problems: [],
    examples: [
      .init("completions zsh", "The script for zsh")
    ],
    discussion: """
      SHELL is bash, zsh or fish. Save the script in a file that the shell reads:

        bgpolicy completions bash > ~/.local/share/bash-completion/completions/bgpolicy
        bgpolicy completions zsh > "${fpath[1]}/_bgpolicy"
        bgpolicy completions fish > ~/.config/fish/completions/bgpolicy.fish

      If the package bash-completion is not installed, `source` the script in ~/.bashrc.
      """)

  private let shell: CompletionShell

  init(_ arguments: inout Arguments) throws(UsageError) {
    shell = try arguments.operand()
  }

  func run(_ console: Console) -> Outcome {
    console.print(shell.completions(of: Tool.commands.map { CommandSyntax($0) }))
    return .success
  }
}
