/// A command with its options, as the parser, help, completions and the reference see it.
struct CommandSyntax: Sendable {
  /// The command without its options. `nil` for a call without a command.
  private let configuration: CommandConfiguration?
  /// The command's own options.
  let options: [OptionDeclaration]
  /// The command's own options and the common options.
  let allOptions: [OptionDeclaration]

  init(_ command: any Command.Type) {
    configuration = command.configuration
    options = Arguments.declarations(of: command)
    allOptions = options + Self.commonOptions
  }

  private init() {
    configuration = nil
    options = []
    allOptions = Self.commonOptions
  }

  /// The syntax of a call without a command.
  static let tool = CommandSyntax()

  /// Options that every command has.
  static let commonOptions = Arguments.declarations(of: CommonOptions.self)

  /// The command's name; empty for a call without a command.
  var name: String { configuration?.name ?? "" }
  /// The arguments that are not options.
  var operands: Operands { configuration?.operands ?? .none }
  /// The purpose of the command, in a line without a full stop.
  var summary: String { configuration?.summary ?? "" }
  /// Paragraphs of help.
  var discussion: String { configuration?.discussion() ?? "" }
  /// Examples of calls with their purposes.
  var examples: [CommandConfiguration.Example] { configuration?.examples ?? [] }
  /// The problems that make the exit status other than 0.
  var problems: [Outcome.Problem] { Outcome.Problem.ofEveryCommand + (configuration?.problems ?? []) }

  /// The option with a name or an abbreviation.
  func option(_ name: String) throws(UsageError) -> OptionDeclaration {
    if let option = allOptions.first(where: { $0.name == name || $0.abbreviation == name }) { return option }
    if let own = ForeignWords.option(for: name, among: allOptions) {
      throw UsageError(message: "\(self.name) has no option \(name); use \(own)", command: self.name)
    }
    throw .unknown(
      self.name.isEmpty ? "There is no option \(name)" : "\(self.name) has no option \(name)", name,
      among: allOptions.map(\.name), otherwise: "", of: self.name)
  }

  /// Throws if there are more or fewer operands than the command allows.
  func check(_ words: [String]) throws(UsageError) {
    if words.count > operands.count.upperBound {
      let surplus = words[operands.count.upperBound]
      let operand = operands.placeholder.filter { $0 != "[" && $0 != "]" }
      throw UsageError(
        message: operand.isEmpty
          ? "\(name) expects only options; found \"\(surplus)\""
          : "\(name) expects one \(operand); found \"\(surplus)\" as well",
        command: name)
    }
    if words.count < operands.count.lowerBound {
      throw UsageError(message: "\(name) requires \(operands.placeholder)", command: name)
    }
  }
}
