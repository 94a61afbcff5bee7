internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionPropertyAvailability = Rule(
    "BGP150", "session-property-availability", .error, reporting: .oncePerFile,
    summary: "A property that the SDK or a system of the deployment target does not have",
    why: """
      Where the SDK or a whole platform lacks a property the code does not compile. Where only an older system does, the \
      generated code asks with #available, and on that system the property keeps its default.
      """,
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
    ],
    passes: [
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d, requiresDNSSECValidation: true }
      """
    ],
    check: .sessionKeys { key, _, policy, context in
      guard let availability = PlatformFacts.scarceAvailability(ofSessionProperty: key.name),
        let app = policy.app?.value,
        let gap = AvailabilityGap.of("\(key.name)", availability, in: app),
        // Satellites, and multipath on a platform without it, have rules of their own.
        !key.name.isEqual(to: "allowsUltraConstrainedNetworkAccess"),
        !(gap.kind == .platform && key.name.isEqual(to: "multipathServiceType"))
      else { return nil }
      // Where only an older system lacks it, the generated code is guarded and nothing is to be mended.
      let fix =
        gap.kind == .version
        ? nil : context.remove(key.place, "Remove \(key.name)", safety: .changesSwift)
      return context.issue(
        at: .key(key.place), gap.message, help: gap.help, fixes: [fix], severity: gap.severity)
    }
  )
}
