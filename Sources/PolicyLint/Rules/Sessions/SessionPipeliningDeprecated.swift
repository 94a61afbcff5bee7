internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionPipeliningDeprecated = Rule(
    "BGP154", "session-pipelining-deprecated", .sessions, .warning, tags: .deprecated,
    summary: "HTTP pipelining, which is deprecated",
    why: "httpShouldUsePipelining is deprecated since iOS 18.4, and works only in the classic loader.",
    guide: RuleGuide(
      symptom: """
        From deployment target 18.4 on, the Swift compiler warns that 'httpShouldUsePipelining' “was \
        deprecated in iOS 18.4”.
        """,
      seenIn: [.swiftDiagnostics],
      ignoreWhen: "The app needs pipelining on systems before iOS 18.4.",
      related: ["session-extended-idle-deprecated"]),
    citations: [.urlSessionHeader],
    triggers: [
      """
      sessions:
        api: { type: default, «httpShouldUsePipelining»: true }
      """
    ],
    passes: [
      """
      sessions:
        api: { type: default }
      """
    ],
    check: .sessions { session, _, context in
      guard let written = session.httpShouldUsePipelining.written else { return nil }
      return context.diagnostic(
        at: .key(written.node), "httpShouldUsePipelining is deprecated since iOS 18.4",
        help: "remove it",
        fixes: [
          context.remove(
            written.node, "Remove httpShouldUsePipelining", safety: .changesSwift)
        ])
    }
  )
}
