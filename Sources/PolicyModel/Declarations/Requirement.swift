package import JSON

/// A rule of an organization.
package struct Requirement: Sendable {
  /// The requirement's name; the name of its rule is `require/ID`.
  package var id: Located<String>?
  /// The part of the policy that the requirement applies to.
  package var subject: Located<RequirementSubject>?
  /// The conditions that select declarations; `nil` if the requirement applies to all declarations of the subject.
  package var when: Located<[RequirementCondition]>?
  /// The conditions that the selected declarations have to meet.
  package var must: Located<[RequirementCondition]>?
  /// The message of a finding.
  package var message: Located<String>?
  /// The severity of a finding.
  package var severity = Setting(RequirementSeverity.error)
}

/// The part of a policy that a requirement applies to.
package enum RequirementSubject: String, StringEnum {
  case app, sessions, tasks, pushes, transfers, targets
}

/// The severity of a requirement's findings.
package enum RequirementSeverity: String, StringEnum {
  case info, warning, error
}

/// A condition for the value of a key.
package struct RequirementCondition: Hashable, Sendable {
  /// The key in the subject's mapping; periods separate nested keys.
  package let key: String
  /// The condition for the key's value.
  package let expectation: Expectation
  /// The entry of `must`, which findings show as a related location.
  package let node: PolicyNode
}

/// A condition for a value.
package indirect enum Expectation: Hashable, Sendable {
  /// The value equals this value, in any unit.
  case equals(JSONValue)
  /// The value is at most a number, duration, size or version.
  case atMost(JSONValue)
  /// The value is at least a number, duration, size or version.
  case atLeast(JSONValue)
  /// The value is a string that matches a pattern, in which `*` stands for any string and `?` for one character.
  case matches(String)
  /// The value is one of several values.
  case oneOf([JSONValue])
  /// The value does not meet a condition.
  case not(Expectation)
  /// The key has a value, including a default value, or has no value.
  case present(Bool)
  /// The value meets all of several conditions.
  case all([Expectation])
  /// The value is a mapping whose keys meet conditions.
  case nested([RequirementCondition])
}
