import Testing

/// Uses of the system that stop in the background, as in failures that developers reported. Some apps are correct but look similar.
@Suite struct ReportedUseTests {
  // MARK: - Sound

  private static func sound(
    _ name: String, modes: [String] = ["audio"], imports: [String] = ["AVFoundation"], _ members: String,
    found: [String] = [], silent: [String] = []
  ) -> SmallApp {
    SmallApp.uikit(
      name, modes: modes, imports: imports,
      launch: "_ = Player()",
      members: "final class Player { let player = AVPlayer()\n\(members)\n}", found: found, silent: silent)
  }

  private static let silenced = ["code-audio-silenced"]

  private static func category(_ value: String) -> String {
    "init() { try? AVAudioSession.sharedInstance().setCategory(\(value), mode: .default) }"
  }

  static let soundApps = [
    sound("the category ambient", category(".ambient"), found: ["code-audio-silenced: the category ambient"]),
    sound("the category soloAmbient", category("AVAudioSession.Category.soloAmbient"), found: silenced),
    sound("the default category", "", found: ["code-audio-silenced: soloAmbient by default"]),
    sound("the category playback", category(".playback"), silent: ["*"]),
    sound("both categories", category("isMusic ? .playback : .ambient"), silent: silenced),
    sound("ambient without the mode", modes: [], category(".ambient"), silent: silenced),
    sound(
      "a package that may set the category", imports: ["AVFoundation", "RadioKit"], "", silent: silenced),
    sound("a capture session", "let capture = AVCaptureSession()", silent: silenced),
    sound(
      "a selector that sets the category",
      """
      init() {
        AVAudioSession.sharedInstance().perform(NSSelectorFromString("setCategory:error:"), with: category)
      }
      """, silent: silenced),
  ]

  // MARK: - Locked devices

  private static func push(_ name: String, _ store: String, _ use: String, locked: Bool) -> SmallApp {
    SmallApp.uikit(
      name, modes: ["remote-notification"], imports: ["Security"],
      members: """
        extension Delegate {
          func application(
            _ a: UIApplication, didReceiveRemoteNotification info: [AnyHashable: Any]
          ) async -> UIBackgroundFetchResult {
            \(use)
            return .newData
          }
        }
        final class Store {
          static let shared = Store()
          let url = URL.documentsDirectory.appending(path: "inbox")
          let other = URL.documentsDirectory.appending(path: "state")
          \(store)
        }
        final class Page: UIViewController {
          @IBAction func save() { Store.shared.save(Data()) }
          @IBAction func show() { Store.shared.load() }
        }
        """, found: locked ? ["code-data-locked"] : [], silent: locked ? [] : ["code-data-locked"])
  }

  private static func file(_ options: String, reads path: String = "url") -> String {
    """
    func save(_ data: Data) { try? data.write(to: url, options: \(options)) }
    func load() { _ = try? Data(contentsOf: \(path)) }
    """
  }

  private static func item(_ accessible: String) -> String {
    """
    func save(_ data: Data) {
      SecItemAdd([kSecClass: kSecClassGenericPassword, kSecAttrAccessible: \(accessible), kSecValueData: data] as CFDictionary, nil)
    }
    func load() {
      var item: CFTypeRef?
      SecItemCopyMatching([kSecClass: kSecClassGenericPassword] as CFDictionary, &item)
    }
    """
  }

  private static let load = "Store.shared.load()"

  static let lockedApps = [
    push("a protected file in a push", file("[.atomic, .completeFileProtection]"), load, locked: true),
    push("another file in a push", file(".completeFileProtection", reads: "other"), load, locked: false),
    push("a protected file in the foreground", file(".completeFileProtection"), "", locked: false),
    push(
      "a file that can be read", file(".completeFileProtectionUntilFirstUserAuthentication"), load,
      locked: false),
    push(
      "attributes of a file",
      """
      func save(_ data: Data) {
        FileManager.default.createFile(
          atPath: url.path, contents: data, attributes: [.protectionKey: FileProtectionType.complete])
      }
      func load() { _ = FileManager.default.contents(atPath: url.path) }
      """, load, locked: true),
    push("a keychain item when unlocked", item("kSecAttrAccessibleWhenUnlocked"), load, locked: true),
    push(
      "a keychain item after the first unlock", item("kSecAttrAccessibleAfterFirstUnlock"), load,
      locked: false),
    push(
      "code that handles the locked device", item("kSecAttrAccessibleWhenUnlocked"),
      "guard await UIApplication.shared.isProtectedDataAvailable else { return .failed }\n\(load)",
      locked: false),
  ]

  // MARK: - Cancelled requests

  private static func scheduler(_ name: String, _ code: String, _ members: String = "", cancelled: Bool)
    -> SmallApp
  {
    SmallApp.uikit(
      name, modes: ["fetch"], identifiers: ["com.example.app.refresh", "com.example.app.sync"],
      imports: ["BackgroundTasks"],
      members: """
        extension Delegate {
          func applicationDidEnterBackground(_ application: UIApplication) { \(code) }
        }
        func schedule() {
          let request = BGAppRefreshTaskRequest(identifier: "com.example.app.refresh")
          do { try BGTaskScheduler.shared.submit(request) } catch { print(error) }
        }
        func cancel() { BGTaskScheduler.shared.cancel(taskRequestWithIdentifier: "com.example.app.refresh") }
        \(members)
        """, found: cancelled ? ["bg-cancelled-at-once"] : [],
      silent: cancelled ? [] : ["bg-cancelled-at-once"])
  }

  static let cancelledApps = [
    scheduler(
      "all requests after one", "schedule()\nBGTaskScheduler.shared.cancelAllTaskRequests()", cancelled: true),
    scheduler("the request in another function", "schedule()\ncancel()", cancelled: true),
    scheduler("a cancellation before the request", "cancel()\nschedule()", cancelled: false),
    scheduler("a request after the cancellation", "schedule()\ncancel()\nschedule()", cancelled: false),
    scheduler(
      "another request", "schedule()\nstop()",
      """
      func stop() { BGTaskScheduler.shared.cancel(taskRequestWithIdentifier: "com.example.app.sync") }
      """, cancelled: false),
    scheduler(
      "a way out before the cancellation", "schedule()\nguard isOff else { return }\ncancel()",
      cancelled: false),
    scheduler("either of both", "if isOn { schedule() } else { cancel() }", cancelled: false),
  ]

  // MARK: - Launches

  private static func launched(_ name: String, _ service: String, launch: String = "", late: Bool) -> SmallApp
  {
    SmallApp.uikit(
      name, modes: ["location"], imports: ["CoreLocation", "HealthKit"],
      launch: launch,
      members: """
        final class Service {
          static let shared = Service()
          let manager = CLLocationManager()
          let store = HKHealthStore()
          func start() { \(service) }
        }
        final class Page: UIViewController {
          @IBAction func follow() { Service.shared.start() }
        }
        """, found: late ? ["code-set-up-after-launch"] : [],
      silent: late ? [] : ["code-set-up-after-launch"])
  }

  private static let always =
    "manager.requestAlwaysAuthorization()\nmanager.startMonitoringSignificantLocationChanges()"
  private static let query = """
    let steps = HKQuantityType(.stepCount)
    store.execute(HKObserverQuery(sampleType: steps, predicate: nil) { _, done, _ in done() })
    store.enableBackgroundDelivery(for: steps, frequency: .hourly) { _, _ in }
    """

  static let launchedApps = [
    launched("changes of location after a tap", always, late: true),
    launched("changes of location at launch, too", always, launch: "Service.shared.start()", late: false),
    launched(
      "changes of location while the app is in use",
      "manager.requestWhenInUseAuthorization()\nmanager.startMonitoringSignificantLocationChanges()",
      late: false),
    launched("a query of HealthKit after a tap", query, late: true),
    launched("a query of HealthKit at launch, too", query, launch: "Service.shared.start()", late: false),
    SmallApp.uikit(
      "delivery without a query", imports: ["HealthKit"],
      launch: "observe()",
      members: """
        let store = HKHealthStore()
        func observe() { store.enableBackgroundDelivery(for: steps, frequency: .hourly) { _, _ in } }
        """, found: ["health-update-not-observed"]),
  ]

  // MARK: - Objects and scans

  private static func manager(_ name: String, _ code: String, released: Bool) -> SmallApp {
    SmallApp.uikit(
      name, imports: ["CoreLocation"],
      launch: "Service().start()",
      members: """
        final class Service: NSObject, CLLocationManagerDelegate {
          var kept: CLLocationManager?
          var all: [CLLocationManager] = []
          func start() { \(code) }
        }
        """, found: released ? ["code-object-not-kept"] : [],
      silent: released ? [] : ["code-object-not-kept"])
  }

  private static let made = "let manager = CLLocationManager()\nmanager.delegate = self\n"

  static let objectApps = [
    manager("a manager in a variable", made + "manager.startUpdatingLocation()", released: true),
    manager(
      "a manager that a property keeps", made + "manager.requestLocation()\nkept = manager", released: false),
    manager("a manager in a list", made + "manager.requestLocation()\nall.append(manager)", released: false),
    manager(
      "a manager in a closure", made + "manager.requestLocation()\ndefer { print(manager) }", released: false),
    manager("a manager that answers at once", made + "print(manager.authorizationStatus)", released: false),
  ]

  private static func scan(
    _ name: String, services: String, _ member: String = "", found: [String] = [], silent: [String] = []
  )
    -> SmallApp
  {
    SmallApp.uikit(
      name, modes: ["bluetooth-central"], imports: ["CoreBluetooth"],
      launch: "Scanner.shared.scan()",
      members: """
        final class Scanner: NSObject {
          static let shared = Scanner()
          lazy var central = CBCentralManager(delegate: self, queue: nil)
          func scan() { central.scanForPeripherals(withServices: \(services), options: nil) }
          \(member)
        }
        """, found: found, silent: silent)
  }

  static let scanApps = [
    scan("a scan for all services", services: "nil", found: ["code-bluetooth-scans-all"]),
    scan(
      "a scan for a service", services: "[CBUUID(string: \"180D\")]", silent: ["code-bluetooth-scans-all"]),
    scan(
      "an app that connects", services: "nil",
      "func connect(_ p: CBPeripheral) { central.connect(p, options: nil) }",
      silent: ["code-bluetooth-scans-all"]),
    scanInObjectiveC("a scan for all services in Objective-C", "nil", found: ["code-bluetooth-scans-all"]),
    scanInObjectiveC(
      "a scan for a service in Objective-C", "@[[CBUUID UUIDWithString:@\"180D\"]]",
      silent: ["code-bluetooth-scans-all"]),
  ]

  private static func scanInObjectiveC(
    _ name: String, _ services: String, found: [String] = [], silent: [String] = []
  ) -> SmallApp {
    SmallApp(
      testDescription: name, modes: ["bluetooth-central"],
      code: """
        #import <CoreBluetooth/CoreBluetooth.h>
        #import <UIKit/UIKit.h>
        @interface AppDelegate : UIResponder <UIApplicationDelegate, CBCentralManagerDelegate>
        @property (nonatomic, strong) CBCentralManager *central;
        @end
        @implementation AppDelegate
        - (BOOL)application:(UIApplication *)application didFinishLaunchingWithOptions:(NSDictionary *)options {
          self.central = [[CBCentralManager alloc] initWithDelegate:self queue:nil];
          return YES;
        }
        - (void)centralManagerDidUpdateState:(CBCentralManager *)central {
          [central scanForPeripheralsWithServices:\(services) options:nil];
        }
        @end
        """, isObjectiveC: true, found: found, silent: silent)
  }

  @Test(arguments: soundApps + lockedApps + cancelledApps + launchedApps + objectApps + scanApps)
  func appHasItsFindings(_ app: SmallApp) { app.expectFindings() }
}
