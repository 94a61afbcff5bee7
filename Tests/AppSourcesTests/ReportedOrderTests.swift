import Testing

/// Requests that are submitted or cancelled at the wrong time, as in failures that developers reported. Some apps are correct but look
/// similar.
@Suite struct ReportedOrderTests {
  private static let identifier = "com.example.app.sync"
  private static let modes = ["fetch"]

  private static func app(
    _ name: String, _ rule: String, launch: String, delegate: String = "", members: String = "", isFound: Bool
  ) -> SmallApp {
    SmallApp.uikit(
      name, modes: modes, identifiers: [identifier], imports: ["BackgroundTasks"], launch: launch,
      delegate: delegate, members: members, found: isFound ? [rule] : [], silent: isFound ? [] : [rule])
  }

  private static let registration = """
    BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.app.sync", using: nil) { task in
      let work = Task { await Sync.run(); task.setTaskCompleted(success: true) }
      task.expirationHandler = { work.cancel() }
    }
    """

  private static let submission = """
    enum Sync {
      static func submit() {
        let request = BGAppRefreshTaskRequest(identifier: "com.example.app.sync")
        do { try BGTaskScheduler.shared.submit(request) } catch { print(error) }
      }
      static func run() async {}
    }
    """

  private static let sync = """
    \(submission)
    extension Sync {
      static func register() {
        \(registration)
      }
    }
    """

  // MARK: - Requests before the registration

  private static let before = "bg-submit-before-register"

  private static func order(
    _ name: String, launch: String, delegate: String = "", members: String = sync, isFound: Bool
  ) -> SmallApp {
    app(name, before, launch: launch, delegate: delegate, members: members, isFound: isFound)
  }

  private static func swiftUI(_ name: String, start: String, launch: String, isFound: Bool) -> SmallApp {
    SmallApp(
      testDescription: name, modes: modes, identifiers: [identifier],
      code: """
        import BackgroundTasks
        import SwiftUI
        @main struct Main: App {
          @UIApplicationDelegateAdaptor(Delegate.self) var delegate
          init() { \(start) }
          var body: some Scene { WindowGroup { Text("App") } }
        }
        final class Delegate: NSObject, UIApplicationDelegate {
          func application(
            _ application: UIApplication, didFinishLaunchingWithOptions o: [UIApplication.LaunchOptionsKey: Any]?
          ) -> Bool {
            \(launch)
            return true
          }
        }
        \(sync)
        """, found: isFound ? [before] : [], silent: isFound ? [] : [before])
  }

  static let orders = [
    order("a request before the registration", launch: "Sync.submit()\nSync.register()", isFound: true),
    order(
      "a request in the statement before the registration",
      launch: """
        try? BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "com.example.app.sync"))
        \(registration)
        """, members: submission, isFound: true),
    order(
      "a request and a registration in helpers of helpers", launch: "setUp()",
      delegate: """
        func setUp() { start(); finish() }
        func start() { print(1); Sync.submit() }
        func finish() { Sync.register() }
        """, isFound: true),
    order(
      "a request of an object that registers later", launch: "Manager.shared.start()",
      members: """
        final class Manager {
          static let shared = Manager()
          func start() { Sync.submit(); register() }
          private func register() { Sync.register() }
        }
        \(sync)
        """, isFound: true),
    order(
      "a request under a check of the system",
      launch: "if #available(iOS 13, *) { Sync.submit() }\nSync.register()",
      isFound: true),
    swiftUI(
      "a request in the initializer, and a registration in the delegate", start: "Sync.submit()",
      launch: "Sync.register()", isFound: true),
    swiftUI("both in the initializer", start: "Sync.submit()\nSync.register()", launch: "", isFound: true),
    SmallApp(
      testDescription: "a request of Objective-C before the registration", modes: modes,
      identifiers: [identifier],
      code: """
        #import <UIKit/UIKit.h>
        #import <BackgroundTasks/BackgroundTasks.h>
        @interface AppDelegate : UIResponder <UIApplicationDelegate>
        @end
        @implementation AppDelegate
        - (BOOL)application:(UIApplication *)application didFinishLaunchingWithOptions:(NSDictionary *)options {
          [self schedule];
          [BGTaskScheduler.sharedScheduler registerForTaskWithIdentifier:@"com.example.app.sync" usingQueue:nil launchHandler:^(BGTask *task) {
            [self run:task];
          }];
          return YES;
        }
        - (void)schedule {
          BGAppRefreshTaskRequest *request = [[BGAppRefreshTaskRequest alloc] initWithIdentifier:@"com.example.app.sync"];
          NSError *error;
          if (![BGTaskScheduler.sharedScheduler submitTaskRequest:request error:&error]) { NSLog(@"%@", error); }
        }
        - (void)run:(BGTask *)task { [task setTaskCompletedWithSuccess:YES]; }
        @end
        """, isObjectiveC: true, found: [before]),
    order("a request after the registration", launch: "Sync.register()\nSync.submit()", isFound: false),
    order(
      "a request that waits for the end of the launch",
      launch: "DispatchQueue.main.async { Sync.submit() }\nSync.register()", isFound: false),
    order(
      "a request only if the handler is registered",
      launch: "if isRegistered { Sync.submit() }\nSync.register()", delegate: "var isRegistered = false",
      isFound: false),
    order(
      "a shared object whose initializer registers", launch: "Manager.shared.start()\nManager.shared.check()",
      members: """
        final class Manager {
          static let shared = Manager()
          init() { Sync.register() }
          func start() { Sync.submit() }
          func check() { print(1) }
        }
        \(sync)
        """, isFound: false),
    order(
      "a helper that registers first, and is called again",
      launch: "setUp()\nSync.submit()\nsetUp()",
      delegate:
        "func setUp() { guard !isReady else { return }; isReady = true; Sync.register() }\nvar isReady = false",
      isFound: false),
    order(
      "a request for another task",
      launch: """
        try? BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "com.example.app.other"))
        Sync.register()
        Sync.submit()
        """, isFound: false),
    swiftUI(
      "a registration in the initializer, and a request in the delegate", start: "Sync.register()",
      launch: "Sync.submit()", isFound: false),
  ]

  @Test(arguments: orders) func requestsFollowRegistrations(_ app: SmallApp) { app.expectFindings() }

  // MARK: - Cancellations

  private static let cancels = "bg-cancels-next"
  private static let settings =
    "final class Settings: UIViewController { @IBAction func turnOn(_ sender: Any) { Sync.submit() } }"

  private static func handler(
    cancelling name: String, expiration: String, end: String = "print(1)", isFound: Bool
  ) -> SmallApp {
    app(
      name, cancels,
      launch: """
        BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.app.sync", using: nil) { task in
          Sync.submit()
          let work = Task { await Sync.run(); \(end); task.setTaskCompleted(success: true) }
          task.expirationHandler = { work.cancel(); \(expiration) }
        }
        Sync.submit()
        """, members: submission, isFound: isFound)
  }

  private static let all = "BGTaskScheduler.shared.cancelAllTaskRequests()"

  static let cancellations = [
    handler(cancelling: "all requests at expiration", expiration: all, isFound: true),
    handler(
      cancelling: "the next request at expiration",
      expiration: "BGTaskScheduler.shared.cancel(taskRequestWithIdentifier: \"com.example.app.sync\")",
      isFound: true),
    app(
      "all requests in a function that expiration calls", cancels,
      launch: """
        BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.app.sync", using: nil) { task in
          Sync.submit()
          let work = Task { await Sync.run(); task.setTaskCompleted(success: true) }
          task.expirationHandler = { work.cancel(); self.stop() }
        }
        Sync.submit()
        """, delegate: "func stop() { \(all) }", members: submission, isFound: true),
    app(
      "all requests at each launch", cancels, launch: "Sync.register()\n\(all)",
      members: sync + "\n" + settings, isFound: true),
    app(
      "one request at each launch, in a helper", cancels, launch: "setUp()\nSync.register()",
      delegate:
        "func setUp() { BGTaskScheduler.shared.cancel(taskRequestWithIdentifier: \"com.example.app.sync\") }",
      members: sync + "\n" + settings, isFound: true),
    handler(
      cancelling: "all requests at expiration, and a new one", expiration: "\(all); Sync.submit()",
      isFound: false),
    handler(
      cancelling: "all requests before the request at the end", expiration: all, end: "Sync.submit()",
      isFound: false),
    handler(
      cancelling: "the request of another task",
      expiration: "BGTaskScheduler.shared.cancel(taskRequestWithIdentifier: \"com.example.app.clean\")",
      isFound: false),
    app(
      "all requests at launch, and a request in the background", cancels, launch: "Sync.register()\n\(all)",
      delegate: "func applicationDidEnterBackground(_ application: UIApplication) { Sync.submit() }",
      members: sync + "\n" + settings, isFound: false),
    app(
      "all requests at launch, and a request afterwards", cancels,
      launch: "Sync.register()\n\(all)\nSync.submit()", members: sync + "\n" + settings, isFound: false),
    app(
      "all requests at the first launch", cancels,
      launch: "Sync.register()\nif isFirstLaunch { \(all) }", delegate: "var isFirstLaunch = true",
      members: sync + "\n" + settings, isFound: false),
    app(
      "all requests of a person who signed out", cancels,
      launch: "Sync.register()\nguard !isSignedIn else { return true }\n\(all)",
      delegate: "var isSignedIn = true",
      members: sync + "\n" + settings, isFound: false),
    app(
      "all requests when a person asks", cancels, launch: "Sync.register()\nSync.submit()",
      members: sync + "\nfinal class Off: UIViewController { @IBAction func turnOff(_ s: Any) { \(all) } }",
      isFound: false),
  ]

  @Test(arguments: cancellations) func requestsStayPending(_ app: SmallApp) { app.expectFindings() }
}
