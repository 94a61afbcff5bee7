/// Completions for bash 3.2 and later, with or without the package bash-completion.
enum BashCompletions {
  /// The script that completes some commands.
  static func script(_ commands: [CommandSyntax]) -> String {
    """
    # Completes the commands of bgpolicy in bash; written by `bgpolicy completions bash`.

    # Offers those of the words that begin with the first one.
    _bgpolicy_words() {
      local word
      for word in "${@:2}"; do
        [[ $word == "$1"* ]] && COMPREPLY+=("$word")
      done
    }

    # Offers folders, and files whose names match one of the patterns after the first word.
    _bgpolicy_paths() {
      local path pattern
      while IFS= read -r path; do
        if [[ -d ${path/#\\~\\//$HOME/} ]]; then
          COMPREPLY+=("$path")
        else
          for pattern in "${@:2}"; do
            # shellcheck disable=SC2053 # it is a pattern
            [[ ${path##*/} == $pattern ]] && COMPREPLY+=("$path")
          done
        fi
      done < <(compgen -f -- "$1")
      # Bash 3.2 can't be told that these are paths, and then leaves out the slash.
      compopt -o filenames 2>/dev/null
    }

    _bgpolicy_formats() {
      if [[ $1 == *=* ]]; then
        _bgpolicy_paths "${1#*=}" '*'
      else
        _bgpolicy_words "$@"
      fi
    }

    _bgpolicy() {
      local word all=() options valued option value rest='' prefix=''
      COMPREPLY=()
      # Bash takes words apart at equals signs: they are put together again.
      for word in "${COMP_WORDS[@]:0:COMP_CWORD+1}"; do
        if [[ ${#all[@]} -gt 0 && ( $word == = || $rest == = ) ]]; then
          all[${#all[@]} - 1]+=$word
        else
          all+=("$word")
        fi
        rest=$word
      done
      local last=${all[${#all[@]} - 1]}
      if [[ ${#all[@]} -le 2 ]]; then
        _bgpolicy_words "$last" \(words(commands.map(\.name) + CommandSyntax.commonOptions.map(\.name)))
        return
      fi
      local before=${all[${#all[@]} - 2]}
      case ${all[1]} in
    \(commands.map(options).joined(separator: "\n"))
        *) return ;;
      esac
      if [[ $last == --*=* ]]; then
        option=${last%%=*} value=${last#*=}
      elif [[ $valued == *" $before "* ]]; then
        option=$before value=$last
      elif [[ $last == -* ]]; then
        # shellcheck disable=SC2086 # the options are words
        _bgpolicy_words "$last" $options
        return
      else
        option='' value=$last
      fi
      case ${all[1]}:$option in
    \(commands.flatMap(values).joined(separator: "\n"))
      esac
      # Where bash does not take words apart, what is offered takes the place of the whole word.
      if [[ $rest == *=* && $rest != = ]]; then
        prefix=${rest%"${value##*=}"}
        COMPREPLY=("${COMPREPLY[@]/#/$prefix}")
      fi
    }

    complete -F _bgpolicy bgpolicy

    """
  }

  private static func words(_ words: [String]) -> String {
    words.map { $0.allSatisfy { $0.isLetter || "-.".contains($0) } ? $0 : CompletionShell.bash.quoted($0) }
      .joined(separator: " ")
  }

  /// The names of a command's options, and the names of the options that take a value.
  private static func options(of command: CommandSyntax) -> String {
    let names = command.allOptions.map(\.name).joined(separator: " ")
    let valued = command.allOptions.filter(\.takesNextArgument).map(\.name).joined(
      separator: " ")
    return "    \(command.name)) options='\(names)' valued=' \(valued) ' ;;"
  }

  /// The branch of a case for each value of a command.
  private static func values(of command: CommandSyntax) -> [String] {
    let all =
      command.allOptions.map { ($0.name, $0.value?.completion ?? .nothing) } + [
        ("", command.operands.completion)
      ]
    return all.compactMap { name, completion in
      offer(completion).map { "    \(command.name):\(name)) \($0) ;;" }
    }
  }

  private static func offer(_ completion: Completion) -> String? {
    switch completion {
    case .nothing: nil
    case .words(let list): "_bgpolicy_words \"$value\" \(words(list().map(\.text)))"
    case .formats(let formats): "_bgpolicy_formats \"$value\" \(words(formats()))"
    case .assignments(let names):
      "_bgpolicy_words \"$value\" \(words(names().map { $0 + "=" })); compopt -o nospace 2>/dev/null"
    case .file: "_bgpolicy_paths \"$value\" '*'"
    case .folder: "_bgpolicy_paths \"$value\""
    case .policy: "_bgpolicy_paths \"$value\" '*.yaml' '*.yml'"
    }
  }
}
