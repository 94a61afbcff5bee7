import Testing

/// Keychain items, subscriptions, scenes, widgets and sessions of locations that fail in the background, as in failures that developers
/// reported. Some apps are correct but look similar.
@Suite struct ReportedRightsTests {
  // MARK: - Keychain items

  private static let locked = "code-data-locked"

  private static func keychain(
    _ name: String, add: String = "kSecValueData: token", more: String = "",
    use: String = "Tokens.shared.load()",
    isFound: Bool
  ) -> SmallApp {
    SmallApp.uikit(
      name, modes: ["remote-notification"], entitlements: ["aps-environment"], imports: ["Security"],
      launch: "application.registerForRemoteNotifications()",
      delegate: """
        func application(
          _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
        ) async -> UIBackgroundFetchResult {
          \(use)
          return .newData
        }
        @IBAction func signIn() { Tokens.shared.save(Data()) }
        """,
      members: """
        final class Tokens {
          static let shared = Tokens()
          func save(_ token: Data) {
            let item: [CFString: Any] = [kSecClass: kSecClassGenericPassword, \(add)]
            SecItemAdd(item as CFDictionary, nil)
          }
          func load() {
            var result: CFTypeRef?
            SecItemCopyMatching([kSecClass: kSecClassGenericPassword] as CFDictionary, &result)
          }
          \(more)
        }
        """, found: isFound ? [locked] : [], silent: isFound ? [] : [locked])
  }

  static let items = [
    keychain("the default class", isFound: true),
    keychain("a use by another function", use: "sync()\nfunc sync() { Tokens.shared.load() }", isFound: true),
    keychain(
      "a class for the lock screen",
      add: "kSecValueData: token, kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlock", isFound: false),
    keychain("an item that the background does not use", use: "", isFound: false),
    keychain(
      "a failure that the code expects",
      more: "func isLocked(_ status: OSStatus) -> Bool { status == errSecInteractionNotAllowed }",
      isFound: false),
    keychain(
      "a class that the code sets elsewhere",
      more:
        "func raise() { SecItemUpdate([:] as CFDictionary, [kSecAttrAccessible: kSecAttrAccessibleAlways] as CFDictionary) }",
      isFound: false),
  ]

  @Test(arguments: items) func itemsCanBeRead(_ app: SmallApp) { app.expectFindings() }

  // MARK: - CloudKit

  private static let silent = "code-cloud-subscription-silent"
  private static let unregistered = "code-push-not-registered"

  private static func cloud(
    _ name: String, launch: String = "application.registerForRemoteNotifications()", _ code: String,
    imports: [String] = [], found: [String] = [], quiet: [String] = []
  ) -> SmallApp {
    SmallApp.uikit(
      name, modes: ["remote-notification"], entitlements: ["aps-environment"],
      imports: ["CloudKit"] + imports,
      launch: launch + "\nsubscribe()",
      delegate: """
        func application(
          _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
        ) async -> UIBackgroundFetchResult { .newData }
        func subscribe() {
          \(code)
          CKContainer.default().privateCloudDatabase.save(changes) { _, error in print(error as Any) }
        }
        """, found: found, silent: quiet)
  }

  private static let changes = "let changes = CKDatabaseSubscription(subscriptionID: \"changes\")"
  private static let info = """
    let info = CKSubscription.NotificationInfo()
    info.shouldSendContentAvailable = true
    changes.notificationInfo = info
    """

  static let subscriptions = [
    cloud("a subscription without notifications", changes, found: [silent]),
    cloud(
      "a subscription of a zone",
      "let changes = CKRecordZoneSubscription(zoneID: .default, subscriptionID: \"a\")",
      found: [silent]),
    cloud("a subscription with silent pushes", changes + "\n" + info, quiet: [silent, unregistered]),
    cloud("no registration", launch: "", changes + "\n" + info, found: [unregistered]),
    cloud(
      "a container that registers the app", launch: "_ = NSPersistentCloudKitContainer(name: \"Notes\")",
      changes + "\n" + info, imports: ["CoreData"], quiet: [unregistered]),
  ]

  @Test(arguments: subscriptions) func subscriptionsSendPushes(_ app: SmallApp) { app.expectFindings() }

  // MARK: - Scenes

  private static let early = "bg-submit-before-register"

  private static func scenes(_ name: String, start: String, scene: String = "", isFound: Bool) -> SmallApp {
    SmallApp(
      testDescription: name, modes: ["fetch"], identifiers: ["com.example.app.sync"],
      code: """
        import BackgroundTasks
        import SwiftUI
        @main struct Main: App {
          @Environment(\\.scenePhase) private var phase
          \(start)
          var body: some Scene {
            WindowGroup { Text("Notes") }
              \(scene)
              .backgroundTask(.appRefresh("com.example.app.sync")) {
                schedule()
                _ = try? await URLSession.shared.data(from: URL(string: "https://example.com")!)
              }
          }
        }
        func schedule() {
          do { try BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "com.example.app.sync")) } catch {
            print(error)
          }
        }
        """, found: isFound ? [early] : [], silent: isFound ? [] : [early])
  }

  static let phases = [
    scenes("in the initializer", start: "init() { schedule() }", isFound: true),
    scenes(
      "through a method", start: "init() { prepare() }\nprivate func prepare() { schedule() }", isFound: true),
    scenes(
      "in the background", start: "",
      scene: ".onChange(of: phase) { if phase == .background { schedule() } }", isFound: false),
    scenes(
      "with a handler of an earlier launch",
      start: """
        init() {
          BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.app.sync", using: nil) { task in
            task.setTaskCompleted(success: true)
          }
          schedule()
        }
        """, isFound: false),
  ]

  @Test(arguments: phases) func requestsComeAfterHandlers(_ app: SmallApp) { app.expectFindings() }

  // MARK: - Locations

  private static let lost = "code-object-not-kept"
  private static let late = "code-set-up-after-launch"

  private static func locations(
    _ name: String, launch: String = "", _ code: String, found: [String] = [], silent: [String] = []
  ) -> SmallApp {
    SmallApp.uikit(
      name, modes: ["location"], imports: ["CoreLocation"], launch: launch,
      delegate: "@IBAction func go() { Trip.shared.go() }",
      members: "final class Trip {\nstatic let shared = Trip()\n\(code)\n}", found: found, silent: silent)
  }

  private static let loop = "for try await update in CLLocationUpdate.liveUpdates() { print(update) }"

  static let places = [
    locations(
      "a session of a function",
      "func go() { let session = CLBackgroundActivitySession()\nTask { \(loop) } }",
      found: [lost]),
    locations(
      "a session that is kept",
      "var session: CLBackgroundActivitySession?\nfunc go() { session = CLBackgroundActivitySession()\nTask { \(loop) } }",
      silent: [lost]),
    locations(
      "a session beside the loop",
      "func go() { Task { let session = CLBackgroundActivitySession()\n\(loop)\nsession.invalidate() } }",
      silent: [lost]),
    locations(
      "a session beside the loop, without its end",
      "func go() { Task { let session = CLBackgroundActivitySession()\n\(loop) } }", silent: [lost]),
    locations(
      "a monitor for a person",
      "func go() { Task { for try await event in await CLMonitor(\"a\").events { print(event) } } }",
      found: [late]),
    locations(
      "a monitor at launch", launch: "Trip.shared.go()",
      "func go() { Task { for try await event in await CLMonitor(\"a\").events { print(event) } } }",
      silent: [late]),
  ]

  @Test(arguments: places) func locationsContinue(_ app: SmallApp) { app.expectFindings() }

  // MARK: - Times

  private static func delay(_ name: String, _ code: String, isFound: Bool) -> SmallApp {
    let rule = "bg-refresh-waits"
    return SmallApp.uikit(
      name, modes: ["fetch"], identifiers: ["com.example.app.sync"], imports: ["BackgroundTasks"],
      launch: """
        BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.app.sync", using: nil) { task in
          self.schedule()
          task.expirationHandler = { task.setTaskCompleted(success: false) }
          \(code)
        }
        schedule()
        """,
      delegate: """
        func schedule() {
          do { try BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "com.example.app.sync")) } catch {
            print(error)
          }
        }
        """, found: isFound ? [rule] : [], silent: isFound ? [] : [rule])
  }

  static let delays = [
    delay(
      "a minute",
      "DispatchQueue.main.asyncAfter(deadline: .now() + 60) { task.setTaskCompleted(success: true) }",
      isFound: true),
    delay(
      "five seconds",
      "DispatchQueue.main.asyncAfter(deadline: .now() + 5) { task.setTaskCompleted(success: true) }",
      isFound: false),
    delay(
      "a limit beside the work",
      """
      DispatchQueue.main.asyncAfter(deadline: .now() + 60) { task.setTaskCompleted(success: false) }
      URLSession.shared.dataTask(with: url) { _, _, _ in task.setTaskCompleted(success: true) }.resume()
      """, isFound: false),
    delay(
      "other code",
      """
      DispatchQueue.main.asyncAfter(deadline: .now() + 60) { print("late") }
      task.setTaskCompleted(success: true)
      """, isFound: false),
  ]

  @Test(arguments: delays) func delaysFitIntoARefresh(_ app: SmallApp) { app.expectFindings() }

  private static func wait(_ name: String, launch: String, isFound: Bool) -> SmallApp {
    let rule = "code-main-thread-waits"
    return SmallApp.uikit(
      name, launch: "let isDone = DispatchSemaphore(value: 0)\n\(launch)\nisDone.wait()",
      found: isFound ? [rule] : [], silent: isFound ? [] : [rule])
  }

  static let launches = [
    wait("the main queue", launch: "load { DispatchQueue.main.async { isDone.signal() } }", isFound: true),
    wait("another queue", launch: "load { isDone.signal() }", isFound: false),
  ]

  @Test(arguments: launches) func launchesEnd(_ app: SmallApp) { app.expectFindings() }

  // MARK: - Publishers

  private static func publisher(_ name: String, _ configuration: String, isFound: Bool) -> SmallApp {
    let rule = "session-completion-handler-task"
    return SmallApp.uikit(
      name, imports: ["Combine"],
      delegate: """
        lazy var session = URLSession(configuration: \(configuration), delegate: nil, delegateQueue: nil)
        var bag: Set<AnyCancellable> = []
        @IBAction func load() {
          session.dataTaskPublisher(for: url).sink(receiveCompletion: { _ in }, receiveValue: { _ in }).store(in: &bag)
        }
        """, found: isFound ? [rule] : [], silent: isFound ? [] : [rule])
  }

  static let publishers = [
    publisher("a background session", ".background(withIdentifier: \"com.example.app.a\")", isFound: true),
    publisher("a session in the foreground", ".default", isFound: false),
  ]

  @Test(arguments: publishers) func publishersAreForTheForeground(_ app: SmallApp) { app.expectFindings() }
}
