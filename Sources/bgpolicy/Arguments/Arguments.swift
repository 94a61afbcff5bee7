internal import RepositoryFiles

/// The arguments of a call, which a command reads option by option.
///
/// The options that a command reads are the options that it has: reading an empty call lists them. So nothing that is
/// read can be missing in help, and nothing in help is ignored.
struct Arguments {
  /// The name of the command that reads them; empty for none.
  let command: String
  /// The arguments that are neither command nor option, in order.
  let operands: [String]
  /// The options that have been read, in order.
  private(set) var declarations: [OptionDeclaration] = []
  private var given: [GivenOption]
  /// The defaults of options; `nil` if no file has them, or the call ignores it.
  private(set) var configuration: Configuration?
  /// The options that the command has; `nil` while they are being collected.
  private let known: [OptionDeclaration]?

  private struct GivenOption {
    let name: String
    let value: String
    /// Whether it is written as its single letter.
    var isAbbreviated = false
    /// The line of the configuration that has it; `nil` for an option of the call.
    var line: Int?
  }

  /// The options that a group reads.
  static func declarations(of group: any OptionGroup.Type) -> [OptionDeclaration] {
    var arguments = Arguments()
    do throws(UsageError) {
      _ = try group.init(&arguments)
    } catch {
      // A command may expect an operand, but only after it has read its options.
    }
    return arguments.declarations
  }

  private init() {
    command = ""
    operands = []
    given = []
    known = nil
  }

  /// The value of an option.
  subscript<Value>(option: Option<Value>) -> Value {
    mutating get throws(UsageError) {
      record(option.declaration)
      let name = option.declaration.name
      do throws(UsageError) {
        return try option.parse(given.filter { $0.name == name }.map(\.value))
      } catch {
        guard let line = given.first(where: { $0.name == name })?.line, let configuration else {
          throw UsageError(message: error.message, command: command)
        }
        throw UsageError(message: "\(configuration.path):\(line): \(error.message)")
      }
    }
  }

  /// Whether a flag is given.
  subscript(flag: Flag) -> Bool {
    mutating get {
      record(flag.declaration)
      return isGiven(flag)
    }
  }

  /// The way to the files that the call names, and through them to those of a repository.
  ///
  /// Only the call can let it lead out of a repository: a configuration comes with the repository.
  var access: FileAccess { FileAccess(allowsOutside: isGiven(CommonOptions.allowOutside)) }

  private mutating func record(_ declaration: OptionDeclaration) {
    assert(
      known?.contains { $0.name == declaration.name } ?? true,
      "\(command) reads \(declaration.name) in some calls only")
    declarations.append(declaration)
  }

  /// Whether an option is given, with any value.
  func isGiven(_ option: some DeclaredOption) -> Bool {
    given.contains { $0.name == option.declaration.name && $0.line == nil }
  }

  /// Adds the values of a configuration for options that the command has and the call does not.
  mutating func add(_ configuration: Configuration) {
    self.configuration = configuration
    let called = Set(given.map(\.name))
    for value in configuration.values where !called.contains(value.key.option) {
      let option = known?.first {
        $0.name == value.key.option && $0.value?.placeholder == value.key.placeholder
      }
      guard option != nil else { continue }
      given.append(GivenOption(name: value.key.option, value: value.text, line: value.line))
    }
  }

  /// Whether an option is given, and each time as its single letter.
  func isAbbreviated(_ option: some DeclaredOption) -> Bool {
    let uses = given.filter { $0.name == option.declaration.name }
    return !uses.isEmpty && uses.allSatisfy(\.isAbbreviated)
  }

  /// The first operand as one of a set of values; read after all options.
  func operand<Choice: RawRepresentable<String> & CaseIterable>(
    as type: Choice.Type = Choice.self
  ) throws(UsageError) -> Choice {
    do throws(UsageError) {
      return try Choices.value(of: operands.first ?? "", for: command)
    } catch {
      throw UsageError(message: error.message, command: command)
    }
  }

  /// The options of the call as words, without some of them and those of every command; those of a configuration are not among them.
  func words(without others: [any DeclaredOption]) -> [String] {
    let names = Self.names(of: others)
    return given.filter { $0.line == nil && !names.contains($0.name) }.map { option in
      let hasValue = known?.first { $0.name == option.name }?.value != nil
      return hasValue ? "\(option.name)=\(option.value)" : option.name
    }
  }

  /// The names of some options and of those of every command.
  private static func names(of options: [any DeclaredOption]) -> Set<String> {
    Set((options.map(\.declaration) + declarations(of: CommonOptions.self)).map(\.name))
  }

  // MARK: Options without an effect

  /// Throws if an option is given that is not one of some or of every command, because the call would ignore it.
  func rejectAll(but others: [any DeclaredOption], because reason: String) throws(UsageError) {
    let names = Self.names(of: others)
    try reject((known ?? []).filter { !names.contains($0.name) }, because: reason)
  }

  /// Throws if an option is given that the call would ignore.
  func reject(_ option: some DeclaredOption, because reason: String) throws(UsageError) {
    try reject([option.declaration], because: reason)
  }

  /// Throws if an option of a group is given that the call would ignore.
  func reject(_ group: any OptionGroup.Type, because reason: String) throws(UsageError) {
    try reject(Self.declarations(of: group), because: reason)
  }

  private func reject(_ options: [OptionDeclaration], because reason: String) throws(UsageError) {
    guard
      let option = options.first(where: { option in
        given.contains { $0.name == option.name && $0.line == nil }
      })
    else {
      return
    }
    throw UsageError(message: "\(reason), so \(option.name) has no effect", command: command)
  }
}

// MARK: Parsing

extension Arguments {
  /// Parses the words of a call by the syntax of a command.
  init(_ words: some Sequence<String>, for syntax: CommandSyntax) throws(UsageError) {
    var operands: [String] = []
    var given: [GivenOption] = []
    var iterator = words.makeIterator()
    var allowsOptions = true
    while let word = iterator.next() {
      // No option begins with a digit, but a negative number may be an operand.
      guard allowsOptions, word.hasPrefix("-"), word.dropFirst().first.map({ !$0.isNumber }) ?? false else {
        operands.append(word)
        continue
      }
      if word == "--" {
        allowsOptions = false
        continue
      }
      let (name, attached) = Self.split(word)
      let option = try syntax.option(name)
      if attached == nil, option.takesNextArgument {
        given.append(GivenOption(name: option.name, value: try Self.next(&iterator, for: option, syntax)))
      } else {
        try Self.checkAttached(attached, to: option, syntax)
        given.append(
          GivenOption(name: option.name, value: attached ?? "", isAbbreviated: name == option.abbreviation))
      }
    }
    command = syntax.name
    self.operands = operands
    self.given = given
    known = syntax.allOptions
    // Help and the version can be asked for in any call.
    if !isGiven(CommonOptions.help), !isGiven(CommonOptions.version) {
      try syntax.check(operands)
    }
  }

  /// The words of a call without those options before its command, and those options with their values.
  static func leadingOptions(of words: [String]) throws(UsageError) -> (options: [String], rest: [String]) {
    var rest = words[...]
    while let word = rest.first, word.hasPrefix("-") {
      let (name, attached) = split(word)
      let option = try CommandSyntax.tool.option(name)
      rest = rest.dropFirst(attached == nil && option.takesNextArgument ? 2 : 1)
    }
    return (Array(words[..<rest.startIndex]), Array(rest))
  }

  private static func split(_ word: String) -> (name: String, value: String?) {
    guard let equals = word.firstIndex(of: "=") else { return (word, nil) }
    return (String(word[..<equals]), String(word[word.index(after: equals)...]))
  }

  private static func next(
    _ words: inout some IteratorProtocol<String>, for option: OptionDeclaration, _ syntax: CommandSyntax
  ) throws(UsageError) -> String {
    if let word = words.next() { return word }
    throw UsageError(
      message: "The option \(option.name) requires a value: \(option.label)", command: syntax.name)
  }

  private static func checkAttached(
    _ value: String?, to option: OptionDeclaration, _ syntax: CommandSyntax
  ) throws(UsageError) {
    guard let value else { return }
    if option.value == nil {
      throw UsageError(
        message: "The option \(option.name) has no value; found \"\(value)\"", command: syntax.name)
    }
    if option.value?.isOptional == true, value.isEmpty {
      throw UsageError(
        message: "The option \(option.name) requires a value after =, or no =: \(option.label)",
        command: syntax.name)
    }
  }
}
