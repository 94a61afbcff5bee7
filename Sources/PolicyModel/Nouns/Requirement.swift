package import JSON

/// A rule of an organisation's own.
package struct Requirement: Sendable {
  /// What it is called: the rule is `require/ID`.
  package var id: Placed<String>?
  /// What it is about.
  package var subject: Placed<RequirementSubject>?
  /// Which of them it is about; all, where nothing is said.
  package var when: Placed<[RequirementCondition]>?
  /// What has to hold for them.
  package var must: Placed<[RequirementCondition]>?
  /// What to tell where it doesn't.
  package var message: Placed<String>?
  /// What a finding counts as.
  package var severity = Setting(RequirementSeverity.error)
}

/// What a requirement is about.
package enum RequirementSubject: String, PolicyWord {
  case app, sessions, tasks, pushes, transfers, targets
}

/// What a requirement's finding counts as.
package enum RequirementSeverity: String, PolicyWord {
  case info, warning, error
}

/// What a key's value has to be.
package struct RequirementCondition: Sendable {
  /// The key, as the subject's mapping has it.
  package let key: String
  /// What it has to be: a value, or `{ atMost: … }` and its like.
  package let expectation: Placed<JSONValue>
}
