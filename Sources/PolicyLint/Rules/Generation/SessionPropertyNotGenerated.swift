internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionPropertyNotGenerated = Rule(
    "BGP503", "session-property-not-generated", .generation, .info, .defined, reporting: .oncePerFile,
    summary: "A property that the generated code does not set",
    why: """
      protocolClasses, connectionProxyDictionary and proxyConfigurations contain classes and values of other \
      frameworks, which a policy can only describe.
      """,
    guide: RuleGuide(
      ignoreWhen: "The app sets the property itself."),
    citations: [.policyLanguage],
    triggers: [
      """
      sessions:
        api: { type: default, «protocolClasses»: [LoggingProtocol] }
      """
    ],
    passes: [
      """
      sessions:
        api: { type: default, urlCache: null }
      """
    ],
    check: .sessionKeys { key, session, _, context in
      guard SessionProperty.isLeftToApp(key.name) else { return nil }
      return context.diagnostic(
        at: .key(key.node), "\(key.name) of \(session.name.value) is linted but not generated",
        help: "set it on the configuration before you create the session")
    }
  )
}
