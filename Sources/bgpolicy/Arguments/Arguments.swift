internal import RepositoryFiles

/// The arguments of a call, which a command reads option by option.
///
/// Reading the options of an empty call lists a command's options. Therefore help contains every option that
/// the command reads, and no option that it ignores.
struct Arguments {
  /// The name of the command that reads the arguments. Empty without a command.
  let command: String
  /// The arguments that are neither command nor option, in order.
  let operands: [String]
  /// The options that have been read, in order.
  private(set) var declarations: [OptionDeclaration] = []
  private var given: [GivenOption]
  /// The defaults of options. `nil` if no configuration exists, or if the call ignores it.
  private(set) var configuration: Configuration?
  /// The command's options. `nil` while the options are being listed.
  private let known: [OptionDeclaration]?

  private struct GivenOption {
    let name: String
    let value: String
    /// Whether the option is written as a single letter.
    var isAbbreviated = false
    /// The line of the option in the configuration. `nil` for an option from the command line.
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

  /// Gives access to the files that the call names, and through them to the files of a repository.
  ///
  /// Only the command line can allow paths out of a repository. The configuration is part of the repository
  /// and can't be trusted with that.
  var access: FileAccess { FileAccess(allowsOutside: isGiven(CommonOptions.allowOutside)) }

  private mutating func record(_ declaration: OptionDeclaration) {
    assert(
      known?.contains { $0.name == declaration.name } ?? true,
      "\(command) reads \(declaration.name) in some calls only")
    declarations.append(declaration)
  }

  /// Whether the command line gives an option, with any value.
  func isGiven(_ option: some DeclaredOption) -> Bool {
    given.contains { $0.name == option.declaration.name && $0.line == nil }
  }

  /// Adds the values of a configuration for options that the command has and the command line does not give.
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

  /// Whether an option is given, each time as its single letter.
  func isAbbreviated(_ option: some DeclaredOption) -> Bool {
    let uses = given.filter { $0.name == option.declaration.name }
    return !uses.isEmpty && uses.allSatisfy(\.isAbbreviated)
  }

  /// The first operand as a value of a type. Read the options before the operand.
  func operand<Choice: RawRepresentable<String> & CaseIterable>(
    as type: Choice.Type = Choice.self
  ) throws(UsageError) -> Choice {
    do throws(UsageError) {
      return try Choices.value(of: operands.first ?? "", for: command)
    } catch {
      throw UsageError(message: error.message, command: command)
    }
  }

  /// The options of the command line as words, except `others` and the common options. Options of the
  /// configuration are not included.
  func words(without others: [any DeclaredOption]) -> [String] {
    let names = Self.names(of: others)
    return given.filter { $0.line == nil && !names.contains($0.name) }.map { option in
      let hasValue = known?.first { $0.name == option.name }?.value != nil
      return hasValue ? "\(option.name)=\(option.value)" : option.name
    }
  }

  /// The names of some options and of the common options.
  private static func names(of options: [any DeclaredOption]) -> Set<String> {
    Set((options.map(\.declaration) + declarations(of: CommonOptions.self)).map(\.name))
  }

  // MARK: Options without an effect

  /// Throws if the command line gives an option other than `others` and the common options, because the
  /// command would ignore it.
  func rejectAll(but others: [any DeclaredOption], because reason: String) throws(UsageError) {
    let names = Self.names(of: others)
    try reject((known ?? []).filter { !names.contains($0.name) }, because: reason)
  }

  /// Throws if the command line gives an option that the command would ignore.
  func reject(_ option: some DeclaredOption, because reason: String) throws(UsageError) {
    try reject([option.declaration], because: reason)
  }

  /// Throws if the command line gives an option of a group that the command would ignore.
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
      // A word that begins with a digit after the hyphen is a negative number, which may be an operand.
      guard allowsOptions, word.hasPrefix("-"),
        // A negative number, or a method of Objective-C: `-[BGTaskScheduler submitTaskRequest:error:]`.
        word.dropFirst().first.map({ !$0.isNumber && $0 != "[" }) ?? false
      else {
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
    // `--help` and `--version` are allowed in any call.
    if !isGiven(CommonOptions.help), !isGiven(CommonOptions.version) {
      try syntax.check(operands)
    }
  }

  /// The options before the command with their values, and the remaining words of the call.
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
