/// Completions for fish 3 and later.
enum FishCompletions {
  /// The script that completes some commands.
  static func script(_ commands: [CommandSyntax]) -> String {
    """
    # Completes the commands of bgpolicy in fish; written by `bgpolicy completions fish`.

    # What has been typed of the value at the cursor, without the option before it.
    function __bgpolicy_value
        commandline -ct | string replace -r -- '^--[a-z-]+=' ''
    end

    function __bgpolicy_policies
        set -l value (__bgpolicy_value | string replace -r -- '^~/' "$HOME/")
        __fish_complete_directories $value ''
        for path in $value*.yaml $value*.yml
            echo $path
        end
    end

    function __bgpolicy_formats
        set -l parts (__bgpolicy_value | string split -m 1 =)
        if set -q parts[2]
            for path in (__fish_complete_path $parts[2])
                echo "$parts[1]=$path"
            end
        else
            printf '%s\\n' $argv
        end
    end

    complete -c bgpolicy -f
    \(lines(commands).joined(separator: "\n"))

    """
  }

  private static func lines(_ commands: [CommandSyntax]) -> [String] {
    let first = CompletionShell.fish.quoted("__fish_use_subcommand")
    var lines = commands.map { command in
      line(first, words: "-a \(command.name)", help: command.summary)
    }
    lines += CommandSyntax.commonOptions.map { option($0, first) }
    for command in commands {
      let condition = CompletionShell.fish.quoted("__fish_seen_subcommand_from \(command.name)")
      lines += command.allOptions.map { option($0, condition) }
      lines += operands(command.operands.completion, condition)
    }
    return lines
  }

  private static func line(_ condition: String, words: String, help: String = "") -> String {
    "complete -c bgpolicy -n \(condition) \(words)"
      + (help.isEmpty ? "" : " -d \(CompletionShell.fish.quoted(help))")
  }

  private static func option(_ option: OptionDeclaration, _ condition: String) -> String {
    let name = "-l \(option.name.drop { $0 == "-" })"
    guard let value = option.value else { return line(condition, words: name, help: option.explanation) }
    let values = list(value.completion).map { " -a \(CompletionShell.fish.quoted($0))" } ?? ""
    // A required value may be a file, unless -x excludes files.
    let kind = if case .file = value.completion { "-r -F" } else { value.isOptional ? "-f" : "-x" }
    return line(condition, words: "\(name) \(kind)\(values)", help: option.explanation)
  }

  private static func operands(_ completion: Completion, _ condition: String) -> [String] {
    switch completion {
    case .words(let words):
      words().map { line(condition, words: "-a \($0.text)", help: $0.meaning) }
    default: list(completion).map { [line(condition, words: "-a \(CompletionShell.fish.quoted($0))")] } ?? []
    }
  }

  private static func list(_ completion: Completion) -> String? {
    switch completion {
    case .nothing, .file: nil
    case .words(let words): words().map(\.text).joined(separator: " ")
    case .formats(let formats): "(__bgpolicy_formats \(formats().joined(separator: " ")))"
    case .assignments(let names): names().map { $0 + "=" }.joined(separator: " ")
    case .folder: "(__fish_complete_directories (__bgpolicy_value) '')"
    case .policy: "(__bgpolicy_policies)"
    }
  }
}
