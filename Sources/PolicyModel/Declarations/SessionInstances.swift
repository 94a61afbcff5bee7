/// Several sessions that differ only in a part of their identifiers, such as a session for each account.
package struct SessionInstances: Sendable {
  /// The unit that each session is for, such as `account`. The identifier contains the unit in braces.
  package var per: Located<String>?
  /// The maximum number of sessions.
  package var atMost: Located<Int>?

  /// The placeholder for the value in the identifier: `{account}`.
  package var placeholder: String? { per.map { "{\($0.value)}" } }
}

extension Policy.Session {
  /// The maximum number of sessions.
  package var mostInstances: Int { instances?.value.atMost?.value ?? 1 }

  /// The texts before and after the placeholder in the session's identifier; `nil` if the session has no instances.
  package var instanceAffixes: (prefix: String, suffix: String)? {
    guard isBackground, let placeholder = instances?.value.placeholder, let text = identifier?.value.text
    else { return nil }
    let parts = text.split(separator: placeholder, maxSplits: 1, omittingEmptySubsequences: false)
    return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
  }
}
