package import JSON

/// A rule of an organisation's own.
package struct Requirement: Sendable {
  /// What it is called: the rule is `require/ID`.
  package var id: Located<String>?
  /// What it is about.
  package var subject: Located<RequirementSubject>?
  /// Which of them it is about; all, where nothing is said.
  package var when: Located<[RequirementCondition]>?
  /// What has to hold for them.
  package var must: Located<[RequirementCondition]>?
  /// What to tell where it doesn't.
  package var message: Located<String>?
  /// What a finding counts as.
  package var severity = Setting(RequirementSeverity.error)
}

/// What a requirement is about.
package enum RequirementSubject: String, StringEnum {
  case app, sessions, tasks, pushes, transfers, targets
}

/// What a requirement's finding counts as.
package enum RequirementSeverity: String, StringEnum {
  case info, warning, error
}

/// What a key's value has to be.
package struct RequirementCondition: Hashable, Sendable {
  /// The key, as the subject's mapping has it; keys within keys are separated by dots.
  package let key: String
  /// What its value has to be.
  package let expectation: Expectation
  /// Where that is written.
  package let node: PolicyNode
}

/// What a value has to be.
package indirect enum Expectation: Hashable, Sendable {
  /// The same value, in whatever unit.
  case equals(JSONValue)
  /// No more than a number, duration, size or version.
  case atMost(JSONValue)
  /// No less than a number, duration, size or version.
  case atLeast(JSONValue)
  /// A text of a form in which `*` stands for any text and `?` for one character.
  case matches(String)
  /// One of some values.
  case oneOf([JSONValue])
  /// Anything but that.
  case not(Expectation)
  /// Whether there is a value, be it the default.
  case present(Bool)
  /// All of that.
  case all([Expectation])
  /// What the keys of a mapping have to be.
  case nested([RequirementCondition])
}
