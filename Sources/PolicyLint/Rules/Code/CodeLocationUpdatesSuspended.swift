internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let codeLocationUpdatesSuspended = Rule(
    "BGP789", "code-location-updates-suspended", .code, .warning,
    summary:
      "Live updates of Core Location in an app with the mode location, and nothing that lets them continue",
    why: """
      The loop over CLLocationUpdate.liveUpdates gets updates in the background only while a \
      CLBackgroundActivitySession or a Live Activity keeps the app in use.
      """,
    guide: RuleGuide(
      symptom: "No error: the loop gets no updates while the app is in the background.",
      ignoreWhen: "The app uses the mode for another feature, and live updates only while it is open.",
      swift: """
        private var session: CLBackgroundActivitySession?

        func follow() async throws {
          session = CLBackgroundActivitySession()
          for try await update in CLLocationUpdate.liveUpdates() { use(update) }
        }
        """,
      related: ["code-mode-unused", "code-object-not-kept"]),
    citations: [.liveLocationUpdates],
    triggers: [
      .withApp(
        """
        backgroundModes: [location]
        """,
        """
        import CoreLocation

        public func follow() async throws {
          CLLocationManager().requestWhenInUseAuthorization()
          for try await update in «CLLocationUpdate.liveUpdates»() { use(update) }
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

        final class Follower {
          private var session: CLBackgroundActivitySession?

          func follow() async throws {
            session = CLBackgroundActivitySession()
            for try await update in CLLocationUpdate.liveUpdates() { use(update) }
          }
        }
        """),
      .withApp(
        """
        backgroundModes: [fetch]
        """,
        """
        import CoreLocation

        public func follow() async throws {
          for try await update in CLLocationUpdate.liveUpdates() { use(update) }
        }
        """),
    ],
    check: .code { code, policy, context in
      let updates = code.facts(.location).filter { $0[.method] == "liveUpdates" }
      // Another service that continues in the background also keeps the app running.
      guard code.isComplete, policy.placedBackgroundModes.contains(where: { $0.value == "location" }),
        updates.count == code.facts(.location).count,
        let fact = updates.first(where: { $0[.continues] == false && !code.isInExtension($0) })
      else { return [] }
      return [
        context.diagnostic(
          at: fact.location, in: code, "These updates stop when the app enters the background",
          help:
            "keep a CLBackgroundActivitySession in a property while the loop runs, or remove the mode location",
          severity: code.severityOfAbsence)
      ].compactMap(\.self)
    }
  )
}
