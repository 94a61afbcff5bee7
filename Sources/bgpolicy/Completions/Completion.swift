internal import PlatformFacts
internal import PolicyLint
internal import PolicyReports
internal import PolicySyntax

/// What a shell can offer for a value.
enum Completion: Sendable {
  /// Nothing: the value is free.
  case nothing
  /// Words, each with what it means where it has to be explained.
  case words(@Sendable () -> [Word])
  /// The forms of a report, each of which `=FILE` may follow.
  case formats([String])
  /// Names, each of which `=` and a value follow.
  case assignments(@Sendable () -> [String])
  /// Any file.
  case file
  /// A folder.
  case folder
  /// A file whose name ends as a policy's does.
  case policy

  /// A word that can stand for a value.
  struct Word {
    let text: String
    var meaning: String = ""
  }

  /// Words that need no explanation.
  static func plain<Choice: RawRepresentable<String> & CaseIterable>(_ choices: Choice.Type) -> Completion {
    let words = Choice.allCases.map { Word(text: $0.rawValue) }
    return .words { words }
  }

  /// What help calls a value tells what it is: the same name means the same in every command.
  init(placeholder: String?) {
    switch placeholder {
    case "WHEN": self = .plain(Console.ColorChoice.self)
    case "LEVEL": self = .plain(Severity.self)
    case "FORMAT": self = .plain(DocumentFormat.self)
    case LintFormat.placeholder: self = .formats(LintFormat.allCases.map(\.rawValue))
    case WhatIfFormat.placeholder: self = .formats(WhatIfFormat.allCases.map(\.rawValue))
    case AdviceFormat.placeholder: self = .formats(AdviceFormat.allCases.map(\.rawValue))
    case EstimateFormat.placeholder: self = .formats(EstimateFormat.allCases.map(\.rawValue))
    case CalibrationFormat.placeholder: self = .formats(CalibrationFormat.allCases.map(\.rawValue))
    case "SHELL": self = .plain(CompletionShell.self)
    case "RULE": self = .words { Self.rules }
    case "RULE,…": self = .words { Self.selectable }
    case "N|typical|bad": self = .words { RunChoice.words.map { Word(text: $0) } }
    case "FILE", "LOG…": self = .file
    case "DIR": self = .folder
    case "SCENARIO":
      self = .words {
        PlatformFacts.scenarios.map { Word(text: $0.name, meaning: $0.summary) }
          + [Word(text: "population", meaning: "all devices of the policy's population, by their shares")]
      }
    case "PRESET":
      self = .words { PlatformFacts.modelPresets.map { Word(text: $0.name, meaning: $0.summary) } }
    case "NAME=VALUE": self = .assignments { PlatformFacts.parameters.map(\.name) }
    case let operands? where operands.contains("POLICY"): self = .policy
    case let choice? where choice.contains("|") && !choice.contains(" "):
      self = .words { choice.split(separator: "|").map { Word(text: String($0)) } }
    default: self = .nothing
    }
  }

  /// What stands for several rules, and then each of them.
  private static var selectable: [Word] {
    RuleFamily.allCases.map { Word(text: $0.name, meaning: $0.title) }
      + Catalog.rules.map { Word(text: $0.name.text, meaning: $0.summary) }
  }

  private static var rules: [Word] {
    Catalog.rules.map { Word(text: $0.name.text, meaning: $0.summary) }
      + Catalog.needsApp.map { Word(text: $0.name.text, meaning: $0.summary) }
  }
}

extension CommandOption {
  /// What a shell can offer for its value; `nil` for an option without one.
  var completion: Completion? { value.map { Completion(placeholder: $0) } }
}

extension CommandSyntax {
  /// What a shell can offer for what is neither command nor option.
  var operandCompletion: Completion { Completion(placeholder: operands) }
}
