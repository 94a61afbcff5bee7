internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let otherWorkModeMissing = Rule(
    "BGP650", "other-work-mode-missing", .otherWork, .warning,
    summary: "Location updates in the background without the mode location",
    why: "An app gets location updates in the background only with the value location in UIBackgroundModes.",
    guide: RuleGuide(
      symptom: """
        Without the mode, setting allowsBackgroundLocationUpdates to true is a programmer error, according to its reference.
        """,
      swift: "locationManager.allowsBackgroundLocationUpdates = true",
      related: ["bg-mode-unknown"]),
    citations: [.executionModes, .bundleResources, .backgroundLocation],
    triggers: [
      """
      backgroundModes: [‹audio→location›]
      otherWork:
        route: { kind: «location» }
      """
    ],
    passes: [
      """
      otherWork:
        route: { kind: location }
      """
    ],
    check: .policy { policy, context in
      guard let modes = policy.backgroundModes, policy.backgroundMode("location") == nil,
        let kind = policy.otherWork(of: .location)?.kind
      else { return [] }
      return [
        context.diagnostic(
          at: .value(kind.node), "Location updates in the background need the background mode location",
          related: [(.key(modes.node), "the list to add it to")],
          fixes: [
            context.append(
              "location", to: modes.node, "Add location to backgroundModes", safety: .changesInfoPlist)
          ])
      ]
    }
  )
}
