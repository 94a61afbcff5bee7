/// A shell that completes commands.
enum CompletionShell: String, CaseIterable {
  case bash, zsh, fish

  /// The script that completes the tool's commands in this shell.
  func completions(of commands: [CommandSyntax]) -> String {
    switch self {
    case .bash: BashCompletions.script(commands)
    case .zsh: ZshCompletions.script(commands)
    case .fish: FishCompletions.script(commands)
    }
  }

  /// The text as one word of this shell, quoted so that nothing is expanded.
  func quoted(_ text: String) -> String {
    // Only fish reads backslashes in single quotes.
    let text = self == .fish ? text.replacing("\\", with: "\\\\") : text
    return "'" + text.replacing("'", with: "'\\''") + "'"
  }
}
