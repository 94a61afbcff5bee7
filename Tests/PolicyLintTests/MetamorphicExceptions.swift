import PolicySyntax

/// The rules whose findings differ between some forms of the same policy.
enum MetamorphicExceptions {
  struct Exception: Sendable {
    let rule: RuleName
    /// The forms in which the findings differ.
    let forms: Forms
    let reason: String
  }

  enum Forms: Sendable {
    /// Forms that are written anew from the meaning of the text, without its comments and layout.
    case writtenAnew
    /// Forms that lose the text's own comments.
    case withComments
    /// Forms that change the order of entries. The number of findings stays, but other entries have them.
    case inOrder
  }

  static let all: [Exception] = [
    Exception(
      rule: "bg-identifier-case", forms: .inOrder,
      reason: "of two identifiers that differ in case the later is found"),
    Exception(
      rule: "bg-identifier-registered-twice", forms: .inOrder,
      reason: "the later of two tasks with one identifier is found"),
    Exception(
      rule: "bg-identifier-two-types", forms: .inOrder,
      reason: "the later of two tasks with one identifier is found"),
    Exception(rule: "bg-too-many-processing", forms: .inOrder, reason: "the eleventh task is found"),
    Exception(rule: "bg-too-many-refresh", forms: .inOrder, reason: "the second task is found"),
    Exception(rule: "policy-empty", forms: .writtenAnew, reason: "a file without a document says nothing"),
    Exception(
      rule: "push-not-told-apart", forms: .inOrder, reason: "the later of two pushes is found"),
    Exception(
      rule: "session-connections-multiply", forms: .inOrder,
      reason: "the later of two transfers to one host is found"),
    Exception(
      rule: "session-identifier-duplicate", forms: .inOrder,
      reason: "the later of two sessions with one identifier is found"),
    Exception(
      rule: "session-identifier-shared-across-targets", forms: .inOrder,
      reason: "the later of two sessions with one identifier is found"),
    Exception(
      rule: "session-instances-overlap", forms: .inOrder,
      reason: "of two sessions that both have instances the later is found"),
    Exception(
      rule: "session-relaunch-drift", forms: .inOrder,
      reason: "the later of two declarations is found, at what it has or lacks"),
    Exception(
      rule: "session-request-timeout-exceeds-resource", forms: .inOrder,
      reason: "the later of two timeouts is found"),
    Exception(
      rule: "session-split-by-cellular", forms: .inOrder, reason: "the later of two sessions is found"),
    Exception(rule: "session-tls-range", forms: .inOrder, reason: "the later of two bounds is found"),
    Exception(rule: "session-too-many-background", forms: .inOrder, reason: "the second session is found"),
    Exception(
      rule: "suppression-expired", forms: .withComments, reason: "it is about comments"),
    Exception(
      rule: "suppression-malformed", forms: .withComments,
      reason: "it is about comments"),
    Exception(
      rule: "suppression-unused", forms: .withComments, reason: "it is about comments"),
    Exception(rule: "swift-name-collision", forms: .inOrder, reason: "the later of two names is found"),
    Exception(
      rule: "yaml-duplicate-key", forms: .writtenAnew,
      reason: "which of the two values counts is what is wrong with it"),
    Exception(
      rule: "yaml-limit", forms: .writtenAnew, reason: "a value that holds itself can't be written out"),
    Exception(rule: "yaml-multiple-documents", forms: .writtenAnew, reason: "it says two things"),
    Exception(rule: "yaml-syntax", forms: .writtenAnew, reason: "what is not YAML says nothing"),
  ]

  private static let byRule = Dictionary(uniqueKeysWithValues: all.map { ($0.rule, $0) })

  static func of(_ rule: RuleName) -> Exception? { byRule[rule] }
}
