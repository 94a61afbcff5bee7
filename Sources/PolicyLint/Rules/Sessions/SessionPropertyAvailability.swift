internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionPropertyAvailability = Rule(
    "BGP150", "session-property-availability", .sessions, .error, reporting: .oncePerFile,
    summary: "A property that the SDK or a system lacks",
    why: """
      If the SDK or every system of the session lacks a property, no code can set it. If only some systems \
      or older versions lack it, the generated code leaves it out there with #if and #available, and the \
      property keeps its default.
      """,
    guide: RuleGuide(
      symptom: """
        In code that sets the property without a condition, the Swift compiler reports that \
        URLSessionConfiguration has no such member, that it “is unavailable” on a system, or that it “is \
        only available in” later versions. Generated code compiles, and the property keeps its default.
        """,
      seenIn: [.swiftDiagnostics],
      ignoreWhen: "The default is right on the systems that lack the property.",
      related: ["session-ultra-constrained-availability"]),
    citations: [.urlSessionHeader],
    triggers: [
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "16.0" }, sdk: "26.0" }
        sessions:
          library:
            identifier: com.example.library
            timeoutIntervalForResource: 1d
            «enablesEarlyData»: true
            «usesClassicLoadingMode»: false
        """),
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "17.0", tvOS: "15.0" } }
        sessions:
          library: { identifier: com.example.library, timeoutIntervalForResource: 1d, «requiresDNSSECValidation»: true }
        """),
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "17.0", macOS: "14.0" } }
        sessions:
          library: { identifier: com.example.library, timeoutIntervalForResource: 1d, «multipathServiceType»: handover }
        """),
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "17.0" }, sdk: "18.0" }
        sessions:
          library: { identifier: com.example.library, timeoutIntervalForResource: 1d, «enablesEarlyData»: true }
        """),
    ],
    passes: [
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "17.0", macOS: "14.0" } }
        sessions:
          library:
            identifier: com.example.library
            platforms: [iOS]
            timeoutIntervalForResource: 1d
            multipathServiceType: handover
        """),
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d, requiresDNSSECValidation: true }
      """,
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "17.0", watchOS: "8.0" } }
        targets: { watch: { type: watchApp, bundleIdentifier: com.example.watch } }
        sessions:
          library: { identifier: com.example.library, timeoutIntervalForResource: 1d, requiresDNSSECValidation: true }
        """),
    ],
    check: .sessionKeys { key, session, policy, context in
      guard let availability = SessionProperty.scarceAvailability(of: key.name),
        let app = policy.app,
        let gap = AvailabilityGap.of(
          "\(key.name)", availability, in: app.value, on: policy.systems(of: session)),
        // Other rules report the satellite property, and a multipath type that no system has.
        !key.name.isEqual(to: "allowsUltraConstrainedNetworkAccess"),
        !(gap.kind == .platform && key.name.isEqual(to: "multipathServiceType"))
      else { return nil }
      // If only some systems lack the property, the generated code leaves it out there and no fix is needed.
      let fix =
        gap.kind == .partial
        ? nil : context.remove(key.node, "Remove \(key.name)", safety: .changesSwift)
      return context.diagnostic(
        at: .key(key.node), gap.message, help: gap.help, fixes: [fix], severity: gap.severity)
    }
  )
}
