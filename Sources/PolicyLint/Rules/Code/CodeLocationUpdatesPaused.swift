internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let codeLocationUpdatesPaused = Rule(
    "BGP805", "code-location-updates-paused", .code, .info,
    summary: "Location updates in the background that Core Location may pause",
    why: """
      pausesLocationUpdatesAutomatically is true by default. Core Location then pauses updates when the device probably \
      does not move, and an app in the background gets no updates until a person opens the app.
      """,
    guide: RuleGuide(
      symptom: "Updates stop after the device has not moved for some time, and do not start again.",
      ignoreWhen: "The app needs no updates after a stop.",
      swift: "manager.pausesLocationUpdatesAutomatically = false",
      related: ["code-mode-unused"]),
    citations: [.pausedLocationUpdates],
    triggers: [
      .withApp(
        """
        backgroundModes: [location]
        """,
        """
        import CoreLocation

        public func follow(_ manager: CLLocationManager) {
          «manager.allowsBackgroundLocationUpdates» = true
          manager.startUpdatingLocation()
        }
        """)
    ],
    passes: [
      .withApp(
        """
        backgroundModes: [location]
        """,
        """
        import CoreLocation

        public func follow(_ manager: CLLocationManager) {
          manager.allowsBackgroundLocationUpdates = true
          manager.pausesLocationUpdatesAutomatically = false
          manager.startUpdatingLocation()
        }
        """)
    ],
    check: .code { code, _, context in
      guard code.isComplete,
        let fact = code.facts(.location).first(where: {
          $0[.pauses] == true && $0["value"]?.bool == true && !code.isInExtension($0)
        })
      else { return [] }
      return [
        context.diagnostic(
          at: fact.location, in: code, "Core Location may pause these updates while the device does not move",
          help: "set pausesLocationUpdatesAutomatically to false if the app needs updates all the time")
      ].compactMap(\.self)
    }
  )
}
