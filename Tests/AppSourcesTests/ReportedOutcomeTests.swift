import Testing

/// Launch handlers and pushes that complete on some outcomes only, or twice, as in failures that developers reported, with correct code of
/// the same form.
@Suite struct ReportedOutcomeTests {
  // MARK: - Launch handlers

  private static func handler(_ body: String, _ others: String = "") -> String {
    """
    import BackgroundTasks
    import UIKit
    @main final class Delegate: UIResponder, UIApplicationDelegate {
      private let client = Client()
      func application(
        _ a: UIApplication, didFinishLaunchingWithOptions o: [UIApplication.LaunchOptionsKey: Any]?
      ) -> Bool {
        BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.app.refresh", using: nil) { task in
          self.submit()
          task.expirationHandler = { task.setTaskCompleted(success: false) }
          \(body)
        }
        return true
      }
      func applicationDidEnterBackground(_ a: UIApplication) { submit() }
      func submit() {
        do { try BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "com.example.app.refresh")) }
        catch { print(error) }
      }
    }
    final class Client {
      func load(onSuccess: @escaping ([String]) -> Void, onError: @escaping (Error) -> Void) {
        URLSession.shared.dataTask(with: URL(string: "https://example.com")!) { _, _, error in
          if let error { onError(error) } else { onSuccess([]) }
        }.resume()
      }
      func load(_ done: @escaping (Bool) -> Void) { DispatchQueue.global().async { done(true) } }
    }
    \(others)
    """
  }

  static func handled(
    _ name: String, _ body: String, _ others: String = "", found: [String] = [], silent: [String] = []
  ) -> SmallApp {
    SmallApp(
      testDescription: name, modes: ["fetch"], identifiers: ["com.example.app.refresh"],
      code: handler(body, others), found: found, silent: silent)
  }

  static let outcomes = [
    handled(
      "the closure for errors forgets the task",
      "self.client.load(onSuccess: { _ in task.setTaskCompleted(success: true) }, onError: { print($0) })",
      found: ["bg-completion-missing"]),
    handled(
      "a trailing closure completes the task, the closure for failures does not",
      "Feed.load(failure: { print($0) }) { _ in task.setTaskCompleted(success: true) }",
      "import FeedKit", found: ["bg-completion-missing"]),
    handled(
      "the closure for success forgets the task",
      "self.client.load(onSuccess: { print($0) }, onError: { _ in task.setTaskCompleted(success: false) })",
      found: ["bg-completion-missing"]),
    handled(
      "each closure completes the task",
      """
      self.client.load(
        onSuccess: { _ in task.setTaskCompleted(success: true) },
        onError: { _ in task.setTaskCompleted(success: false) })
      """, silent: ["*"]),
    handled(
      "a closure for any end completes the task",
      "Feed.load().subscribe(onError: { print($0) }, onDisposed: { task.setTaskCompleted(success: true) })",
      "import FeedKit", silent: ["*"]),
  ]

  static let objectiveC = [
    ("NSLog(@\"%@\", error);", true), ("[task setTaskCompletedWithSuccess:NO];", false),
  ].map {
    failure, isMissing in
    SmallApp(
      testDescription: "a block of Objective-C for the failure: \(failure)", modes: ["fetch"],
      identifiers: ["com.example.app.refresh"],
      code: """
        #import <UIKit/UIKit.h>
        #import <BackgroundTasks/BackgroundTasks.h>
        @interface Client : NSObject
        - (void)fetchWithSuccess:(void (^)(NSArray *))success failure:(void (^)(NSError *))failure;
        @end
        @interface AppDelegate : UIResponder <UIApplicationDelegate>
        @property (nonatomic) Client *client;
        @end
        @implementation AppDelegate
        - (BOOL)application:(UIApplication *)application didFinishLaunchingWithOptions:(NSDictionary *)options {
          [[BGTaskScheduler sharedScheduler] registerForTaskWithIdentifier:@"com.example.app.refresh" usingQueue:nil
            launchHandler:^(BGTask *task) { [self handle:task]; }];
          return YES;
        }
        - (void)applicationDidEnterBackground:(UIApplication *)application { [self submit]; }
        - (void)submit {
          NSError *error;
          BGTaskRequest *request = [[BGAppRefreshTaskRequest alloc] initWithIdentifier:@"com.example.app.refresh"];
          if (![BGTaskScheduler.sharedScheduler submitTaskRequest:request error:&error]) { NSLog(@"%@", error); }
        }
        - (void)handle:(BGTask *)task {
          [self submit];
          task.expirationHandler = ^{ [task setTaskCompletedWithSuccess:NO]; };
          [self.client fetchWithSuccess:^(NSArray *items) { [task setTaskCompletedWithSuccess:YES]; }
            failure:^(NSError *error) { \(failure) }];
        }
        @end
        """, isObjectiveC: true, found: isMissing ? ["bg-completion-missing"] : [],
      silent: isMissing ? [] : ["*"])
  }

  // MARK: - Twice

  private static func pushed(
    _ name: String, _ body: String, found: [String] = [], silent: [String] = []
  ) -> SmallApp {
    SmallApp(
      testDescription: name, modes: ["remote-notification"],
      code: """
        import UIKit
        @main final class Delegate: UIResponder, UIApplicationDelegate {
          func application(
            _ a: UIApplication, didReceiveRemoteNotification info: [AnyHashable: Any],
            fetchCompletionHandler done: @escaping (UIBackgroundFetchResult) -> Void
          ) {
            \(body)
          }
        }
        func fetch(_ done: @escaping (Data?) -> Void) {
          URLSession.shared.dataTask(with: URL(string: "https://example.com")!) { data, _, _ in done(data) }.resume()
        }
        """, found: found, silent: silent)
  }

  static let twice = [
    pushed(
      "an empty push is completed, and the work goes on",
      "if info[\"feed\"] == nil { done(.noData) }\n fetch { done($0 == nil ? .failed : .newData) }",
      found: ["push-completed-early: called again"]),
    pushed(
      "a failure in a closure does not return",
      "fetch { data in if data == nil { done(.failed) }\n done(.newData) }",
      found: ["push-completed-early: called again"]),
    pushed(
      "an empty push is completed and returns",
      "if info[\"feed\"] == nil { done(.noData)\n return }\n fetch { done($0 == nil ? .failed : .newData) }",
      silent: ["*"]),
    pushed(
      "a push is completed on either of two conditions",
      "if info[\"feed\"] == nil { done(.noData) }\n if info[\"feed\"] != nil { fetch { _ in done(.newData) } }",
      silent: ["push-completed-early"]),
    pushed(
      "a function that remembers the completion",
      """
      var isDone = false
      func finish(_ result: UIBackgroundFetchResult) { if !isDone { isDone = true; done(result) } }
      if info["feed"] == nil { finish(.noData) }
      fetch { _ in finish(.newData) }
      """, silent: ["push-completed-early"]),
    pushed(
      "a time limit completes the push, too",
      """
      var isDone = false
      DispatchQueue.main.asyncAfter(deadline: .now() + 25) { if !isDone { isDone = true; done(.failed) } }
      fetch { _ in if !isDone { isDone = true; done(.newData) } }
      """, silent: ["push-completed-early"]),
    handled(
      "a task without work is completed, and the work goes on",
      "if UIApplication.shared.isProtectedDataAvailable == false { task.setTaskCompleted(success: true) }\n self.client.load { task.setTaskCompleted(success: $0) }",
      found: ["bg-completed-early: again"]),
  ]

  @Test(arguments: outcomes + objectiveC + twice) func appHasItsFindings(_ app: SmallApp) {
    app.expectFindings()
  }
}
