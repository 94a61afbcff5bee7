internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionInstancesPlaceholder = Rule(
    "BGP166", "session-instances-placeholder", .sessions, .error,
    summary: "Instances of a session that have the same identifier",
    why: """
      The system distinguishes background sessions by their identifiers, so two with one identifier are one \
      session with an undefined delegate. The identifier of a session with `instances` contains its `per` in \
      braces, exactly once.
      """,
    guide: RuleGuide(
      symptom: """
        CFNetwork is reported, but not documented, to log “A background URLSession with identifier … already \
        exists!” and to return the first session with its delegate.
        """,
      seenIn: [.secondSessionLog, .secondSessionDelegate],
      related: ["session-identifier-duplicate"]),
    citations: [.urlSessionHeader, .policyLanguage],
    triggers: [
      """
      sessions:
        library:
          identifier: «com.example.library»‹→.{account}›
          instances: { per: account, atMost: ‹1→3› }
          timeoutIntervalForResource: 1d
      """,
      """
      sessions:
        api: { type: default, «instances»: { per: account, atMost: 3 } }
      """,
    ],
    check: .sessions { session, _, context in
      guard let instances = session.instances else { return nil }
      guard session.isBackground else {
        return context.diagnostic(
          at: .key(instances.node), "\(session.name.value) has no identifier, so instances has no effect",
          help: "remove it: the app can create as many such sessions as it needs",
          fixes: [context.remove(instances.node, "Remove instances", safety: .safe)], severity: .warning)
      }
      guard let placeholder = instances.value.placeholder, let identifier = session.identifier,
        identifier.value.text.split(separator: placeholder, omittingEmptySubsequences: false).count != 2
      else { return nil }
      return context.diagnostic(
        at: .value(identifier.node),
        "The identifier of \(session.name.value) does not contain \(placeholder) exactly once",
        help: "add it, for example com.example.library.\(placeholder)",
        related: [(.key(instances.node), "the instances")],
        fixes: [
          identifier.value.text.split(separator: placeholder, omittingEmptySubsequences: false).count > 1
            ? nil
            : context.replace(
              identifier.node, with: "\(identifier.value.written).\(placeholder)",
              "Write \(identifier.value.written).\(placeholder)",
              safety: .displayOnly(because: "guesses where the identifiers differ"))
        ])
    }
  )
}
