import Testing

/// Locations in the background, as in failures that developers reported. Some apps are correct but look similar.
@Suite struct ReportedLocationTests {
  private static let whenInUse = "NSLocationWhenInUseUsageDescription"
  private static let always = "NSLocationAlwaysAndWhenInUseUsageDescription"

  private static func app(
    _ name: String, modes: [String] = ["location"], keys: [String], target: String = "16.0", _ code: String,
    found: [String] = [], silent: [String] = []
  ) -> SmallApp {
    let values = modes.map { "<string>\($0)</string>" }.joined()
    return SmallApp(
      testDescription: name,
      code: """
        import CoreLocation
        import SwiftUI
        @main struct Main: App {
          var body: some Scene { WindowGroup { Button("Follow") { Task { await Tracker.shared.start() } } } }
        }
        final class Tracker: NSObject, CLLocationManagerDelegate {
          static let shared = Tracker()
          let manager = CLLocationManager()
          var session: Any?
          var authorization: Any?
          func start() async {
            manager.delegate = self
            \(code)
          }
        }
        """,
      files: [
        "project.yml": """
        name: App
        options: { deploymentTarget: { iOS: "\(target)" } }
        targets:
          App:
            type: application
            platform: iOS
            sources: [App]
            settings: { PRODUCT_BUNDLE_IDENTIFIER: com.example.app, INFOPLIST_FILE: App/Info.plist }
        """,
        "App/Info.plist": """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0">
        <dict>
        <key>CFBundleIdentifier</key><string>$(PRODUCT_BUNDLE_IDENTIFIER)</string>
        \(keys.map { "<key>\($0)</key><string>For the map.</string>" }.joined(separator: "\n"))
        <key>UIBackgroundModes</key><array>\(values)</array>
        </dict>
        </plist>
        """,
      ], found: found, silent: silent)
  }

  private static let key = "code-location-key-missing"
  private static let updates =
    "manager.allowsBackgroundLocationUpdates = true\nmanager.startUpdatingLocation()"

  static let keyApps = [
    app(
      "a question without its text", keys: [whenInUse], "manager.requestAlwaysAuthorization()\n" + updates,
      found: [key]),
    app(
      "a question after an answer", keys: [whenInUse],
      "if manager.authorizationStatus == .authorizedWhenInUse { manager.requestAlwaysAuthorization() }\n"
        + updates,
      found: [key]),
    app("no text at all", keys: [], "manager.requestAlwaysAuthorization()\n" + updates, found: [key]),
    app(
      "a question with its text", keys: [whenInUse, always],
      "manager.requestAlwaysAuthorization()\n" + updates,
      silent: [key]),
    app(
      "a question for the use of the app", keys: [whenInUse],
      "manager.requestWhenInUseAuthorization()\n" + updates,
      silent: [key]),
  ]

  @Test(arguments: keyApps) func questionsHaveTexts(_ app: SmallApp) { app.expectFindings() }

  private static let guarded = "manager.allowsBackgroundLocationUpdates = true\n"
  private static let modesOfList =
    "(Bundle.main.object(forInfoDictionaryKey: \"UIBackgroundModes\") as? [String] ?? []).contains(\"location\")"

  private static func guarded(
    _ name: String, modes: [String] = [], _ code: String, _ silent: [String] = ["*"]
  )
    -> SmallApp
  {
    app(
      name, modes: modes, keys: [whenInUse, always],
      "manager.requestAlwaysAuthorization()\nmanager.startUpdatingLocation()\n" + code,
      found: silent.isEmpty ? ["other-work-mode-missing"] : [], silent: silent)
  }

  static let guardedApps = [
    guarded("updates without the mode", guarded, []),
    guarded("updates only with the mode", "if \(modesOfList) {\n\(guarded)\n}"),
    guarded("updates as the mode says", "manager.allowsBackgroundLocationUpdates = \(modesOfList)"),
    guarded(
      "updates as a property says",
      "if hasMode {\n\(guarded)\n}\n}\nvar hasMode: Bool {\n\(modesOfList)"),
    guarded(
      "updates as a caller says", "if \(modesOfList) { follow() }\n}\nfunc follow() {\n\(guarded)"),
    guarded(
      "updates as a stored property says",
      "canFollow = \(modesOfList)\nfollow()\n}\nvar canFollow = false\nfunc follow() {\nif canFollow {\n\(guarded)\n}"
    ),
    guarded("updates with the mode", modes: ["location"], "if \(modesOfList) {\n\(guarded)\n}"),
    guarded(
      "updates of an app that asks elsewhere for the modes",
      "\(guarded)}\nfunc describe() -> Bool {\n\(modesOfList)", []),
  ]

  @Test(arguments: guardedApps) func updatesMayDependOnTheMode(_ app: SmallApp) { app.expectFindings() }

  private static let authorization = "code-location-not-authorized"
  private static let follow = """
    session = CLBackgroundActivitySession()
    do { for try await update in CLLocationUpdate.liveUpdates() { print(update) } } catch { print(error) }
    """

  static let authorizedApps = [
    app("live updates without a question", keys: [whenInUse], target: "17.0", follow, found: [authorization]),
    app(
      "live updates that check the authorization", keys: [whenInUse], target: "17.0",
      "guard manager.authorizationStatus == .authorizedAlways else { return }\n" + follow,
      found: [authorization]),
    app(
      "live updates on systems that ask", keys: [whenInUse], target: "18.0", follow, silent: [authorization]),
    app(
      "live updates after a question", keys: [whenInUse], target: "17.0",
      "manager.requestWhenInUseAuthorization()\n" + follow, silent: [authorization]),
    app(
      "live updates with a service session", keys: [whenInUse], target: "17.0",
      "if #available(iOS 18, *) { authorization = CLServiceSession(authorization: .whenInUse) }\n" + follow,
      silent: [authorization]),
  ]

  @Test(arguments: authorizedApps) func updatesAreAuthorized(_ app: SmallApp) { app.expectFindings() }

  private static let monitoring = "code-location-not-always"
  private static let home =
    "CLCircularRegion(center: CLLocationCoordinate2D(latitude: 1, longitude: 2), radius: 200, identifier: \"home\")"
  private static let whileInUse = "manager.requestWhenInUseAuthorization()\n"

  private static func monitored(_ name: String, _ code: String, isFound: Bool) -> SmallApp {
    app(
      name, modes: [], keys: [whenInUse, always], code, found: isFound ? [monitoring] : [],
      silent: isFound ? [] : [monitoring])
  }

  static let monitoringApps = [
    monitored("a region", whileInUse + "manager.startMonitoring(for: \(home))", isFound: true),
    monitored(
      "large moves", whileInUse + "manager.startMonitoringSignificantLocationChanges()", isFound: true),
    monitored("visits", whileInUse + "manager.startMonitoringVisits()", isFound: true),
    monitored(
      "a region after an answer",
      whileInUse
        + "if manager.authorizationStatus == .authorizedWhenInUse { manager.startMonitoring(for: \(home)) }",
      isFound: true),
    monitored(
      "a region in another method",
      whileInUse + "guardHome()\n}\nfunc guardHome() {\nmanager.startMonitoring(for: \(home))", isFound: true),
    monitored(
      "a region with the authorization always",
      "manager.requestAlwaysAuthorization()\nmanager.startMonitoring(for: \(home))", isFound: false),
    monitored(
      "a region with the authorization always after the other",
      whileInUse
        + "manager.startMonitoring(for: \(home))\n}\nfunc more() {\nmanager.requestAlwaysAuthorization()",
      isFound: false),
    monitored(
      "a region with a service session",
      whileInUse
        + "session = CLServiceSession(authorization: .always)\nmanager.startMonitoring(for: \(home))",
      isFound: false),
    monitored("locations alone", whileInUse + "manager.startUpdatingLocation()", isFound: false),
  ]

  @Test(arguments: monitoringApps) func monitoringNeedsTheAuthorizationAlways(_ app: SmallApp) {
    app.expectFindings()
  }
}
