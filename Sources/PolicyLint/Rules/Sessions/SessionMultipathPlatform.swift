internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionMultipathPlatform = Rule(
    "BGP151", "session-multipath-platform", .sessions, .error,
    summary: "multipathServiceType on systems that don't have it",
    why: """
      Multipath TCP exists only on iOS, iPadOS, Mac Catalyst and visionOS. The generated code leaves it out \
      elsewhere.
      """,
    guide: RuleGuide(
      symptom: """
        In code without a condition, the Swift compiler reports “'multipathServiceType' is unavailable in \
        macOS”. Generated code compiles, and connections use one path.
        """,
      seenIn: [.swiftDiagnostics],
      related: ["session-property-availability"]),
    citations: [.urlSessionHeader],
    triggers: [
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { macOS: "13.0" } }
        sessions:
          library: { identifier: com.example.library, timeoutIntervalForResource: 1d, «multipathServiceType»: handover }
        """),
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "16.0", macOS: "13.0" } }
        sessions:
          library:
            identifier: com.example.library
            platforms: [macOS]
            sessionSendsLaunchEvents: false
            timeoutIntervalForResource: 1d
            «multipathServiceType»: handover
        """),
    ],
    passes: [
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d, multipathServiceType: handover }
      """,
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "16.0", macOS: "13.0" } }
        sessions:
          library: { identifier: com.example.library, timeoutIntervalForResource: 1d, multipathServiceType: handover }
        """),
    ],
    check: .sessions { session, policy, context in
      guard let written = session.multipathServiceType.written, let app = policy.app?.value,
        let property = SessionProperty.named("multipathServiceType"),
        let gap = AvailabilityGap.of(
          "\(property.name)", property.availability, in: app, on: policy.systems(of: session)),
        gap.kind == .platform
      else { return nil }
      return context.diagnostic(
        at: .key(written.node), gap.message, help: gap.help,
        fixes: [context.remove(written.node, "Remove multipathServiceType", safety: .changesSwift)])
    }
  )
}
