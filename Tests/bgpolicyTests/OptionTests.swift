import TestSupport
import Testing

@testable import bgpolicy

/// An option is declared once, and the parser, help, completions and the reference use the declaration.
@Suite struct OptionTests {
  struct Call: Sendable, CustomTestStringConvertible {
    let command: String
    let words: [String]
    var testDescription: String { ([command] + words).joined(separator: " ") }
  }

  /// Each command without options, and with each single option.
  static let calls = commands.flatMap { command in
    [Call(command: command.name, words: operands(of: command))]
      + Arguments.declarations(of: command).map { option in
        Call(command: command.name, words: words(for: option, of: command))
      }
  }

  private static var commands: [any Command.Type] { bgpolicy.Tool.commands }

  private static func operands(of command: any Command.Type) -> [String] {
    switch command.name {
    case "explain": ["BGP201"]
    case "completions": ["bash"]
    case "baseline": ["write"]
    case "calibrate": ["a.log"]
    case "advise": ["a.yaml"]
    case "whatif": ["a.yaml", "--set", "app.name=A"]
    case "diff": ["a.yaml", "b.yaml"]
    default: []
    }
  }

  private static func words(for option: OptionDeclaration, of command: any Command.Type) -> [String] {
    switch option.name {
    case "--threshold": ["--base", "git:main", "\(option.name)=\(option.value.map(value) ?? "")"]
    case "--links": [option.name, "https://git.example.org/{path}#L{line}"]
    case "--run": ["--trace", "--run", "bad"]
    case "--stdin-filename": ["-", "--stdin-filename", "a.yaml"]
    case "--set", "--sweep", "--design": ["a.yaml", option.name, "app.name=B"]
    default: operands(of: command) + [option.value.map { "\(option.name)=\(value($0))" } ?? option.name]
    }
  }

  private static func value(_ syntax: OptionDeclaration.ValueSyntax) -> String {
    switch syntax.completion {
    case .words(let words): words().first?.text ?? ""
    case .formats(let formats): formats().first ?? ""
    case .assignments(let names): (names().first ?? "") + "=1"
    case .folder: "/"
    case .file, .policy: "a.yaml"
    case .nothing: syntax.placeholder == "N" ? "1" : "a"
    }
  }

  /// Every call reads exactly the options that help lists, even if the call gives none of them.
  @Test(arguments: calls) func everyCallReadsEveryOption(_ call: Call) throws {
    let command = try bgpolicy.Tool.command(call.command)
    var arguments = try Arguments(call.words, for: CommandSyntax(command))
    _ = try command.init(&arguments)
    #expect(
      arguments.declarations.map(\.name) == Arguments.declarations(of: command).map(\.name))
  }

  @Test(arguments: commands.map { $0.name }) func namesAreUnique(_ name: String) throws {
    let options = CommandSyntax(try bgpolicy.Tool.command(name)).allOptions
    let names = options.flatMap { [$0.name, $0.abbreviation].compactMap(\.self) }
    #expect(Set(names).count == names.count, "\(names)")
    for option in options {
      #expect(option.name.wholeMatch(of: #/--[a-z]+(-[a-z]+)*/#) != nil)
      #expect(option.help() != "" && !option.help().hasSuffix("."), "\(option.name)")
    }
  }

  /// Commands that share an option share its declaration. The listed names have different meanings in
  /// different commands.
  @Test func sharedOptionsAreDeclaredOnce() {
    let options = Self.commands.flatMap { Arguments.declarations(of: $0) }
    let ambiguous = Dictionary(grouping: options, by: \.name).filter { _, options in
      Set(options.map { "\($0.label): \($0.explanation)" }).count > 1
    }
    #expect(
      ambiguous.keys.sorted() == [
        "--app", "--apply", "--baseline", "--diff", "--format", "--jobs", "--merge", "--no-estimate",
        "--output", "--strict",
      ])
  }

  /// Help lists the values that the parser and completions know.
  @Test func choicesAreInHelp() {
    for option in Self.commands.flatMap({ CommandSyntax($0).allOptions }) {
      guard let value = option.value, case .words(let words) = value.completion,
        words().allSatisfy({ $0.meaning.isEmpty })
      else { continue }
      for word in words() {
        #expect("\(option.label) \(option.help())".contains(word.text), "\(option.name)")
      }
    }
  }
}
