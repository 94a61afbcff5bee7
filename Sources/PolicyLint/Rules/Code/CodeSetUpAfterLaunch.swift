internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let codeSetUpAfterLaunch = Rule(
    "BGP785", "code-set-up-after-launch", .code, .warning,
    summary: "A service that launches the app in the background, and that the app does not set up at launch",
    why: """
      HealthKit, Core Location and Core Bluetooth launch an app for an event and deliver the event to the objects that the app makes \
      while it launches. In the background, no view appears and no person acts.
      """,
    guide: RuleGuide(
      symptom: "No error: the app is launched, and receives no event.",
      ignoreWhen: "The app uses the service only while it is open.",
      swift: """
        func application(
          _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
        ) -> Bool {
          if isFollowing { manager.startMonitoringSignificantLocationChanges() }
          return true
        }
        """,
      related: ["code-bluetooth-not-restored", "health-update-not-completed"]),
    citations: [
      .significantChanges, .conditionMonitoring, .healthKitDeliveryReference, .bluetoothBackground,
    ],
    triggers: [
      .withApp(
        """
        backgroundModes: [location]
        """,
        """
        import CoreLocation
        import UIKit

        final class MapController: UIViewController {
          let manager = CLLocationManager()

          @IBAction func follow() {
            manager.‹requestAlwaysAuthorization→requestWhenInUseAuthorization›()
            «manager.startMonitoringSignificantLocationChanges»()
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

        final class MapController: UIViewController {
          @IBAction func follow() { Task { await watch(await «CLMonitor»("places")) } }
        }
        """),
    ],
    passes: [
      .withApp(
        """
        backgroundModes: [fetch]
        """,
        """
        import CoreLocation
        import UIKit

        class AppDelegate: UIResponder, UIApplicationDelegate {
          func applicationDidFinishLaunching(_ application: UIApplication) {
            Task { await watch(await CLMonitor("places")) }
          }
        }
        """),
      .withApp(
        """
        backgroundModes: [location]
        """,
        """
        import CoreLocation
        import UIKit

        class AppDelegate: UIResponder, UIApplicationDelegate {
          let manager = CLLocationManager()

          func applicationDidFinishLaunching(_ application: UIApplication) { if isFollowing { follow() } }

          @IBAction func follow() {
            manager.requestAlwaysAuthorization()
            manager.startMonitoringSignificantLocationChanges()
          }
        }
        """),
    ],
    check: .code { code, _, context in
      guard code.isComplete else { return [] }
      return services.compactMap { service in
        let facts = code.facts(service.kind).filter { service.launches($0, code) && !code.isInExtension($0) }
        // Any code that runs at launch may be enough.
        guard let first = facts.first, !code.isOnWatch(first),
          facts.allSatisfy({
            $0[.knowsMoments] == true && !$0.moments.isEmpty && !$0.moments.contains(.launch)
              && !(service.isAsynchronous && $0.moments.contains(.afterLaunch))
          })
        else { return nil }
        return context.diagnostic(
          at: first.location, in: code,
          "\(service.name) launches the app in the background, and the app does not set this up at launch",
          help: "call it in application(_:didFinishLaunchingWithOptions:), too",
          severity: code.severityOfAbsence)
      }
    }
  )

  /// A service that launches apps, with the facts that show its set-up.
  private struct Service: Sendable {
    let kind: FactKind
    let name: String
    let launches: @Sendable (CodeFact, ReleaseCode) -> Bool
    /// Whether the launch can only start the set-up, which then runs when the launch is over.
    var isAsynchronous = false
  }

  private static let services = [
    Service(kind: .location, name: "Core Location") { fact, _ in
      fact[.always] == true
        && ["startMonitoringSignificantLocationChanges", "startMonitoringVisits"].contains(fact[.method])
    },
    Service(
      kind: .locationUse, name: "Core Location",
      launches: { fact, _ in fact[.method] == "CLMonitor" }, isAsynchronous: true),
    Service(kind: .healthUpdate, name: "HealthKit") { _, code in !code.facts(.healthDelivery).isEmpty },
    Service(kind: .bluetooth, name: "Core Bluetooth") { fact, _ in fact["identifier"] != nil },
  ]
}
