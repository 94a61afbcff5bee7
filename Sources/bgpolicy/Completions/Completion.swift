internal import PlatformFacts
internal import PolicyLint
internal import PolicyReports
internal import PolicySyntax

/// The values that a shell can offer.
enum Completion: Sendable {
  /// No values.
  case nothing
  /// Words, some of them with an explanation.
  case words(@Sendable () -> [Word])
  /// The formats of a report. `=FILE` may follow each format.
  case formats(@Sendable () -> [String])
  /// Names. `=` and a value follow each name.
  case assignments(@Sendable () -> [String])
  /// Any file.
  case file
  case folder
  /// A YAML file.
  case policy

  /// A value of one word.
  struct Word: Sendable {
    let text: String
    let meaning: String

    init(_ text: String, _ meaning: String = "") {
      self.text = text
      self.meaning = meaning
    }
  }

  /// The cases of a type, without explanations.
  static func choices<Choice: RawRepresentable<String> & CaseIterable>(_ type: Choice.Type) -> Completion {
    let words = Choice.allCases.map { Word($0.rawValue) }
    return .words { words }
  }
}

extension Completion {
  /// The names of all rules.
  static let rules = Completion.words { ruleWords + Catalog.needsApp.map { Word($0.name.text, $0.summary) } }

  /// Families of rules, followed by all rules.
  static let rulesAndFamilies = Completion.words {
    RuleFamily.allCases.map { Word($0.name, $0.title) } + ruleWords
  }

  /// Built-in scenarios, and the policy's population.
  static let scenarios = Completion.words {
    PlatformFacts.scenarios.map { Word($0.name, $0.summary) }
      + [Word("population", "all devices of the policy's population, by their shares")]
  }

  static let modelPresets = Completion.words {
    PlatformFacts.modelPresets.map { Word($0.name, $0.summary) }
  }

  /// The names of the model's parameters.
  static let modelParameters = Completion.assignments { PlatformFacts.parameters.map(\.name) }

  private static var ruleWords: [Word] { Catalog.rules.map { Word($0.name.text, $0.summary) } }
}
