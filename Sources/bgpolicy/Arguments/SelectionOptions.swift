internal import PolicyLint
internal import PolicyModel

/// The options that say which rules' findings are wanted.
enum SelectionOptions {
  static let options = [
    CommandOption(
      "--select", "RULE,…",
      "Report only these: names of rules, beginnings of codes such as BGP2, or \(families)"),
    CommandOption("--ignore", "RULE,…", "Leave these out, also of those that --select names"),
  ]

  private static var families: String {
    let names = RuleFamily.allCases.map(\.name)
    return "families: " + names.joined(separator: ", ")
  }

  /// What a call selects.
  static func selection(_ arguments: Arguments, of command: String) throws(UsageError) -> RuleSelection {
    do throws(RuleSelection.UnknownName) {
      return try RuleSelection(
        selected: names(arguments, "--select"), ignored: names(arguments, "--ignore"))
    } catch {
      throw .unknown(
        "No rule, code or family is called \(error.name)", error.name, among: error.known,
        otherwise: "; `bgpolicy rules` lists the rules", of: command)
    }
  }

  private static func names(_ arguments: Arguments, _ option: String) -> [String] {
    arguments.all(option).flatMap { value in
      value.split(separator: ",", omittingEmptySubsequences: false).map { $0.trimmed }
    }
  }
}

extension Substring {
  /// The text without the spaces around it.
  fileprivate var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
