internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax
internal import Quantities

extension Rule {
  static let codeLocationNotAuthorized = Rule(
    "BGP813", "code-location-not-authorized", .code, .warning,
    summary: "Live updates of Core Location in an app that does not ask for the authorization",
    why: """
      CLLocationUpdate.liveUpdates delivers locations only with an authorization. Core Location asks for it by itself only from \
      iOS 18 on.
      """,
    guide: RuleGuide(
      symptom:
        "No error: the updates have no location, and their authorizationDenied or authorizationRequestInProgress is true.",
      swift: "CLLocationManager().requestWhenInUseAuthorization()",
      related: ["code-location-updates-suspended"]),
    citations: [.liveLocationUpdates, .locationServiceSessions],
    triggers: [
      .withApp(
        """
        backgroundModes: [location]
        """,
        """
        import CoreLocation

        public func follow() async throws {
          let session = CLBackgroundActivitySession()
          for try await update in «CLLocationUpdate.liveUpdates»() { use(update, session) }
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

        public func follow() async throws {
          let session = CLBackgroundActivitySession()
          let authorization = CLServiceSession(authorization: .whenInUse)
          for try await update in CLLocationUpdate.liveUpdates() { use(update, session, authorization) }
        }
        """),
      .withApp(
        """
        backgroundModes: [location]
        """,
        """
        import CoreLocation

        public func follow() async throws {
          let session = CLBackgroundActivitySession()
          CLLocationManager().requestWhenInUseAuthorization()
          for try await update in CLLocationUpdate.liveUpdates() { use(update, session) }
        }
        """),
    ],
    check: .code { code, policy, context in
      let updates = code.facts(.location).filter { $0[.method] == "liveUpdates" }
      guard code.isComplete, let target = policy.app?.value.deploymentTarget[.iOS],
        target.value < PlatformFacts.locationServiceSessions.value,
        let fact = updates.first(where: { $0[.isAuthorized] == false && !code.isInExtension($0) })
      else { return [] }
      return [
        context.diagnostic(
          at: fact.location, in: code,
          "These updates have no location before iOS \(PlatformFacts.locationServiceSessions.value): no code asks for the authorization",
          help: "call requestWhenInUseAuthorization() of a CLLocationManager",
          severity: code.severityOfAbsence)
      ].compactMap(\.self)
    }
  )
}
