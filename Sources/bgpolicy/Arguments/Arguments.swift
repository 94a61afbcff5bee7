internal import PolicyModel

/// The words behind a command, taken apart.
struct Arguments {
  /// What is neither command nor option, in order.
  private(set) var operands: [String] = []
  private var values: [OptionValue] = []

  private struct OptionValue {
    let name: String
    let value: String
  }

  /// Takes `words` apart by the syntax of a command.
  init(_ words: some Sequence<String>, for syntax: CommandSyntax) throws(UsageError) {
    var iterator = words.makeIterator()
    var takesOptions = true
    while let word = iterator.next() {
      guard takesOptions, word.hasPrefix("-"), word != "-" else {
        operands.append(word)
        continue
      }
      if word == "--" {
        takesOptions = false
        continue
      }
      let (name, attached) = Self.split(word)
      guard let option = syntax.allOptions.first(where: { $0.name == name }) else {
        throw Self.unknownOption(name, syntax)
      }
      guard let placeholder = option.value else {
        guard attached == nil else {
          throw UsageError(message: "The option \(name) takes no value", command: syntax.name)
        }
        values.append(OptionValue(name: name, value: ""))
        continue
      }
      guard !option.isValueOptional else {
        guard attached != "" else {
          throw UsageError(
            message: "The option \(name) takes a value behind =, or no =: \(name)[=\(placeholder)]",
            command: syntax.name)
        }
        values.append(OptionValue(name: name, value: attached ?? ""))
        continue
      }
      guard let value = attached ?? iterator.next() else {
        throw UsageError(
          message: "The option \(name) needs a value: \(name) \(placeholder)", command: syntax.name)
      }
      values.append(OptionValue(name: name, value: value))
    }
    try checkOperands(syntax)
  }

  private func checkOperands(_ syntax: CommandSyntax) throws(UsageError) {
    // Help and version can be asked for whatever else is there.
    guard !has("--help"), !has("--version") else { return }
    if operands.count > syntax.operandCount.upperBound {
      let operand = syntax.operands.filter { $0 != "[" && $0 != "]" }
      throw UsageError(
        message: "\(syntax.name) takes \(operand.isEmpty ? "options alone" : "one \(operand)"), and not "
          + "\"\(operands[syntax.operandCount.upperBound])\"\(operand.isEmpty ? "" : " as well")",
        command: syntax.name)
    }
    if operands.count < syntax.operandCount.lowerBound {
      throw UsageError(message: "\(syntax.name) needs \(syntax.operands)", command: syntax.name)
    }
  }

  private static func split(_ word: String) -> (name: String, value: String?) {
    guard let equals = word.firstIndex(of: "=") else { return (word, nil) }
    return (String(word[..<equals]), String(word[word.index(after: equals)...]))
  }

  private static func unknownOption(_ name: String, _ syntax: CommandSyntax) -> UsageError {
    .unknown(
      "\(syntax.name) has no option \(name)", name, among: syntax.allOptions.map(\.name), otherwise: "",
      of: syntax.name)
  }

  /// Whether an option is there.
  func has(_ name: String) -> Bool { values.contains { $0.name == name } }

  /// The last value of an option.
  func value(_ name: String) -> String? { values.last { $0.name == name }?.value }

  /// All values of an option.
  func all(_ name: String) -> [String] { values.filter { $0.name == name }.map(\.value) }

  /// Refuses options that a call would ignore.
  func rejectOptions(_ names: [String], because reason: String, of command: String) throws(UsageError) {
    guard let name = names.first(where: has) else { return }
    throw UsageError(message: "\(reason), so \(name) has nothing to do", command: command)
  }

  /// The last value of an option that takes one of a set of words.
  func word<Word: RawRepresentable<String> & CaseIterable>(
    _ name: String, default fallback: Word, of command: String
  ) throws(UsageError) -> Word {
    guard let text = value(name) else { return fallback }
    guard let word = Word(rawValue: text) else {
      let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageError(message: "\(name) takes one of \(words), and not \"\(text)\"", command: command)
    }
    return word
  }

  /// The last value of an option that takes a whole number.
  func number(
    _ name: String, default fallback: Int, in range: ClosedRange<Int>, of command: String
  ) throws(UsageError) -> Int {
    guard let text = value(name) else { return fallback }
    guard let number = Int(text), range.contains(number) else {
      throw UsageError(
        message:
          "\(name) takes a whole number from \(range.lowerBound) to \(range.upperBound), and not \"\(text)\"",
        command: command)
    }
    return number
  }
}
