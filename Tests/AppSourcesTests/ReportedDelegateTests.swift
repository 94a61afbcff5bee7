import Testing

/// Methods of delegates that nobody calls, as in failures that developers reported, and methods that the system calls.
@Suite struct ReportedDelegateTests {
  private static func delegate(_ methods: String, launch: String = "return YES;") -> String {
    """
    #import <UIKit/UIKit.h>
    #import <BackgroundTasks/BackgroundTasks.h>
    @interface AppDelegate : UIResponder <UIApplicationDelegate, NSURLSessionDownloadDelegate>
    @property (nonatomic) UIBackgroundTaskIdentifier task;
    @end
    @implementation AppDelegate
    - (BOOL)application:(UIApplication *)application didFinishLaunchingWithOptions:(NSDictionary *)options {
      \(launch)
    }
    \(methods)
    @end
    """
  }

  private static let begin = """
    self.task = [[UIApplication sharedApplication] beginBackgroundTaskWithName:@"save" expirationHandler:nil];
    """
  private static let register = """
    - (void)registerTasks {
      [[BGTaskScheduler sharedScheduler] registerForTaskWithIdentifier:@"com.example.app.old" usingQueue:nil
        launchHandler:^(BGTask *task) { [self refresh]; }];
    }
    - (void)refresh {}
    """
  private static let send = """
    NSURLSession *session = [NSURLSession
      sessionWithConfiguration:[NSURLSessionConfiguration backgroundSessionConfigurationWithIdentifier:@"com.example.app.old"]
      delegate:self delegateQueue:nil];
    [[session uploadTaskWithRequest:[NSURLRequest requestWithURL:url] fromData:data] resume];
    """

  private static func swift(_ methods: String, launch: String = "true") -> String {
    """
    import UIKit
    @main final class Delegate: UIResponder, UIApplicationDelegate {
      func application(
        _ a: UIApplication, didFinishLaunchingWithOptions o: [UIApplication.LaunchOptionsKey: Any]?
      ) -> Bool { \(launch) }
      \(methods)
    }
    """
  }

  static let apps = [
    SmallApp(
      testDescription: "a method that nobody calls begins a background task",
      code: delegate("- (void)beginWork { \(begin) }"), isObjectiveC: true, silent: ["*"]),
    SmallApp(
      testDescription: "a method that launch calls begins a background task",
      code: delegate("- (void)beginWork { \(begin) }", launch: "[self beginWork]; return YES;"),
      isObjectiveC: true,
      found: ["uitask-expiry-missing"]),
    SmallApp(
      testDescription: "a method that an observer calls begins a background task",
      code: delegate(
        "- (void)beginWork { \(begin) }",
        launch: """
          [[NSNotificationCenter defaultCenter] addObserver:self selector:@selector(beginWork)
            name:UIApplicationDidEnterBackgroundNotification object:nil];
          return YES;
          """), isObjectiveC: true, found: ["uitask-expiry-missing"]),
    SmallApp(
      testDescription: "a method of the application's delegate begins a background task",
      code: delegate("- (void)applicationDidEnterBackground:(UIApplication *)application { \(begin) }"),
      isObjectiveC: true, found: ["uitask-expiry-missing"]),
    SmallApp(
      testDescription: "a method that nobody calls registers a handler",
      code: delegate(register), isObjectiveC: true, silent: ["*"]),
    SmallApp(
      testDescription: "a method that launch calls registers a handler",
      code: delegate(register, launch: "[self registerTasks]; return YES;"), isObjectiveC: true,
      found: ["bg-completion-missing", "bg-expiration-missing"]),
    SmallApp(
      testDescription: "a method that nobody calls uploads data",
      code: delegate("- (void)send:(NSData *)data to:(NSURL *)url { \(send) }"), isObjectiveC: true,
      silent: ["*"]),
    SmallApp(
      testDescription: "a part of an app, without its launch",
      code: delegate("- (void)send:(NSData *)data to:(NSURL *)url { \(send) }").replacing(
        "application:(UIApplication *)application didFinishLaunchingWithOptions:", with: "other:(id)a with:"),
      isObjectiveC: true, found: ["session-upload-not-from-file"]),
    SmallApp(
      testDescription: "an action of a button uploads data",
      code: delegate("- (IBAction)send:(NSData *)data to:(NSURL *)url { \(send) }"), isObjectiveC: true,
      found: ["session-upload-not-from-file"]),
    SmallApp(
      testDescription: "a method of the session's delegate uploads data",
      code: delegate(
        """
        - (void)URLSession:(NSURLSession *)session downloadTask:(NSURLSessionDownloadTask *)task
            didFinishDownloadingToURL:(NSURL *)url {
          NSData *data = [NSData dataWithContentsOfURL:url];
          \(send.replacing("session", with: "uploads").replacing("uploadsWith", with: "sessionWith"))
        }
        """), isObjectiveC: true, found: ["session-upload-not-from-file"]),
    SmallApp(
      testDescription: "a method of a protocol that is not read",
      code: delegate("- (void)beginWork { \(begin) }").replacing(
        "NSURLSessionDownloadDelegate", with: "ABCWorkDelegate"), isObjectiveC: true,
      found: ["uitask-expiry-missing"]),
    SmallApp(
      testDescription: "a method of Swift that nobody calls",
      code: swift("func begin() { _ = UIApplication.shared.beginBackgroundTask(expirationHandler: nil) }"),
      silent: ["*"]),
    SmallApp(
      testDescription: "a method of Swift for Objective-C",
      code: swift(
        "@objc func begin() { _ = UIApplication.shared.beginBackgroundTask(expirationHandler: nil) }"),
      found: ["uitask-expiry-missing"]),
    SmallApp(
      testDescription: "a method of Swift that launch calls",
      code: swift(
        "func begin() { _ = UIApplication.shared.beginBackgroundTask(expirationHandler: nil) }",
        launch: "begin(); return true"), found: ["uitask-expiry-missing"]),
  ]

  // MARK: - Scenes

  static let scenes = [
    SmallApp(
      testDescription: "a request in a method that an app with scenes never gets", modes: ["processing"],
      identifiers: ["com.example.app.clean"],
      code: """
        #import <UIKit/UIKit.h>
        #import <BackgroundTasks/BackgroundTasks.h>
        @interface SceneDelegate : UIResponder <UIWindowSceneDelegate>
        @end
        @implementation SceneDelegate
        @end
        @interface AppDelegate : UIResponder <UIApplicationDelegate>
        @end
        @implementation AppDelegate
        - (void)applicationWillResignActive:(UIApplication *)application {
          NSError *error;
          BGProcessingTaskRequest *request = [[BGProcessingTaskRequest alloc] initWithIdentifier:@"com.example.app.clean"];
          if (![BGTaskScheduler.sharedScheduler submitTaskRequest:request error:&error]) { NSLog(@"%@", error); }
        }
        @end
        """, isObjectiveC: true,
      files: [
        "App/Info.plist": """
        <plist version="1.0"><dict>
        <key>UIBackgroundModes</key><array><string>processing</string></array>
        <key>BGTaskSchedulerPermittedIdentifiers</key><array><string>com.example.app.clean</string></array>
        <key>UIApplicationSceneManifest</key><dict/>
        </dict></plist>
        """
      ], found: ["code-delegate-not-called"], silent: ["code-task-not-submitted"])
  ]

  // MARK: - Closures in properties

  private static func kept(_ name: String, _ methods: String, found: [String] = []) -> SmallApp {
    SmallApp(
      testDescription: "a closure in a property that is called \(name)", modes: ["processing"],
      identifiers: ["com.example.app.clean"],
      code: """
        import BackgroundTasks
        import UIKit
        @main final class AppDelegate: UIResponder, UIApplicationDelegate {
          static var onBackground: (() -> Void)?
          func application(
            _ a: UIApplication, didFinishLaunchingWithOptions o: [UIApplication.LaunchOptionsKey: Any]?
          ) -> Bool {
            AppDelegate.onBackground = {
              do { try BGTaskScheduler.shared.submit(BGProcessingTaskRequest(identifier: "com.example.app.clean")) }
              catch { print(error) }
            }
            BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.app.clean", using: nil) { task in
              task.expirationHandler = { task.setTaskCompleted(success: false) }
              task.setTaskCompleted(success: true)
            }
            return true
          }
          \(methods)
        }
        final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
          func sceneWillEnterForeground(_ scene: UIScene) {}
        }
        """,
      files: [
        "App/Info.plist": """
        <plist version="1.0"><dict>
        <key>UIBackgroundModes</key><array><string>processing</string></array>
        <key>BGTaskSchedulerPermittedIdentifiers</key><array><string>com.example.app.clean</string></array>
        <key>UIApplicationSceneManifest</key><dict/>
        </dict></plist>
        """
      ], found: found, silent: found.isEmpty ? ["*"] : [])
  }

  static let closures = [
    kept(
      "by a method that is never called",
      "func applicationDidEnterBackground(_ a: UIApplication) { Self.onBackground?() }",
      found: ["code-delegate-not-called"]),
    kept(
      "by an observer",
      """
      @objc private func left() { AppDelegate.onBackground?() }
      func applicationDidFinishLaunching(_ a: UIApplication) {
        NotificationCenter.default.addObserver(
          self, selector: #selector(left), name: UIApplication.didEnterBackgroundNotification, object: nil)
      }
      """),
    kept(
      "by a variable",
      "func applicationDidEnterBackground(_ a: UIApplication) {}\n func left() { let leave = AppDelegate.onBackground\n leave?() }"
    ),
  ]

  // MARK: - Views

  private static func view(_ method: String) -> SmallApp {
    SmallApp(
      testDescription: "a handler that is registered in \(method)", modes: ["fetch"],
      identifiers: ["com.example.app.refresh"],
      code: """
        #import <UIKit/UIKit.h>
        #import <BackgroundTasks/BackgroundTasks.h>
        @interface SettingsController : UITableViewController
        @end
        @implementation SettingsController
        - (void)\(method) { if (@available(iOS 13.0, *)) { [self registerTask]; [self submitTask]; } }
        - (void)registerTask {
          [BGTaskScheduler.sharedScheduler registerForTaskWithIdentifier:@"com.example.app.refresh" usingQueue:nil
            launchHandler:^(BGTask *task) {
              [self submitTask];
              task.expirationHandler = ^{ [task setTaskCompletedWithSuccess:NO]; };
              [task setTaskCompletedWithSuccess:YES];
            }];
        }
        - (void)submitTask {
          NSError *error;
          BGTaskRequest *request = [[BGAppRefreshTaskRequest alloc] initWithIdentifier:@"com.example.app.refresh"];
          if (![BGTaskScheduler.sharedScheduler submitTaskRequest:request error:&error]) { NSLog(@"%@", error); }
        }
        @end
        @interface AppDelegate : UIResponder <UIApplicationDelegate>
        @property (nonatomic) UIWindow *window;
        @end
        @implementation AppDelegate
        - (BOOL)application:(UIApplication *)application didFinishLaunchingWithOptions:(NSDictionary *)options {
          self.window.rootViewController = [SettingsController new];
          [self.window makeKeyAndVisible];
          return YES;
        }
        @end
        """, isObjectiveC: true)
  }

  static let views =
    ["viewDidAppear:(BOOL)animated", "viewIsAppearing:(BOOL)animated"].map { method in
      var app = view(method)
      app.found = ["bg-register-late"]
      return app
    }
    + ["viewDidLoad", "viewWillAppear:(BOOL)animated"].map { method in
      // The first view is loaded while the app launches.
      var app = view(method)
      app.silent = ["bg-register-late"]
      return app
    }

  @Test(arguments: apps + scenes + closures + views) func appHasItsFindings(_ app: SmallApp) {
    app.expectFindings()
  }
}
