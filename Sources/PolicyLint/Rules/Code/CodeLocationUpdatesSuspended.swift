internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let codeLocationUpdatesSuspended = Rule(
    "BGP789", "code-location-updates-suspended", .code, .warning,
    summary:
      "Live updates of Core Location, or ranging of beacons, that end when the app is in the background",
    why: """
      The system runs an app in the background for some seconds to handle the event of a region. \
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
    citations: [.liveLocationUpdates, .regionEvents, .backgroundRanging],
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
        """),
      .withApp(
        """
        backgroundModes: [fetch]
        """,
        """
        import CoreLocation

        final class Doors: NSObject, CLLocationManagerDelegate {
          func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
            «manager.startRangingBeacons»(satisfying: door)
          }
        }
        """),
    ],
    passes: [
      .withApp(
        """
        backgroundModes: [location]
        """,
        """
        import CoreLocation

        final class Doors: NSObject, CLLocationManagerDelegate {
          func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
            manager.allowsBackgroundLocationUpdates = true
            manager.startRangingBeacons(satisfying: door)
          }
        }
        """),
      .withApp(
        """
        backgroundModes: [fetch]
        """,
        """
        import CoreLocation
        import UIKit

        final class DoorController: UIViewController {
          let manager = CLLocationManager()

          override func viewDidLoad() { manager.startRangingBeacons(satisfying: door) }
        }
        """),
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
      if let diagnostic = ranging(code, policy, context) { return [diagnostic] }
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

  /// The note about ranging of beacons that starts in the background.
  private static func ranging(
    _ code: ReleaseCode, _ policy: Policy, _ context: RuleContext
  ) -> Diagnostic? {
    guard code.isComplete, !policy.placedBackgroundModes.contains(where: { $0.value == "location" }),
      let fact = code.facts(.locationUse).first(where: {
        $0[.method] == "startRangingBeacons" && !code.isInExtension($0)
      })
    else { return nil }
    return context.diagnostic(
      at: fact.location, in: code,
      "If the app is in the background when this region is entered, the ranging of beacons ends some seconds later",
      help: "use the event itself, or add the background mode location for ranging that has to go on",
      severity: .info)
  }
}
