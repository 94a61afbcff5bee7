import Testing

/// Requests and the moments of their submissions, as in failures that developers reported. Some cases are correct code that looks similar.
@Suite struct ReportedRequestTests {
  private static let registration = """
    BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.app.refresh", using: nil) { task in
          schedule()
          task.expirationHandler = { task.setTaskCompleted(success: false) }
          task.setTaskCompleted(success: true)
        }
    """

  private static let schedule = """
    func schedule() {
      let request = BGAppRefreshTaskRequest(identifier: "com.example.app.refresh")
      request.earliestBeginDate = Date(timeIntervalSinceNow: 3600)
      do { try BGTaskScheduler.shared.submit(request) } catch { print(error) }
    }
    """

  private static let sceneList = """
    <plist version="1.0"><dict>
    <key>CFBundleIdentifier</key><string>$(PRODUCT_BUNDLE_IDENTIFIER)</string>
    <key>BGTaskSchedulerPermittedIdentifiers</key><array><string>com.example.app.refresh</string></array>
    <key>UIBackgroundModes</key><array><string>fetch</string></array>
    <key>UIApplicationSceneManifest</key><dict><key>UISceneConfigurations</key><dict>
    <key>UIWindowSceneSessionRoleApplication</key><array><dict>
    <key>UISceneConfigurationName</key><string>Default</string>
    <key>UISceneDelegateClassName</key><string>$(PRODUCT_MODULE_NAME).SceneDelegate</string>
    </dict></array></dict></dict>
    </dict></plist>
    """

  static let apps = [
    SmallApp(
      testDescription: "resign active of the app delegate",
      modes: ["fetch"], identifiers: ["com.example.app.refresh"],
      code: """
        import BackgroundTasks
        import UIKit

        @main class AppDelegate: UIResponder, UIApplicationDelegate {
          func application(
            _ a: UIApplication, didFinishLaunchingWithOptions o: [UIApplication.LaunchOptionsKey: Any]?
          ) -> Bool {
            \(registration)
            return true
          }
          func applicationWillResignActive(_ application: UIApplication) { schedule() }
        }
        class SceneDelegate: UIResponder, UIWindowSceneDelegate { var window: UIWindow? }

        \(schedule)
        """, files: ["App/Info.plist": sceneList],
      found: ["code-delegate-not-called"]),
    SmallApp(
      testDescription: "SwiftUI adaptor gets applicationDidEnterBackground",
      modes: ["fetch"], identifiers: ["com.example.app.refresh"],
      code: """
        import BackgroundTasks
        import SwiftUI

        @main struct Sample: App {
          @UIApplicationDelegateAdaptor(Delegate.self) var delegate
          var body: some Scene { WindowGroup { Text("Hi") } }
        }
        final class Delegate: NSObject, UIApplicationDelegate {
          func application(
            _ a: UIApplication, didFinishLaunchingWithOptions o: [UIApplication.LaunchOptionsKey: Any]?
          ) -> Bool {
            \(registration)
            return true
          }
          func applicationDidEnterBackground(_ application: UIApplication) { schedule() }
        }

        \(schedule)
        """,
      found: ["code-delegate-not-called"]),
    SmallApp(
      testDescription: "applicationDidEnterBackground",
      modes: ["fetch"], identifiers: ["com.example.app.refresh"],
      code: """
        #import <UIKit/UIKit.h>
        #import <BackgroundTasks/BackgroundTasks.h>
        @interface AppDelegate : UIResponder <UIApplicationDelegate>
        @end
        @implementation AppDelegate
        - (BOOL)application:(UIApplication *)application didFinishLaunchingWithOptions:(NSDictionary *)launchOptions {
          [[BGTaskScheduler sharedScheduler] registerForTaskWithIdentifier:@"com.example.app.refresh" usingQueue:nil launchHandler:^(BGTask *task) {
            [self schedule];
            task.expirationHandler = ^{ [task setTaskCompletedWithSuccess:NO]; };
            [task setTaskCompletedWithSuccess:YES];
          }];
          return YES;
        }
        - (UISceneConfiguration *)application:(UIApplication *)application configurationForConnectingSceneSession:(UISceneSession *)s options:(UISceneConnectionOptions *)o {
          return [[UISceneConfiguration alloc] initWithName:@"Default" sessionRole:s.role];
        }
        - (void)applicationDidEnterBackground:(UIApplication *)application { [self schedule]; }
        - (void)schedule {
          BGAppRefreshTaskRequest *request =
            [[BGAppRefreshTaskRequest alloc] initWithIdentifier:@"com.example.app.refresh"];
          request.earliestBeginDate = [NSDate dateWithTimeIntervalSinceNow:3600];
          NSError *error = nil;
          if (![[BGTaskScheduler sharedScheduler] submitTaskRequest:request error:&error]) { NSLog(@"%@",
            error); }
        }
        @end
        @interface SceneDelegate : UIResponder <UIWindowSceneDelegate>
        @end
        @implementation SceneDelegate
        @end
        """, isObjectiveC: true, files: ["App/Info.plist": sceneList],
      found: ["code-delegate-not-called"]),
    SmallApp(
      testDescription: "notification observed in a scene app",
      modes: ["fetch"], identifiers: ["com.example.app.refresh"],
      code: """
        import BackgroundTasks
        import UIKit

        @main class AppDelegate: UIResponder, UIApplicationDelegate {
          func application(
            _ a: UIApplication, didFinishLaunchingWithOptions o: [UIApplication.LaunchOptionsKey: Any]?
          ) -> Bool {
            \(registration)
            NotificationCenter.default.addObserver(self, selector: #selector(leave),
              name: UIApplication.didEnterBackgroundNotification, object: nil)
            return true
          }
          @objc private func leave() { schedule() }
        }
        class SceneDelegate: UIResponder, UIWindowSceneDelegate { var window: UIWindow? }

        \(schedule)
        """, files: ["App/Info.plist": sceneList],
      silent: ["*"]),
    SmallApp(
      testDescription: "scene delegate calls the app delegate method",
      modes: ["fetch"], identifiers: ["com.example.app.refresh"],
      code: """
        import BackgroundTasks
        import UIKit

        @main class AppDelegate: UIResponder, UIApplicationDelegate {
          func application(
            _ a: UIApplication, didFinishLaunchingWithOptions o: [UIApplication.LaunchOptionsKey: Any]?
          ) -> Bool {
            \(registration)
            return true
          }
          func applicationDidEnterBackground(_ application: UIApplication) { schedule() }
        }
        class SceneDelegate: UIResponder, UIWindowSceneDelegate {
          var window: UIWindow?
          func sceneDidEnterBackground(_ scene: UIScene) {
            (UIApplication.shared.delegate as? AppDelegate)?.applicationDidEnterBackground(.shared)
          }
        }

        \(schedule)
        """, files: ["App/Info.plist": sceneList],
      silent: ["*"]),
    SmallApp(
      testDescription: "only in the handler via other function",
      modes: ["fetch"], identifiers: ["com.example.app.refresh"],
      code: """
        import BackgroundTasks
        import UIKit

        @main class AppDelegate: UIResponder, UIApplicationDelegate {
          func application(
            _ a: UIApplication, didFinishLaunchingWithOptions o: [UIApplication.LaunchOptionsKey: Any]?
          ) -> Bool {
            BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.app.refresh",
              using: nil) { task in
              self.handleAppRefresh(task: task as! BGAppRefreshTask)
            }
            return true
          }
          func handleAppRefresh(task: BGAppRefreshTask) {
            schedule()
            let queue = OperationQueue()
            let operation = BlockOperation { print("work") }
            task.expirationHandler = { queue.cancelAllOperations() }
            operation.completionBlock = { task.setTaskCompleted(success: !operation.isCancelled) }
            queue.addOperation(operation)
          }
        }

        \(schedule)
        """,
      found: ["bg-never-starts"]),
    SmallApp(
      testDescription: "only after a failed upload",
      modes: ["fetch"], identifiers: ["com.example.app.refresh"],
      code: """
        import BackgroundTasks
        import UIKit

        @main class AppDelegate: UIResponder, UIApplicationDelegate {
          func application(
            _ a: UIApplication, didFinishLaunchingWithOptions o: [UIApplication.LaunchOptionsKey: Any]?
          ) -> Bool {
            BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.app.refresh",
              using: nil) { task in
              let work = Task {
                do {
                  try await self.sync()
                  task.setTaskCompleted(success: true)
                } catch {
                  schedule()
                  task.setTaskCompleted(success: false)
                }
              }
              task.expirationHandler = { work.cancel() }
            }
            schedule()
            return true
          }
          func sync() async throws {}
        }

        \(schedule)
        """,
      found: ["bg-refresh-not-rescheduled"]),
    SmallApp(
      testDescription: "only from the settings switch",
      modes: ["fetch"], identifiers: ["com.example.app.refresh"],
      code: """
        import BackgroundTasks
        import SwiftUI

        @main struct Sample: App {
          init() {
            \(registration)
          }
          var body: some Scene { WindowGroup { Settings() } }
        }
        struct Settings: View {
          @AppStorage("refresh") var isOn = false
          var body: some View { Toggle("Refresh",
            isOn: $isOn).onChange(of: isOn) { isOn in if isOn { schedule() } } }
        }

        \(schedule)
        """,
      silent: ["*"]),
    SmallApp(
      testDescription: "submitted only in handler of other task",
      modes: ["fetch", "processing"], identifiers: ["com.example.app.refresh", "com.example.app.cleanup"],
      code: """
        import BackgroundTasks
        import UIKit

        @main class AppDelegate: UIResponder, UIApplicationDelegate {
          func application(
            _ a: UIApplication, didFinishLaunchingWithOptions o: [UIApplication.LaunchOptionsKey: Any]?
          ) -> Bool {
            BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.app.refresh",
              using: nil) { task in
              schedule()
              self.scheduleCleanup()
              task.expirationHandler = { task.setTaskCompleted(success: false) }
              task.setTaskCompleted(success: true)
            }
            BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.app.cleanup",
              using: nil) { task in
              task.expirationHandler = { task.setTaskCompleted(success: false) }
              task.setTaskCompleted(success: true)
            }
            return true
          }
          func applicationDidEnterBackground(_ application: UIApplication) { schedule() }
          func scheduleCleanup() {
            let request = BGProcessingTaskRequest(identifier: "com.example.app.cleanup")
            request.requiresExternalPower = true
            do { try BGTaskScheduler.shared.submit(request) } catch { print(error) }
          }
        }

        \(schedule)
        """,
      silent: ["*"]),
  ]

  @Test(arguments: apps) func appHasItsFindings(_ app: SmallApp) { app.expectFindings() }
}
