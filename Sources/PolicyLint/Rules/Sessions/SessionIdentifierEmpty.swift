internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionIdentifierEmpty = Rule(
    "BGP101", "session-identifier-empty", .error,
    summary: "A background session without an identifier",
    why: """
      The system finds a background session again by its identifier after it has relaunched the app. It \
      must not be nil or empty.
      """,
    citations: [.urlSessionHeader],
    triggers: [
      """
      sessions:
        «library»: { timeoutIntervalForResource: 1d }
      """,
      """
      sessions:
        library: { identifier: «" "», timeoutIntervalForResource: 1d }
      """,
    ],
    passes: [
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d }
        memory: { type: ephemeral }
      """
    ],
    check: .backgroundSessions { session, policy, context in
      guard let identifier = session.identifier else {
        let isUnreadable = session.writtenKeys.contains { "\($0.name)" == "identifier" }
        return isUnreadable
          ? nil
          : context.issue(
            at: .key(session.name.place), "The background session \(session.name.value) has no identifier",
            help: "add identifier: a fixed text in reverse-DNS form, unique in the app")
      }
      guard identifier.value.text.allSatisfy(\.isWhitespace) else { return nil }
      return context.issue(
        at: .value(identifier.place), "The identifier of \(session.name.value) is blank",
        help: "write a fixed text in reverse-DNS form, unique in the app")
    }
  )
}
