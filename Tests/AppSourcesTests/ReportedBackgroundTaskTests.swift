import Testing

/// Background tasks of UIKit, as in failures that developers reported. One of the apps is correct.
@Suite struct ReportedBackgroundTaskTests {
  private static func guarded(
    _ name: String, check: String = "guard task == .invalid else { return }", end: String,
    found: [String] = [],
    silent: [String] = []
  ) -> SmallApp {
    SmallApp(
      testDescription: name,
      code: """
        import UIKit
        @main class AppDelegate: UIResponder, UIApplicationDelegate {
          private var task = UIBackgroundTaskIdentifier.invalid
          func applicationDidEnterBackground(_ application: UIApplication) {
            \(check)
            task = application.beginBackgroundTask(withName: "Save") { self.end() }
            Store.save { self.end() }
          }
          private func end() {
            UIApplication.shared.endBackgroundTask(task)
            \(end)
          }
        }
        """, found: found, silent: silent)
  }

  private static func deferred(
    _ name: String, _ work: String, found: [String] = [], silent: [String] = []
  ) -> SmallApp {
    SmallApp(
      testDescription: name,
      code: """
        import UIKit
        @main class AppDelegate: UIResponder, UIApplicationDelegate {
          @IBAction func send(_ sender: Any) { Task { await send() } }
          func send() async {
            var id = UIBackgroundTaskIdentifier.invalid
            id = UIApplication.shared.beginBackgroundTask(withName: "send")
              { UIApplication.shared.endBackgroundTask(id) }
            defer { UIApplication.shared.endBackgroundTask(id) }
            \(work)
          }
          func upload() async { _ = try? await URLSession.shared.data(from: URL(string: "https://example.com")!) }
        }
        """, found: found, silent: silent)
  }

  private static func kept(_ name: String, _ begin: String, found: [String] = [], silent: [String] = [])
    -> SmallApp
  {
    SmallApp(
      testDescription: name,
      code: """
        import UIKit
        @main class AppDelegate: UIResponder, UIApplicationDelegate {
          private var task = UIBackgroundTaskIdentifier.invalid
          func applicationDidEnterBackground(_ application: UIApplication) {
            guard task == .invalid else { return }
            \(begin) { self.end() }
            Store.save { self.end() }
          }
          private func end() {
            UIApplication.shared.endBackgroundTask(task)
            task = .invalid
          }
        }
        """, found: found, silent: silent)
  }
  private static let dropped = ["uitask-unbalanced: Nothing keeps the identifier"]

  static let keptApps = [
    kept("an unused identifier", "application.beginBackgroundTask(withName: \"Save\")", found: dropped),
    kept(
      "only one finding about an unused identifier", "application.beginBackgroundTask(withName: \"Save\")",
      silent: ["uitask-expiry-missing"]),
    kept("a kept identifier", "task = application.beginBackgroundTask(withName: \"Save\")", silent: ["*"]),
    SmallApp.uikit(
      "an identifier that a function returns",
      members: """
        final class Saver {
          static let shared = Saver()
          private var task = UIBackgroundTaskIdentifier.invalid
          private func begin() -> UIBackgroundTaskIdentifier {
            UIApplication.shared.beginBackgroundTask { self.end() }
          }
          func end() { UIApplication.shared.endBackgroundTask(task); task = .invalid }
          func save() {
            guard task == .invalid else { return }
            task = begin()
            Store.save { self.end() }
          }
        }
        final class Controller: UIViewController { @IBAction func tap(_ sender: Any) { Saver.shared.save() } }
        """, silent: ["uitask-unbalanced"]),
  ]

  @Test(arguments: keptApps) func identifiersAreKept(_ app: SmallApp) { app.expectFindings() }

  static let apps = [
    deferred(
      "the end of the function ends the task before its work", "Task { await upload() }",
      found: ["uitask-ended-early"]),
    deferred("the end of the function ends the task after its work", "await upload()", silent: ["*"]),
    deferred(
      "the function waits for its work", "let work = Task { await upload() }\n await work.value",
      silent: ["*"]),
    SmallApp(
      testDescription: "no end on failure path",
      code: """
        import BackgroundTasks
        import UIKit

        @main class AppDelegate: UIResponder, UIApplicationDelegate {
          func applicationDidEnterBackground(_ application: UIApplication) { save() }
          func save() {
            var id = UIBackgroundTaskIdentifier.invalid
            id = UIApplication.shared.beginBackgroundTask(withName: "save")
              { UIApplication.shared.endBackgroundTask(id) }
            upload { ok in
              guard ok else { return }
              UIApplication.shared.endBackgroundTask(id)
              id = .invalid
            }
          }
          func upload(_ done: @escaping (Bool) -> Void) { done(true) }
        }
        """,
      found: ["uitask-unbalanced"]),
    SmallApp(
      testDescription: "end called at once",
      code: """
        import BackgroundTasks
        import UIKit

        @main class AppDelegate: UIResponder, UIApplicationDelegate {
          func applicationDidEnterBackground(_ application: UIApplication) {
            var id = UIBackgroundTaskIdentifier.invalid
            id = application.beginBackgroundTask(withName: "upload") { application.endBackgroundTask(id) }
            Task { try? await URLSession.shared.data(from: URL(string: "https://example.com")!) }
            application.endBackgroundTask(id)
          }
        }
        """,
      found: ["uitask-ended-early"]),
    SmallApp(
      testDescription: "timer until time remaining",
      code: """
        import BackgroundTasks
        import UIKit

        @main class AppDelegate: UIResponder, UIApplicationDelegate {
          var id = UIBackgroundTaskIdentifier.invalid
          func applicationDidEnterBackground(_ application: UIApplication) {
            id = application.beginBackgroundTask(expirationHandler: nil)
            Timer.scheduledTimer(withTimeInterval: 1,
              repeats: true) { _ in print(application.backgroundTimeRemaining) }
          }
        }
        """,
      found: ["uitask-expiry-missing"]),
    SmallApp(
      testDescription: "begun in loop and overwritten",
      code: """
        #import <UIKit/UIKit.h>
        @interface Uploader : NSObject
        @property (nonatomic, assign) UIBackgroundTaskIdentifier task;
        @end
        @implementation Uploader
        + (instancetype)shared { static Uploader *one; static dispatch_once_t once; dispatch_once(&once,
          ^{ one = [Uploader new]; }); return one; }
        - (void)upload:(NSData *)data {
          self.task = [[UIApplication sharedApplication] beginBackgroundTaskWithName:@"upload" expirationHandler:^{
            [[UIApplication sharedApplication] endBackgroundTask:self.task];
            self.task = UIBackgroundTaskInvalid;
          }];
          [[[NSURLSession sharedSession] dataTaskWithURL:[NSURL URLWithString:@"https://example.com"] completionHandler:^(NSData *d, NSURLResponse *r, NSError *e) {
            [[UIApplication sharedApplication] endBackgroundTask:self.task];
            self.task = UIBackgroundTaskInvalid;
          }] resume];
        }
        @end
        @interface AppDelegate : UIResponder <UIApplicationDelegate>
        @end
        @implementation AppDelegate
        @end
        @interface Controller : UIViewController
        @end
        @implementation Controller
        - (IBAction)send:(id)sender { [[Uploader shared] upload:[NSData data]]; }
        @end
        """, isObjectiveC: true,
      found: ["uitask-identifier-overwritten"]),
    guarded("an identifier that nothing resets", end: "", found: ["uitask-identifier-not-reset"]),
    guarded("an identifier that the end resets", end: "task = .invalid", silent: ["*"]),
    guarded(
      "an identifier that the end keeps, without a check", check: "", end: "",
      silent: ["uitask-identifier-not-reset"]),
    SmallApp(
      testDescription: "helper class with end once",
      code: """
        import BackgroundTasks
        import UIKit

        @main class AppDelegate: UIResponder, UIApplicationDelegate {
          func applicationDidEnterBackground(_ application: UIApplication) {
            let assertion = Assertion("save")
            DispatchQueue.global().async {
              print("save")
              assertion.release()
            }
          }
        }
        final class Assertion {
          private var id = UIBackgroundTaskIdentifier.invalid
          init(_ name: String) {
            id = UIApplication.shared.beginBackgroundTask(withName: name) { [weak self] in self?.release() }
          }
          func release() {
            guard id != .invalid else { return }
            UIApplication.shared.endBackgroundTask(id)
            id = .invalid
          }
          deinit { release() }
        }
        """,
      silent: ["*"]),
  ]

  @Test(arguments: apps) func appHasItsFindings(_ app: SmallApp) { app.expectFindings() }
}
