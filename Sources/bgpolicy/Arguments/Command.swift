/// Options that belong together, with the values from a call.
protocol OptionGroup {
  /// Reads every option of the group in the order of help. Each option has to be read, whatever values the
  /// other options have.
  init(_ arguments: inout Arguments) throws(UsageError)
}

/// A command of the tool, with the values of its options in a call. The initializer reads operands after
/// options.
protocol Command: OptionGroup, Sendable {
  /// The command without its options.
  static var configuration: CommandConfiguration { get }

  /// Runs the command.
  func run(_ console: Console) throws(UsageError) -> Outcome
}

extension Command {
  /// The command's name.
  static var name: String { configuration.name }
}

/// The name of a command, its operands and its help.
struct CommandConfiguration: Sendable {
  /// The command's name.
  let name: String
  /// The arguments that are not options.
  let operands: Operands
  /// The purpose of the command, in a line without a full stop.
  let summary: String
  /// Paragraphs of help as Markdown that is readable on a terminal. Created only on demand.
  let discussion: @Sendable () -> String
  /// Examples of calls.
  let examples: [Example]
  /// The problems that the command can report, in addition to the problems that all commands share.
  let problems: [Outcome.Problem]

  /// A call with its purpose.
  struct Example: Sendable {
    /// The call as typed in a shell, without the name of the tool.
    let call: String
    /// The purpose of the call, without a full stop.
    let purpose: String

    init(_ call: String, _ purpose: String) {
      self.call = call
      self.purpose = purpose
    }
  }

  init(
    name: String, operands: Operands, summary: String, problems: [Outcome.Problem], examples: [Example],
    discussion: @autoclosure @escaping @Sendable () -> String
  ) {
    self.name = name
    self.operands = operands
    self.summary = summary
    self.problems = problems
    self.examples = examples
    self.discussion = discussion
  }
}

/// The arguments of a command that are not options.
struct Operands: Sendable {
  /// The name of the operands in help. Empty if the command has no operands.
  let placeholder: String
  /// The number of operands that a call may have.
  let count: ClosedRange<Int>
  /// The values that a shell can offer.
  let completion: Completion

  init(_ placeholder: String, count: ClosedRange<Int>, completion: Completion) {
    self.placeholder = placeholder
    self.count = count
    self.completion = completion
  }

  static let none = Operands("", count: 0...0, completion: .nothing)
  /// One policy. The default is the only policy under the working directory.
  static let policy = Operands("[POLICY]", count: 0...1, completion: .policy)
  /// Any number of policies. The default is all policies under the working directory.
  static let policies = Operands("[POLICY…]", count: 0...Int.max, completion: .policy)
}
