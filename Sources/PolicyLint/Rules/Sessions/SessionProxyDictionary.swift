internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionProxyDictionary = Rule(
    "BGP156", "session-proxy-dictionary", .sessions, .info, reporting: .oncePerFile,
    summary: "connectionProxyDictionary in an app whose systems all have proxyConfigurations",
    why: "Apple asks apps to prefer proxyConfigurations, which exists from iOS 17 on.",
    guide: RuleGuide(
      swift: "configuration.proxyConfigurations = [ProxyConfiguration(httpCONNECTProxy: endpoint)]",
      related: ["session-property-not-generated"]),
    citations: [.configurationReference],
    triggers: [
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "17.0" } }
        sessions:
          api: { type: default, «connectionProxyDictionary»: { HTTPEnable: 1 } }
        """)
    ],
    passes: [
      """
      sessions:
        api: { type: default, connectionProxyDictionary: { HTTPEnable: 1 } }
      """
    ],
    check: .sessions { session, policy, context in
      guard let dictionary = session.connectionProxyDictionary,
        let target = policy.app?.value.deploymentTarget,
        !target.platforms.isEmpty,
        let modern = SessionProperty.named("proxyConfigurations")?.availability.introduced,
        target.platforms.allSatisfy({ platform in
          modern[platform].flatMap { version in target[platform].map { $0.value >= version } } ?? false
        })
      else { return nil }
      return context.diagnostic(
        at: .key(dictionary.node), "\(session.name.value) sets connectionProxyDictionary",
        help: "use proxyConfigurations, which every system of this app has")
    }
  )
}
