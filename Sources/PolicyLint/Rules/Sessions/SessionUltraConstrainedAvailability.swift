internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionUltraConstrainedAvailability = Rule(
    "BGP152", "session-ultra-constrained-availability", .sessions, .error,
    summary: "allowsUltraConstrainedNetworkAccess before iOS 26.1",
    why: """
      The property came with SDK 26.1. With an older SDK the code does not compile; on an older system the \
      generated code leaves it out.
      """,
    guide: RuleGuide(
      symptom: """
        With an older SDK, the Swift compiler reports “value of type 'URLSessionConfiguration' has no member \
        'allowsUltraConstrainedNetworkAccess'”; without a condition, it reports that the property “is only \
        available in iOS 26.1 or newer”.
        """,
      seenIn: [.swiftDiagnostics],
      swift: """
        if #available(iOS 26.1, *) {
          configuration.allowsUltraConstrainedNetworkAccess = true
        }
        """,
      related: ["session-ultra-constrained-large"]),
    citations: [.urlSessionHeader],
    triggers: [
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "16.0" }, sdk: "26.0" }
        sessions:
          api: { type: default, «allowsUltraConstrainedNetworkAccess»: true }
        """),
      """
      sessions:
        api: { type: default, «allowsUltraConstrainedNetworkAccess»: true }
      """,
    ],
    passes: [
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "26.1" }, sdk: "26.1" }
        sessions:
          api: { type: default, allowsUltraConstrainedNetworkAccess: true }
        """)
    ],
    check: .sessions { session, policy, context in
      guard let allowed = session.allowsUltraConstrainedNetworkAccess, let app = policy.app?.value,
        let property = SessionProperty.named("allowsUltraConstrainedNetworkAccess"),
        let gap = AvailabilityGap.of(
          "\(property.name)", property.availability, in: app, on: policy.systems(of: session))
      else { return nil }
      let fix =
        gap.kind == .partial
        ? nil : context.remove(allowed.node, "Remove \(property.name)", safety: .changesSwift)
      return context.diagnostic(
        at: .key(allowed.node), gap.message, help: gap.help, fixes: [fix], severity: gap.severity)
    }
  )
}
