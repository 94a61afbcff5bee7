internal import PolicyLint
internal import PolicyModel
internal import Quantities

/// The options that select rules.
struct SelectionOptions: OptionGroup {
  private static let select = Option<[[String]]>(
    repeated: "--select", "RULE,…",
    "Report only these rules: names, beginnings of codes such as BGP2, or families: "
      + RuleFamily.allCases.map(\.name).joined(separator: ", "),
    completion: .rulesAndFamilies, transform: names)
  private static let ignore = Option<[[String]]>(
    repeated: "--ignore", "RULE,…", "Leave out these rules, even if --select names them",
    completion: .rulesAndFamilies, transform: names)

  /// The rules whose findings are reported.
  let selection: RuleSelection
  /// Whether the call selects rules.
  let selects: Bool
  /// Whether the call leaves out rules.
  let ignores: Bool

  init(_ arguments: inout Arguments) throws(UsageError) {
    let selected = try arguments[Self.select]
    let ignored = try arguments[Self.ignore]
    selects = !selected.isEmpty
    ignores = !ignored.isEmpty
    do throws(RuleSelection.UnknownName) {
      selection = try RuleSelection(selected: selected.flatMap(\.self), ignored: ignored.flatMap(\.self))
    } catch {
      throw .unknown(
        "No rule, code or family is called \(error.name)", error.name, among: error.known,
        otherwise: "; `bgpolicy rules` lists the rules", of: arguments.command)
    }
  }

  @Sendable private static func names(_ value: String) -> [String] {
    value.split(separator: ",", omittingEmptySubsequences: false).map { $0.trimmed }
  }
}
