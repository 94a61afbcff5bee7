/// An option of a command, declared once with its name, its help, its completion and the type of its value.
///
/// A command reads an option from `Arguments` by the option's declaration, so a misspelled option does not
/// compile. The parser, help, completions and the reference know exactly the options that the command reads.
///
/// This folder contains only the part of swift-argument-parser that bgpolicy needs, because toolchains don't
/// ship swift-argument-parser as a module. To switch to it, `Option` and `Flag` become `@Option` and `@Flag`,
/// `OptionGroup` becomes `@OptionGroup`, and `Command` with its `CommandConfiguration` becomes
/// `ParsableCommand` with the type of the same name.
struct Option<Value>: DeclaredOption {
  let declaration: OptionDeclaration
  /// The value for all texts of the option in a call, in order. The value for an empty list is the default.
  let parse: @Sendable ([String]) throws(UsageError) -> Value

  /// An option whose value depends on all of the option's texts in a call.
  init(
    _ name: String, _ placeholder: String, _ help: @autoclosure @escaping @Sendable () -> String,
    completion: Completion, isRepeatable: Bool = false, isValueOptional: Bool = false,
    parse: @escaping @Sendable ([String]) throws(UsageError) -> Value
  ) {
    declaration = OptionDeclaration(
      name: name,
      value: OptionDeclaration.ValueSyntax(
        placeholder: placeholder, isOptional: isValueOptional, completion: completion),
      isRepeatable: isRepeatable, help: help)
    self.parse = parse
  }

  /// An option with a value of type `Wrapped`. `nil` if the call does not give the option.
  init<Wrapped>(
    _ name: String, _ placeholder: String, _ help: @autoclosure @escaping @Sendable () -> String,
    completion: Completion = .nothing,
    transform: @escaping @Sendable (String) throws(UsageError) -> Wrapped
  ) where Value == Wrapped? {
    self.init(name, placeholder, help(), completion: completion) { texts throws(UsageError) in
      guard let text = texts.last else { return nil }
      return try transform(text)
    }
  }

  /// An option with a text as its value. `nil` if the call does not give the option.
  init(
    _ name: String, _ placeholder: String, _ help: @autoclosure @escaping @Sendable () -> String,
    completion: Completion = .nothing
  ) where Value == String? {
    self.init(name, placeholder, help(), completion: completion) { $0.last }
  }

  /// An option with a whole number as its value. `nil` if the call does not give the option.
  init(
    _ name: String, _ placeholder: String, _ help: @autoclosure @escaping @Sendable () -> String,
    in range: ClosedRange<Int>
  ) where Value == Int? {
    self.init(name, placeholder, help()) { text throws(UsageError) in
      guard let number = Int(text), range.contains(number) else {
        throw UsageError(
          message:
            "\(name) expects a whole number from \(range.lowerBound) to \(range.upperBound); found \"\(text)\""
        )
      }
      return number
    }
  }

  /// An option whose value is a case of a type. Help and completion list the cases.
  init(
    _ name: String, _ placeholder: String, _ help: @autoclosure @escaping @Sendable () -> String = "",
    default fallback: Value
  ) where Value: RawRepresentable<String> & CaseIterable & Sendable {
    self.init(
      name, placeholder,
      [Choices.list(Value.self), help()].filter { !$0.isEmpty }.joined(separator: ": ")
        + "; default \(fallback.rawValue)",
      completion: .choices(Value.self)
    ) { texts throws(UsageError) in
      guard let text = texts.last else { return fallback }
      return try Choices.value(of: text, for: name)
    }
  }

  /// An option that a call may give several times, each time with a value of type `Element`.
  init<Element>(
    repeated name: String, _ placeholder: String, _ help: @autoclosure @escaping @Sendable () -> String,
    completion: Completion = .nothing,
    transform: @escaping @Sendable (String) throws(UsageError) -> Element
  ) where Value == [Element] {
    self.init(name, placeholder, help(), completion: completion, isRepeatable: true) {
      texts throws(UsageError) in
      try texts.map(transform)
    }
  }
}

/// An option without a value.
struct Flag: DeclaredOption {
  let declaration: OptionDeclaration

  init(
    _ name: String, abbreviation: String? = nil, _ help: @autoclosure @escaping @Sendable () -> String
  ) {
    declaration = OptionDeclaration(
      name: name, abbreviation: abbreviation, value: nil, isRepeatable: false, help: help)
  }
}

/// The values of an option or operand whose type has a fixed set of cases.
enum Choices {
  /// All cases, for a sentence.
  static func list<Choice: RawRepresentable<String> & CaseIterable>(_ type: Choice.Type) -> String {
    let names = type.allCases.map(\.rawValue)
    return names.count < 2
      ? names.joined() : names.dropLast().joined(separator: ", ") + " or \(names[names.count - 1])"
  }

  /// The case with the name `text`, as the value of `subject`.
  static func value<Choice: RawRepresentable<String> & CaseIterable>(
    of text: String, for subject: String
  ) throws(UsageError) -> Choice {
    if let value = Choice(rawValue: text) { return value }
    throw UsageError(message: "\(subject) expects \(list(Choice.self)); found \"\(text)\"")
  }
}
