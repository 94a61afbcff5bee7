internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let codeLocationNotAlways = Rule(
    "BGP825", "code-location-not-always", .code, .warning,
    summary:
      "Monitoring of regions, visits or large moves in an app that only asks for locations while in use",
    why: """
      With the authorization while in use, the events come only while the app is in use. The system launches an app for them only with the \
      authorization always.
      """,
    guide: RuleGuide(
      symptom: "Events come while the app is in the foreground, and none while it is not.",
      ignoreWhen: "The app needs the events only while a person uses it.",
      swift: "manager.requestAlwaysAuthorization()",
      related: ["code-location-key-missing", "code-set-up-after-launch"]),
    citations: [.locationAuthorization],
    triggers: [
      .withApp(
        RuleExample.library,
        """
        import CoreLocation

        public func follow(_ manager: CLLocationManager) {
          manager.requestWhenInUseAuthorization()
          «manager.startMonitoringSignificantLocationChanges»()
        }
        """),
      .withApp(
        RuleExample.library,
        """
        import CoreLocation

        public func guardHome(_ manager: CLLocationManager, _ home: CLCircularRegion) {
          manager.requestWhenInUseAuthorization()
          «manager.startMonitoring»(for: home)
        }
        """),
    ],
    passes: [
      .withApp(
        RuleExample.library,
        """
        import CoreLocation

        public func ask(_ manager: CLLocationManager) {
          manager.requestWhenInUseAuthorization()
        }

        public func follow(_ manager: CLLocationManager) {
          manager.requestAlwaysAuthorization()
          manager.startMonitoringSignificantLocationChanges()
        }
        """),
      .withApp(
        RuleExample.library,
        """
        import CoreLocation

        public func follow(_ manager: CLLocationManager) {
          manager.requestWhenInUseAuthorization()
          manager.startUpdatingLocation()
        }
        """),
    ],
    check: .code { code, _, context in
      let asks = code.facts(.locationUse).contains { $0[.method] == "requestWhenInUseAuthorization" }
      let monitoring = code.facts(.location).filter { fact in
        fact[.method]?.hasPrefix("startMonitoring") ?? false && fact[.always] == false
      }
      guard code.isComplete, asks, let first = monitoring.first(where: { !code.isInExtension($0) }) else {
        return []
      }
      return [
        context.diagnostic(
          at: first.location, in: code,
          "These events come only while the app is in use: no code asks for the authorization always",
          help: "call requestAlwaysAuthorization() of the location manager",
          related: monitoring.filter { $0.location != first.location }.map { ($0.location, "likewise") },
          severity: code.severityOfAbsence)
      ].compactMap(\.self)
    }
  )
}
