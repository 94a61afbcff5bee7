import Testing

/// Requests and registrations that come too late or too seldom, as in failures that developers reported. Some apps are correct but look
/// similar.
@Suite struct ReportedStartTests {
  // MARK: - Requests at the end of the app

  private static let termination = "bg-submit-at-termination"

  private static func refresh(
    _ name: String, launch: String = "", delegate: String, members: String = "", isFound: Bool
  ) -> SmallApp {
    SmallApp.uikit(
      name, modes: ["fetch"], identifiers: ["com.example.app.sync"], imports: ["BackgroundTasks"],
      launch: """
        BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.app.sync", using: nil) { task in
          Sync.submit()
          let work = Task { await Sync.run(); task.setTaskCompleted(success: true) }
          task.expirationHandler = { work.cancel() }
        }
        \(launch)
        """, delegate: delegate,
      members: """
        enum Sync {
          static func submit() {
            let request = BGAppRefreshTaskRequest(identifier: "com.example.app.sync")
            do { try BGTaskScheduler.shared.submit(request) } catch { print(error) }
          }
          static func run() async {}
        }
        \(members)
        """, found: isFound ? [termination] : [], silent: isFound ? [] : [termination])
  }

  private static let end = "func applicationWillTerminate(_ application: UIApplication) { Sync.submit() }"

  static let terminations = [
    refresh("a request in applicationWillTerminate", delegate: end, isFound: true),
    refresh(
      "a request through another method",
      delegate:
        "func applicationWillTerminate(_ application: UIApplication) { save() }\nfunc save() { Sync.submit() }",
      isFound: true),
    refresh(
      "a request in an observer of the notification",
      launch: """
        NotificationCenter.default.addObserver(forName: UIApplication.willTerminateNotification, object: nil, queue: .main) { _ in
          Sync.submit()
        }
        """, delegate: "", isFound: true),
    refresh(
      "a request in a method that observes the notification",
      launch: "Watcher.shared.start()", delegate: "",
      members: """
        final class Watcher: NSObject {
          static let shared = Watcher()
          func start() {
            NotificationCenter.default.addObserver(
              self, selector: #selector(end), name: UIApplication.willTerminateNotification, object: nil)
          }
          @objc func end() { Sync.submit() }
        }
        """, isFound: true),
    refresh(
      "a request after the work of the end",
      delegate:
        "func applicationWillTerminate(_ application: UIApplication) {\nprint(1)\nif true { Sync.submit() }\n}",
      isFound: true),
    refresh(
      "a request in the background, too",
      delegate: "\(end)\nfunc applicationDidEnterBackground(_ application: UIApplication) { Sync.submit() }",
      isFound: false),
    refresh("a request at launch, too", launch: "Sync.submit()", delegate: end, isFound: false),
    refresh(
      "a request when a person asks",
      delegate: end,
      members: "final class Settings: UIViewController { @IBAction func turnOn(_ s: Any) { Sync.submit() } }",
      isFound: false),
    refresh(
      "the end only saves",
      launch: "Sync.submit()",
      delegate: "func applicationWillTerminate(_ application: UIApplication) { print(1) }", isFound: false),
  ]

  @Test(arguments: terminations) func requestsPrecedeTheEnd(_ app: SmallApp) { app.expectFindings() }

  // MARK: - Registrations for pushes

  private static let allowed = "code-push-registered-if-allowed"
  private static let register =
    "DispatchQueue.main.async { UIApplication.shared.registerForRemoteNotifications() }"

  private static func pushes(
    _ name: String, launch: String, delegate: String = "", members: String = "", isFound: Bool
  ) -> SmallApp {
    SmallApp.uikit(
      name, modes: ["remote-notification"], entitlements: ["aps-environment"], imports: ["UserNotifications"],
      launch: launch,
      delegate: """
        func application(
          _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
        ) async -> UIBackgroundFetchResult { print(userInfo); return .newData }
        \(delegate)
        """, members: members, found: isFound ? [allowed] : [], silent: isFound ? [] : [allowed])
  }

  private static func asked(_ code: String) -> String {
    """
    UNUserNotificationCenter.current().requestAuthorization(options: [.alert]) { granted, error in
      \(code)
    }
    """
  }

  static let registrations = [
    pushes("in a branch", launch: asked("if granted { \(register) }"), isFound: true),
    pushes("after a guard", launch: asked("guard granted else { return }\n\(register)"), isFound: true),
    pushes("after a return", launch: asked("if !granted { return }\n\(register)"), isFound: true),
    pushes(
      "after a comparison", launch: asked("if error == nil && granted == true { register() }"),
      delegate: "func register() { \(register) }", isFound: true),
    pushes(
      "after the state of the settings",
      launch: asked("self.look()"),
      delegate: """
        func look() {
          UNUserNotificationCenter.current().getNotificationSettings { settings in
            guard settings.authorizationStatus == .authorized else { return }
            \(register)
          }
        }
        """, isFound: true),
    pushes(
      "after an asynchronous question",
      launch: "Task { await self.ask() }",
      delegate: """
        func ask() async {
          let granted = (try? await UNUserNotificationCenter.current().requestAuthorization(options: [.badge])) ?? false
          if granted { UIApplication.shared.registerForRemoteNotifications() }
        }
        """, isFound: true),
    pushes(
      "after an asynchronous question that may fail",
      launch: "Task { try await self.ask() }",
      delegate: """
        func ask() async throws {
          guard try await UNUserNotificationCenter.current().requestAuthorization(options: [.badge]) else { return }
          UIApplication.shared.registerForRemoteNotifications()
        }
        """, isFound: true),
    pushes("whatever the answer is", launch: asked("print(granted)\n\(register)"), isFound: false),
    pushes(
      "at launch, too",
      launch: asked("if granted { \(register) }") + "\napplication.registerForRemoteNotifications()",
      isFound: false),
    pushes(
      "in an app that shows alerts", launch: asked("if granted { \(register) }"),
      members: """
        extension Delegate: UNUserNotificationCenterDelegate {
          func userNotificationCenter(
            _ center: UNUserNotificationCenter, willPresent notification: UNNotification
          ) async -> UNNotificationPresentationOptions { [.banner] }
        }
        """, isFound: false),
    pushes(
      "after the answer of HealthKit",
      launch: """
        HKHealthStore().requestAuthorization(toShare: [], read: []) { granted, _ in
          if granted { \(register) }
        }
        """, isFound: false),
  ]

  @Test(arguments: registrations) func silentPushesNeedNoPermission(_ app: SmallApp) { app.expectFindings() }

  // MARK: - Refreshes of a watch app

  private static let often = "watch-refresh-often"

  private static func watch(
    _ name: String, date: String, first: String? = nil, members: String = "", isFound: Bool
  ) -> SmallApp {
    SmallApp(
      testDescription: name,
      code: """
        import WatchKit
        @main final class Delegate: NSObject, WKApplicationDelegate {
          func applicationDidFinishLaunching() { schedule(\(first ?? date)) }
          func handle(_ backgroundTasks: Set<WKRefreshBackgroundTask>) {
            for task in backgroundTasks {
              if task is WKApplicationRefreshBackgroundTask { next() }
              task.setTaskCompletedWithSnapshot(false)
            }
          }
          func next() {
            WKApplication.shared().scheduleBackgroundRefresh(withPreferredDate: \(date), userInfo: nil) { print($0 as Any) }
          }
          func schedule(_ date: Date) {
            WKApplication.shared().scheduleBackgroundRefresh(withPreferredDate: date, userInfo: nil) { print($0 as Any) }
          }
          \(members)
        }
        """,
      files: [
        "project.yml": """
        name: App
        options: { deploymentTarget: { watchOS: "10.0" } }
        targets:
          App:
            type: application
            platform: watchOS
            sources: [App]
            settings: { PRODUCT_BUNDLE_IDENTIFIER: com.example.app, INFOPLIST_FILE: App/Info.plist }
        """
      ], found: isFound ? [often] : [], silent: isFound ? [] : [often])
  }

  static let refreshes = [
    watch("every five minutes", date: "Date(timeIntervalSinceNow: 5 * 60)", isFound: true),
    watch("every minute", date: ".now + 60", isFound: true),
    watch("every ten minutes by a method", date: "Date().addingTimeInterval(600)", isFound: true),
    watch(
      "by a constant of a type", date: "Date(timeIntervalSinceNow: Self.interval)",
      members: "static let interval: TimeInterval = 120", isFound: true),
    watch("every quarter of an hour", date: ".now + 900", isFound: false),
    watch("soon only after a launch", date: ".now + 1800", first: ".now + 60", isFound: false),
    watch(
      "at a date of run time", date: "plan()", members: "func plan() -> Date { Plan.next }", isFound: false),
  ]

  @Test(arguments: refreshes) func watchesRefreshFourTimesAnHour(_ app: SmallApp) { app.expectFindings() }
}
