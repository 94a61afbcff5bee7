import Testing

/// Times and places of registrations, as in failures that developers reported. Some cases are correct code that looks similar.
@Suite struct ReportedRegistrationTests {
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

  private static func project(version: String) -> String {
    """
    name: App
    options: { deploymentTarget: { iOS: "\(version)" } }
    targets:
      App:
        type: application
        platform: iOS
        sources: [App]
        settings: { PRODUCT_BUNDLE_IDENTIFIER: com.example.app, INFOPLIST_FILE: App/Info.plist }
    """
  }

  static let apps = [
    SmallApp(
      testDescription: "after a login callback",
      modes: ["fetch"], identifiers: ["com.example.app.refresh"],
      code: """
        import BackgroundTasks
        import SwiftUI

        @main struct Sample: App {
          @StateObject var session = Account()
          var body: some Scene { WindowGroup { Text("Hi") } }
        }
        final class Account: ObservableObject {
          func login(name: String) async throws {
            let (data, _) = try await URLSession.shared.data(from: URL(string: "https://example.com/login")!)
            print(data)
            await MainActor.run { setUpRefresh() }
          }
          func setUpRefresh() {
            \(registration)
          }
        }
        struct Login: View {
          let account: Account
          var body: some View { Button("Log in") { Task { try? await account.login(name: "a") } } }
        }

        \(schedule)
        func onLaunch() { schedule() }
        """,
      found: ["bg-register-late"]),
    SmallApp(
      testDescription: "requestAuthorization callback in launch",
      modes: ["fetch"], identifiers: ["com.example.app.refresh"],
      code: """
        import BackgroundTasks
        import UIKit

        import UserNotifications
        @main class AppDelegate: UIResponder, UIApplicationDelegate {
          func application(
            _ a: UIApplication, didFinishLaunchingWithOptions o: [UIApplication.LaunchOptionsKey: Any]?
          ) -> Bool {
            UNUserNotificationCenter.current().requestAuthorization(options: [.alert]) { granted, _ in
              guard granted else { return }
              DispatchQueue.main.async { self.registerTasks() }
            }
            schedule()
            return true
          }
          func registerTasks() {
            \(registration)
          }
        }

        \(schedule)
        """,
      found: ["bg-register-late"]),
    SmallApp(
      testDescription: "viewDidLoad",
      modes: ["fetch"], identifiers: ["com.example.app.refresh"],
      code: """
        import BackgroundTasks
        import UIKit

        @main class AppDelegate: UIResponder, UIApplicationDelegate {
          func application(
            _ a: UIApplication, didFinishLaunchingWithOptions o: [UIApplication.LaunchOptionsKey: Any]?
          ) -> Bool { schedule(); return true }
        }
        class FeedController: UIViewController {
          override func viewDidLoad() {
            super.viewDidLoad()
            BackgroundCenter.shared.register()
          }
        }
        final class BackgroundCenter {
          static let shared = BackgroundCenter()
          func register() {
            \(registration)
          }
        }

        \(schedule)
        """,
      found: ["bg-register-late"]),
    SmallApp(
      testDescription: "completion of a core data store in launch",
      modes: ["fetch"], identifiers: ["com.example.app.refresh"],
      code: """
        import BackgroundTasks
        import UIKit

        import CoreData
        @main class AppDelegate: UIResponder, UIApplicationDelegate {
          let container = NSPersistentContainer(name: "Model")
          func application(
            _ a: UIApplication, didFinishLaunchingWithOptions o: [UIApplication.LaunchOptionsKey: Any]?
          ) -> Bool {
            Task { @MainActor in
              await migrate()
              registerTasks()
            }
            schedule()
            return true
          }
          func migrate() async {}
          func registerTasks() {
            \(registration)
          }
        }

        \(schedule)
        """,
      found: ["bg-register-late"]),
    SmallApp(
      testDescription: "dispatch_async main",
      modes: ["fetch"], identifiers: ["com.example.app.refresh"],
      code: """
        #import <UIKit/UIKit.h>
        #import <BackgroundTasks/BackgroundTasks.h>
        @interface AppDelegate : UIResponder <UIApplicationDelegate>
        @end
        @implementation AppDelegate
        - (BOOL)application:(UIApplication *)application didFinishLaunchingWithOptions:(NSDictionary *)launchOptions {
          dispatch_async(dispatch_get_main_queue(), ^{
            [self registerTasks];
          });
          [self schedule];
          return YES;
        }
        - (void)registerTasks {
          [[BGTaskScheduler sharedScheduler] registerForTaskWithIdentifier:@"com.example.app.refresh" usingQueue:nil launchHandler:^(BGTask *task) {
            [self schedule];
            task.expirationHandler = ^{ [task setTaskCompletedWithSuccess:NO]; };
            [task setTaskCompletedWithSuccess:YES];
          }];
        }
        - (void)schedule {
          BGAppRefreshTaskRequest *request =
            [[BGAppRefreshTaskRequest alloc] initWithIdentifier:@"com.example.app.refresh"];
          request.earliestBeginDate = [NSDate dateWithTimeIntervalSinceNow:3600];
          NSError *error = nil;
          if (![[BGTaskScheduler sharedScheduler] submitTaskRequest:request error:&error]) { NSLog(@"%@",
            error); }
        }
        @end
        """, isObjectiveC: true,
      found: ["bg-register-late"]),
    SmallApp(
      testDescription: "static shared object made in launch",
      modes: ["fetch"], identifiers: ["com.example.app.refresh"],
      code: """
        import BackgroundTasks
        import UIKit

        @main class AppDelegate: UIResponder, UIApplicationDelegate {
          func application(
            _ a: UIApplication, didFinishLaunchingWithOptions o: [UIApplication.LaunchOptionsKey: Any]?
          ) -> Bool {
            _ = Center.shared
            return true
          }
          func applicationDidEnterBackground(_ application: UIApplication) { schedule() }
        }
        final class Center {
          static let shared = Center()
          private init() {
            \(registration)
          }
        }

        \(schedule)
        """,
      silent: ["*"]),
    SmallApp(
      testDescription: "services of the app delegate",
      modes: ["fetch"], identifiers: ["com.example.app.refresh"],
      code: """
        import BackgroundTasks
        import UIKit

        protocol AppService { func start(_ application: UIApplication) }
        struct Analytics: AppService { func start(_ application: UIApplication) {} }
        struct Refresh: AppService {
          func start(_ application: UIApplication) {
            \(registration)
          }
        }
        @main class AppDelegate: UIResponder, UIApplicationDelegate {
          let services: [AppService] = [Analytics(), Refresh()]
          func application(
            _ a: UIApplication, didFinishLaunchingWithOptions o: [UIApplication.LaunchOptionsKey: Any]?
          ) -> Bool {
            services.forEach { $0.start(application) }
            return true
          }
          func applicationDidEnterBackground(_ application: UIApplication) { schedule() }
        }

        \(schedule)
        """,
      silent: ["*"]),
    SmallApp(
      testDescription: "DispatchQueue.main.sync-free lazy in adaptor",
      modes: ["fetch"], identifiers: ["com.example.app.refresh"],
      code: #"""
        import BackgroundTasks
        import SwiftUI

        @main struct Sample: App {
          @UIApplicationDelegateAdaptor(Delegate.self) var delegate
          @Environment(\.scenePhase) var phase
          var body: some Scene {
            WindowGroup { Text("Hi") }
              .onChange(of: phase) { old, new in
                switch new { case .background: schedule(); default: break }
              }
          }
        }
        final class Delegate: NSObject, UIApplicationDelegate {
          private lazy var center: Center = { let center = Center(); center.setUp(); return center }()
          func application(
            _ a: UIApplication, didFinishLaunchingWithOptions o: [UIApplication.LaunchOptionsKey: Any]?
          ) -> Bool {
            _ = center
            return true
          }
        }
        final class Center {
          func setUp() {
            \#(registration)
          }
        }

        \#(schedule)
        """#, files: ["project.yml": project(version: "17.0")],
      silent: ["*"]),
    SmallApp(
      testDescription: "continued task per export",
      identifiers: ["com.example.app.export"],
      code: """
        import BackgroundTasks
        import SwiftUI

        @main struct Sample: App { var body: some Scene { WindowGroup { Export() } } }
        struct Export: View {
          var body: some View { Button("Export") { Exporter().run() } }
        }
        final class Exporter {
          func run() {
            BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.app.export",
              using: nil) { task in
              guard let task = task as? BGContinuedProcessingTask else
                { return task.setTaskCompleted(success: false) }
              task.expirationHandler = { task.setTaskCompleted(success: false) }
              task.progress.totalUnitCount = 10
              task.progress.completedUnitCount = 10
              task.setTaskCompleted(success: true)
            }
            let request = BGContinuedProcessingTaskRequest(identifier: "com.example.app.export",
              title: "Export", subtitle: "Now")
            do { try BGTaskScheduler.shared.submit(request) } catch { print(error) }
          }
        }
        """, files: ["project.yml": project(version: "26.0")],
      found: ["bg-register-repeated"]),
  ]

  @Test(arguments: apps) func appHasItsFindings(_ app: SmallApp) { app.expectFindings() }
}
