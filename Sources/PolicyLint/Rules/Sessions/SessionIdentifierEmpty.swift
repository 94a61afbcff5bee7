internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionIdentifierEmpty = Rule(
    "BGP101", "session-identifier-empty", .sessions, .error,
    summary: "A background session without an identifier",
    why: """
      The system finds a background session by its identifier after a relaunch of the app. The identifier \
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
          : context.diagnostic(
            at: .key(session.name.node),
            "\(session.name.value) is a background session without an identifier",
            help:
              "add a fixed identifier that is unique in the app, for example identifier: com.example.library",
            fixes: [
              freeIdentifier(of: session, in: policy, context).map {
                context.insert(
                  "identifier", text: $0, into: session.name.node, "Add identifier: \($0)",
                  safety: .changesIdentifiers)
              }
            ])
      }
      guard identifier.value.text.hasOnlySpaces else { return nil }
      return context.diagnostic(
        at: .value(identifier.node), "The identifier of \(session.name.value) is blank",
        help: "write a fixed identifier that is unique in the app, for example com.example.library",
        fixes: [
          freeIdentifier(of: session, in: policy, context).map {
            context.replace(identifier.node, with: $0, "Set it to \($0)", safety: .changesIdentifiers)
          }
        ])
    }
  )
}

/// An identifier derived from the session's name that no other session has. `nil` if no such identifier can
/// be derived.
private func freeIdentifier(of session: Policy.Session, in policy: Policy, _ context: RuleContext) -> String?
{
  let name = session.name.value
  let owner =
    session.target.value == Policy.Target.app
    ? policy.app?.value.bundleIdentifier : policy.target(of: session)?.bundleIdentifier
  guard let owner, name.utf8.allSatisfy(isPartOfDomain),
    context.index.sessions(identified: "\(owner.value).\(name)").isEmpty
  else { return nil }
  return "\(Identifier.bundleIdentifierVariable).\(name)"
}

private func isPartOfDomain(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
    true
  default: false
  }
}
