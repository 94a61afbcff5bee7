internal import Quantities

/// Completions for zsh 5 and later.
enum ZshCompletions {
  /// The script that completes some commands, for a file `_bgpolicy` in a folder of `fpath`.
  static func script(_ commands: [CommandSyntax]) -> String {
    """
    #compdef bgpolicy
    # Completes the commands of bgpolicy in zsh; written by `bgpolicy completions zsh`.

    _bgpolicy_formats() {
      if compset -P 1 '*='; then
        _files
      else
        compadd "$@"
      fi
    }

    \(wordLists(commands).joined(separator: "\n\n"))

    _bgpolicy() {
      local -a commands=(
    \(commands.map { "    " + described(Completion.Word($0.name, $0.summary)) }.joined(separator: "\n"))
      )
      if (( CURRENT == 2 )); then
        if [[ $words[2] == -* ]]; then
          _arguments \(CommandSyntax.commonOptions.map(specification).joined(separator: " "))
        else
          _describe -t commands command commands
        fi
        return
      fi
      local command=$words[2]
      shift words
      (( CURRENT-- ))
      case $command in
    \(commands.map(arguments).joined(separator: "\n"))
      esac
    }

    if [[ $funcstack[1] == _bgpolicy ]]; then
      _bgpolicy "$@"
    else
      compdef _bgpolicy bgpolicy
    fi

    """
  }

  private static func arguments(of command: CommandSyntax) -> String {
    var specifications = command.allOptions.map(specification)
    if command.operands.count.upperBound > 0 {
      let position = command.operands.count.upperBound == 1 ? "1" : "*"
      specifications.append(
        CompletionShell.zsh.quoted(
          "\(position):\(escaped(command.operands.placeholder)):\(action(command.operands.completion))"))
    }
    return """
          \(command.name))
            _arguments \\
              \(specifications.joined(separator: " \\\n          "))
            ;;
      """
  }

  private static func specification(of option: OptionDeclaration) -> String {
    let help = "[\(escaped(option.explanation))]"
    guard let value = option.value else { return CompletionShell.zsh.quoted(option.name + help) }
    let (sign, separator) = value.isOptional ? ("=-", "::") : ("=", ":")
    return CompletionShell.zsh.quoted(
      "*\(option.name)\(sign)\(help)\(separator)\(escaped(value.placeholder)):\(action(value.completion))")
  }

  private static func action(_ completion: Completion) -> String {
    switch completion {
    case .nothing: " "
    case .words(let list):
      list().contains { !$0.meaning.isEmpty }
        ? listName(list()) : "(\(list().map(\.text).joined(separator: " ")))"
    case .formats(let formats): "_bgpolicy_formats \(formats().joined(separator: " "))"
    case .assignments(let names): "compadd -S = - \(names().joined(separator: " "))"
    case .file: "_files"
    // `_files` would offer all files if no file matches.
    case .folder: "_path_files -/"
    case .policy: "_path_files -g \"*.(yaml|yml)(-.) *(-/)\""
    }
  }

  /// A function for each list of words with explanations.
  private static func wordLists(_ commands: [CommandSyntax]) -> [String] {
    var seen: Set<String> = []
    return commands.flatMap { $0.allOptions.compactMap(\.value?.completion) + [$0.operands.completion] }
      .compactMap { completion -> String? in
        guard case .words(let list) = completion, list().contains(where: { !$0.meaning.isEmpty }),
          seen.insert(listName(list())).inserted
        else { return nil }
        return """
          \(listName(list()))() {
            local -a words=(
          \(list().map { "    " + described($0) }.joined(separator: "\n"))
            )
            _describe -t words word words "$@"
          }
          """
      }
  }

  /// The name of the function for a list, derived from the first word.
  private static func listName(_ words: [Completion.Word]) -> String {
    "_bgpolicy_\(words.first?.text.replacing("-", with: "_") ?? "none")_and_others"
  }

  private static func described(_ word: Completion.Word) -> String {
    CompletionShell.zsh.quoted("\(word.text):\(word.meaning)")
  }

  /// The text with escapes for characters that would end a part of a specification.
  private static func escaped(_ text: String) -> String {
    text.escaping { "\\[]:".unicodeScalars.contains($0) ? "\\\($0)" : nil }
  }
}
