internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionMultipathPlatform = Rule(
    "BGP151", "session-multipath-platform", .error,
    summary: "multipathServiceType in an app for a system that does not have it",
    why:
      "Multipath TCP exists on iOS, iPadOS, Mac Catalyst and visionOS only. Elsewhere the code does not compile.",
    citations: [.urlSessionHeader],
    triggers: [
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "16.0", macOS: "13.0" } }
        sessions:
          library: { identifier: com.example.library, timeoutIntervalForResource: 1d, «multipathServiceType»: handover }
        """)
    ],
    passes: [
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d, multipathServiceType: handover }
      """
    ],
    check: .sessions { session, policy, context in
      guard let written = session.multipathServiceType.written, let app = policy.app?.value,
        let property = PlatformFacts.sessionProperty("multipathServiceType"),
        let gap = AvailabilityGap.of(property.name, property.availability, in: app), gap.kind == .platform
      else { return nil }
      return context.issue(
        at: .key(written.place), gap.message, help: gap.help,
        fixes: [context.remove(written.place, "Remove multipathServiceType", safety: .changesSwift)])
    }
  )
}
