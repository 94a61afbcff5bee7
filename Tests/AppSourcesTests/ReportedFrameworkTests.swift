import Testing

/// Work of frameworks that run an app in the background, as in failures that developers reported. Some apps are correct but look similar.
@Suite struct ReportedFrameworkTests {
  // MARK: - Bluetooth and location

  private static let restored =
    "func centralManager(_ c: CBCentralManager, willRestoreState s: [String: Any]) {}"
  private static let key = ", options: [CBCentralManagerOptionRestoreIdentifierKey: \"lock\"]"

  private static func bluetooth(
    _ name: String, options: String, _ method: String, _ others: String = "", delegate: String = "self",
    found: [String] = [], silent: [String] = []
  ) -> SmallApp {
    SmallApp.uikit(
      name, modes: ["bluetooth-central"], imports: ["CoreBluetooth"],
      launch: "_ = Lock.shared.central",
      members: """
        final class Lock: NSObject, CBCentralManagerDelegate {
          static let shared = Lock()
          lazy var central = CBCentralManager(delegate: \(delegate), queue: nil\(options))
          func centralManagerDidUpdateState(_ c: CBCentralManager) {}
          \(method)
        }
        \(others)
        """, found: found, silent: silent)
  }

  private static func location(_ name: String, _ code: String, found: [String] = [], silent: [String] = [])
    -> SmallApp
  {
    SmallApp.uikit(
      name, modes: ["location"], imports: ["CoreLocation"],
      launch: "follow()",
      members: """
        let manager = CLLocationManager()
        func follow() {
          \(code)
          manager.startUpdatingLocation()
        }
        """, found: found, silent: silent)
  }

  static let deviceApps = [
    bluetooth("a restored manager", options: key, restored, silent: ["*"]),
    bluetooth(
      "no method for the restored state", options: key, "",
      found: ["code-bluetooth-not-restored: centralManager(_:willRestoreState:)"]),
    bluetooth(
      "a method for the restored state, and no identifier", options: "", restored,
      found: ["code-bluetooth-not-restored: CBCentralManagerOptionRestoreIdentifierKey"]),
    bluetooth("neither", options: "", "", silent: ["*"]),
    bluetooth(
      "a method, and options from elsewhere", options: ", options: settings", restored, silent: ["*"]),
    bluetooth(
      "a method of the delegate of another manager", options: "", "",
      """
      final class Door: NSObject, CBCentralManagerDelegate {
        func make(_ options: [String: Any]) -> CBCentralManager {
          CBCentralManager(delegate: self, queue: nil, options: options)
        }
        func centralManagerDidUpdateState(_ c: CBCentralManager) {}
        \(restored)
      }
      """, silent: ["code-bluetooth-not-restored"]),
    bluetooth("a restored manager without a delegate", options: key, "", delegate: "nil", silent: ["*"]),
    location(
      "updates that end in the background", "",
      found: ["code-mode-unused: set allowsBackgroundLocationUpdates"]),
    location("updates that continue", "manager.allowsBackgroundLocationUpdates = true", silent: ["*"]),
  ]

  // MARK: - HealthKit

  private static func health(
    _ name: String, entitled: Bool = true, _ update: String, delivers: Bool = true, found: [String] = [],
    silent: [String] = []
  ) -> SmallApp {
    SmallApp.uikit(
      name,
      entitlements: ["com.apple.developer.healthkit"]
        + (entitled ? ["com.apple.developer.healthkit.background-delivery"] : []),
      imports: ["HealthKit"],
      launch: "observe()",
      members: """
        let store = HKHealthStore()
        func observe() {
          let steps = HKQuantityType(.stepCount)
          let query = HKObserverQuery(sampleType: steps, predicate: nil) { \(update) }
          store.execute(query)
          \(delivers ? "store.enableBackgroundDelivery(for: steps, frequency: .hourly) { _, e in print(e as Any) }" : "")
        }
        """, found: found, silent: silent)
  }

  private static let incomplete = ["health-update-not-completed", "health-delivery-entitlement"]
  private static let completed = "_, done, error in save(); done()"

  static let healthApps = [
    health("an update that is completed", completed, silent: incomplete),
    health(
      "an error that ends the update", "_, done, error in\nif error != nil { return }\ndone()",
      found: ["health-update-not-completed"]),
    health("an unnamed completion handler", "_, _, error in save()", found: ["health-update-not-completed"]),
    health(
      "a deferred completion", "_, done, e in\ndefer { done() }\nif e != nil { return }\nsave()",
      silent: incomplete),
    health(
      "a query of an open app", "_, _, error in show()", delivers: false,
      silent: ["health-update-not-completed"]),
    health(
      "no entitlement for the delivery", entitled: false, completed, found: ["health-delivery-entitlement"]),
  ]

  // MARK: - Silent pushes

  private static func push(
    _ name: String, _ imports: [String] = [], token: Bool = true, launch: String, found: [String] = [],
    silent: [String] = []
  ) -> SmallApp {
    SmallApp.uikit(
      name, modes: ["remote-notification"], entitlements: ["aps-environment"], imports: imports,
      launch: launch,
      members: """
        extension Delegate {
          func application(
            _ a: UIApplication, didReceiveRemoteNotification info: [AnyHashable: Any],
            fetchCompletionHandler done: @escaping (UIBackgroundFetchResult) -> Void
          ) { done(.newData) }

          \(token ? "func application(_ a: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken t: Data) { send(t) }" : "")
        }
        """, found: found, silent: silent)
  }

  static let pushApps = [
    push("no registration", launch: "", found: ["code-push-not-registered"]),
    push("no method that expects a token", token: false, launch: "", silent: ["code-push-not-registered"]),
    push("a registration", launch: "application.registerForRemoteNotifications()", silent: ["*"]),
    push("a package that may register", ["PushKitty"], launch: "", silent: ["code-push-not-registered"]),
  ]

  // MARK: - Tasks

  private static let upload = """
    func upload(_ file: String) {
      let request = BGContinuedProcessingTaskRequest(
        identifier: "com.example.app.upload.\\(file)", title: "Uploading", subtitle: file)
      do { try BGTaskScheduler.shared.submit(request) } catch { print(error) }
    }
    """

  private static func upload(_ name: String, permitted: String, found: [String] = [], silent: [String] = [])
    -> SmallApp
  {
    SmallApp.uikit(
      name, identifiers: [permitted], imports: ["BackgroundTasks"],
      members:
        "final class Page: UIViewController {\n@IBAction func send(_ s: Any) { upload(UUID().uuidString) }\n\(upload)\n}",
      found: found, silent: silent)
  }

  private static func counter(_ method: String, found: [String] = [], silent: [String] = []) -> SmallApp {
    SmallApp.uikit(
      "a background task that begins in \(method)",
      launch: "UIWindow().rootViewController = Counter()",
      members: """
        final class Counter: UIViewController {
          var work: UIBackgroundTaskIdentifier = .invalid
          var timer: Timer?
          override func \(method) {
            work = UIApplication.shared.beginBackgroundTask(withName: "count") { self.end() }
            timer = Timer.scheduledTimer(withTimeInterval: 60, repeats: false) { _ in self.end() }
          }
          func end() {
            UIApplication.shared.endBackgroundTask(work)
            work = .invalid
          }
        }
        """, found: found, silent: silent)
  }

  static let taskApps = [
    upload(
      "an identifier of run time without a wildcard", permitted: "com.example.app.upload",
      found: ["code-identifier-not-permitted: com.example.app.upload.*"]),
    upload(
      "an identifier of run time under a wildcard", permitted: "com.example.app.upload.*",
      silent: ["code-identifier-not-permitted"]),
    upload(
      "an identifier of run time that is permitted itself", permitted: "com.example.app.upload.a",
      silent: ["code-identifier-not-permitted"]),
    counter("viewDidLoad()", silent: ["uitask-identifier-overwritten"]),
  ]

  @Test(arguments: deviceApps + healthApps + pushApps + taskApps)
  func appHasItsFindings(_ app: SmallApp) { app.expectFindings() }
}
