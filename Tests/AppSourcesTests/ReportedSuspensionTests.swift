import Testing

/// Work that stops when the app is suspended, as in failures that developers reported. Some apps are correct but look similar.
@Suite struct ReportedSuspensionTests {
  private static func app(
    _ name: String, modes: [String] = [], identifiers: [String] = [], imports: [String] = [],
    launch: String = "", members: String = "", scene: String = "", active: String = "", found: [String] = [],
    silent: [String] = []
  ) -> SmallApp {
    .uikit(
      name, modes: modes, identifiers: identifiers, imports: imports, launch: launch,
      members: """
        final class Scene: UIResponder, UIWindowSceneDelegate {
          func sceneDidEnterBackground(_ scene: UIScene) { \(scene) }
          func sceneDidBecomeActive(_ scene: UIScene) { \(active) }
        }
        \(members)
        """, found: found, silent: silent)
  }

  // MARK: - Timers and transfers

  private static let timer = "code-timer-suspended"
  private static let transfer = "code-transfer-suspended"
  private static let poll =
    "Timer.scheduledTimer(withTimeInterval: 300, repeats: true) { _ in print(\"poll\") }"
  private static let load =
    "URLSession.shared.dataTask(with: URL(string: \"https://example.com\")!) { _, _, _ in print(\"x\") }.resume()"
  private static let begin = """
    var id = UIBackgroundTaskIdentifier.invalid
    id = UIApplication.shared.beginBackgroundTask(withName: "x") { UIApplication.shared.endBackgroundTask(id) }
    end { UIApplication.shared.endBackgroundTask(id) }

    """

  private static func dispatchTimer(_ schedule: String) -> String {
    """
    let timer = DispatchSource.makeTimerSource(queue: .global())
    \(schedule)
    timer.setEventHandler { print("poll") }
    timer.resume()
    """
  }

  static let suspendedApps = [
    app("a timer in the background", scene: poll, found: [timer]),
    app("a timer in an app that plays", modes: ["audio"], scene: poll, silent: [timer]),
    app("a timer in a background task", scene: begin + poll, silent: [timer]),
    app("a timer in the foreground", active: poll, silent: [timer]),
    app(
      "a timer that also starts in the foreground", members: "func start() { \(poll) }", scene: "start()",
      active: "start()", silent: [timer]),
    app(
      "a long delay", scene: "DispatchQueue.main.asyncAfter(deadline: .now() + 600) { print(1) }",
      found: [timer]),
    app(
      "a long delay in seconds",
      scene: "DispatchQueue.global().asyncAfter(deadline: DispatchTime.now() + .seconds(60)) { print(1) }",
      found: [timer]),
    app(
      "a timer of a queue",
      scene: dispatchTimer("timer.schedule(deadline: .now() + 300, repeating: 300)"), found: [timer]),
    app(
      "a timer of a queue in seconds",
      scene: dispatchTimer("timer.schedule(deadline: .now(), repeating: .seconds(60), leeway: .seconds(5))"),
      found: [timer]),
    app(
      "a timer of a queue that fires once",
      scene: dispatchTimer("timer.schedule(wallDeadline: .now() + .seconds(600))"), found: [timer]),
    app(
      "a timer of a queue in the foreground",
      active: dispatchTimer("timer.schedule(deadline: .now(), repeating: 300)"),
      silent: [timer]),
    app(
      "a timer of a queue that fires soon",
      scene: dispatchTimer("timer.schedule(deadline: .now() + .milliseconds(100))"),
      silent: [timer]),
    app(
      "a short delay", scene: "DispatchQueue.main.asyncAfter(deadline: .now() + 1) { print(1) }",
      silent: [timer]),
    app(
      "a loop that sleeps",
      scene: "Task { while true { await ask(); try? await Task.sleep(for: .seconds(60)) } }",
      found: [timer]),
    app(
      "a sleep in nanoseconds",
      scene: "Task { try? await Task.sleep(nanoseconds: 60 * 1_000_000_000); await ask() }", found: [timer]),
    app(
      "a thread that sleeps",
      scene: "DispatchQueue.global().async { Thread.sleep(forTimeInterval: 120); ask() }",
      found: [timer]),
    app(
      "a short sleep", scene: "Task { try? await Task.sleep(for: .seconds(2)); await save() }",
      silent: [timer]),
    app(
      "a loop that sleeps in the foreground",
      active: "Task { while true { await ask(); try? await Task.sleep(for: .seconds(60)) } }", silent: [timer]
    ),
    app(
      "a loop that sleeps in an app that records", modes: ["audio"],
      scene: "Task { while true { await ask(); try? await Task.sleep(for: .seconds(60)) } }", silent: [timer]),
    app(
      "a delay of run time",
      scene: "DispatchQueue.main.asyncAfter(deadline: .now() + delay(of: scene)) { print(1) }",
      silent: [timer]),
    SmallApp(
      testDescription: "a timer of Objective-C",
      code: """
        #import <UIKit/UIKit.h>
        @interface AppDelegate : UIResponder <UIApplicationDelegate>
        @end
        @implementation AppDelegate
        - (void)applicationDidEnterBackground:(UIApplication *)application {
          [NSTimer scheduledTimerWithTimeInterval:300 target:self selector:@selector(poll) userInfo:nil repeats:YES];
        }
        - (void)poll { NSLog(@"poll"); }
        @end
        """, isObjectiveC: true, found: [timer]),
    app("a transfer in the background", scene: load, found: [transfer]),
    app("a transfer in a background task", scene: begin + load, silent: [transfer]),
    app("a transfer in the foreground", active: load, silent: [transfer]),
    app("a transfer in an app that plays", modes: ["audio"], scene: load, silent: [transfer]),
    app(
      "a transfer that also starts in the foreground", members: "func start() { \(load) }", scene: "start()",
      active: "start()", silent: [transfer]),
  ]

  // MARK: - The end of the app

  private static func end(_ name: String, _ code: String, _ members: String = "", isFound: Bool) -> SmallApp {
    .uikit(
      name,
      delegate: "func applicationWillTerminate(_ application: UIApplication) { \(code) }\n\(members)",
      found: isFound ? ["\(transfer): gone"] : [], silent: isFound ? [] : [transfer])
  }

  static let endingApps = [
    end("a transfer as the app ends", load, isFound: true),
    end("a transfer of a method as the app ends", "leave()", "func leave() { \(load) }", isFound: true),
    SmallApp(
      testDescription: "a transfer of Objective-C as the app ends",
      code: """
        #import <UIKit/UIKit.h>
        @interface AppDelegate : UIResponder <UIApplicationDelegate>
        @end
        @implementation AppDelegate
        - (void)applicationWillTerminate:(UIApplication *)application {
          [[[NSURLSession sharedSession] dataTaskWithURL:[NSURL URLWithString:@"https://example.com/leave"]] resume];
        }
        @end
        """, isObjectiveC: true, found: ["\(transfer): gone"]),
    end(
      "a transfer for which the end waits",
      "let lock = DispatchSemaphore(value: 0)\n\(load)\n_ = lock.wait(timeout: .now() + 3)",
      isFound: false),
    end(
      "a transfer that also starts elsewhere", "leave()",
      "func leave() { \(load) }\nfunc applicationDidBecomeActive(_ application: UIApplication) { leave() }",
      isFound: false),
  ]

  // MARK: - Sessions that only a person's action makes

  private static func session(_ name: String, launch: String = "", _ member: String, isFound: Bool)
    -> SmallApp
  {
    let rule = "session-launch-events-unhandled"
    return app(
      name, launch: launch,
      members: """
        extension Delegate {
          static var finish: (() -> Void)?
          func application(
            _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
            completionHandler: @escaping () -> Void
          ) { Delegate.finish = completionHandler }
        }
        final class Loader: UIViewController, URLSessionDownloadDelegate {
          static let shared = Loader()
          private lazy var session = URLSession(
            configuration: .background(withIdentifier: "com.example.app.load"), delegate: self, delegateQueue: nil)
          \(member) { session.downloadTask(with: URL(string: "https://example.com")!).resume() }
          func urlSession(
            _ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL
          ) { try? FileManager.default.moveItem(at: location, to: URL.documentsDirectory.appending(path: "f")) }
          func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
            DispatchQueue.main.async { Delegate.finish?(); Delegate.finish = nil }
          }
        }
        """, found: isFound ? ["\(rule): makes the session again"] : [], silent: isFound ? [] : [rule])
  }

  static let sessionApps = [
    session("a session of a button whose method is called load", "@IBAction func load()", isFound: true),
    session("a session of a button", "@IBAction func download()", isFound: true),
    session(
      "a session of launch and a button", launch: "Loader.shared.load()", "@IBAction func load()",
      isFound: false),
  ]

  // MARK: - Locations

  private static func location(
    _ name: String, modes: [String] = ["location"], _ code: String, found: [String] = [],
    silent: [String] = ["code-location-updates-suspended", "code-mode-unused"]
  ) -> SmallApp {
    app(
      name, modes: modes, imports: ["CoreLocation"], launch: "Follower.shared.start()",
      members: "final class Follower: NSObject, CLLocationManagerDelegate {\nstatic let shared = Follower()\n"
        + "let manager = CLLocationManager()\nfunc start() { \(code) }\n}",
      found: found, silent: found.isEmpty ? silent : [])
  }

  private static let updates =
    "Task { for try await update in CLLocationUpdate.liveUpdates() { print(update) } }"

  static let locationApps = [
    location("live updates", updates, found: ["code-location-updates-suspended"]),
    location("live updates in the foreground", modes: [], updates),
    location("live updates with a session", "session = CLBackgroundActivitySession()\n\(updates)"),
    location(
      "live updates with an authorization to use locations always",
      "manager.requestAlwaysAuthorization()\n\(updates)"),
    location(
      "updates that are not allowed in the background",
      "manager.allowsBackgroundLocationUpdates = false\nmanager.startUpdatingLocation()",
      found: ["code-mode-unused"]),
    location(
      "updates that a setting allows in the background",
      "manager.allowsBackgroundLocationUpdates = isFollowing()\nmanager.startUpdatingLocation()"),
    location(
      "updates that are allowed for a time",
      "manager.allowsBackgroundLocationUpdates = true\nmanager.startUpdatingLocation()\nmanager.allowsBackgroundLocationUpdates = false"
    ),
  ]

  // MARK: - Expiration handlers

  private static func expiration(_ name: String, _ work: String, isLate: Bool) -> SmallApp {
    app(
      name, modes: ["fetch"], identifiers: ["com.example.app.sync"], imports: ["BackgroundTasks"],
      launch: """
        BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.app.sync", using: nil) { task in
          \(work)
        }
        """, members: "func run() async -> Bool { true }\nfunc prepare() async -> Int { 1 }",
      found: isLate ? ["bg-expiration-late"] : [], silent: isLate ? [] : ["bg-expiration-late"])
  }

  private static let set = "task.expirationHandler = { task.setTaskCompleted(success: false) }"

  static let expirationApps = [
    expiration(
      "an expiration handler after the work",
      "Task { let isDone = await run(); \(set); task.setTaskCompleted(success: isDone) }", isLate: true),
    expiration(
      "an expiration handler before the work",
      "Task { \(set); task.setTaskCompleted(success: await run()) }", isLate: false),
    expiration(
      "an expiration handler between two parts of the work",
      "Task { _ = await prepare(); \(set); task.setTaskCompleted(success: await run()) }", isLate: false),
    expiration(
      "an expiration handler beside the work",
      "let work = Task { task.setTaskCompleted(success: await run()) }\ntask.expirationHandler = { work.cancel() }",
      isLate: false),
    expiration(
      "an expiration handler that is replaced after the work",
      "Task { \(set); let isDone = await run(); task.expirationHandler = nil; task.setTaskCompleted(success: isDone) }",
      isLate: false),
  ]

  @Test(arguments: suspendedApps + endingApps + sessionApps + locationApps + expirationApps)
  func appHasItsFindings(_ app: SmallApp) { app.expectFindings() }
}
