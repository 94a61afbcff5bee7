/// `bgpolicy completions`: prints a script that completes commands in a shell.
enum CompletionsCommand {
  static let syntax = CommandSyntax(
    name: "completions", operands: "SHELL", operandCount: 1...1,
    summary: "Print a script that completes commands in a shell",
    discussion: """
      SHELL is bash, zsh or fish. The shell reads the script from a file of its own:

        bgpolicy completions bash > ~/.local/share/bash-completion/completions/bgpolicy
        bgpolicy completions zsh > "${fpath[1]}/_bgpolicy"
        bgpolicy completions fish > ~/.config/fish/completions/bgpolicy.fish

      Without the package bash-completion, `source` the script in ~/.bashrc.
      """,
    options: [])

  static func run(_ arguments: Arguments, _ console: Console) throws(UsageError) -> ExitStatus {
    let name = arguments.operands[0]
    guard let shell = CompletionShell(rawValue: name) else {
      let names = CompletionShell.allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageError(
        message: "completions takes one of \(names), and not \"\(name)\"", command: syntax.name)
    }
    console.print(shell.completions(of: Tool.commands.map { $0.syntax() }))
    return .success
  }
}
