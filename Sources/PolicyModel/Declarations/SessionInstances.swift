/// Several sessions that are alike but for a part of their identifiers, such as one for each account.
package struct SessionInstances: Sendable {
  /// What there is one for, such as `account`; the identifier holds it in braces.
  package var per: Located<String>?
  /// How many there are at most.
  package var atMost: Located<Int>?

  /// What stands for the value in the identifier: `{account}`.
  package var placeholder: String? { per.map { "{\($0.value)}" } }
}

extension Session {
  /// How many sessions it is at most.
  package var mostInstances: Int { instances?.value.atMost?.value ?? 1 }

  /// What stands before and after the value in the identifiers of its instances; `nil` if it is one session.
  package var instanceAffixes: (prefix: String, suffix: String)? {
    guard isBackground, let placeholder = instances?.value.placeholder, let text = identifier?.value.text
    else { return nil }
    let parts = text.split(separator: placeholder, maxSplits: 1, omittingEmptySubsequences: false)
    return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
  }
}
