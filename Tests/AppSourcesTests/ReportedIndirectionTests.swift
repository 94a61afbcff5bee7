import Testing

/// Tasks and sessions that the code makes by functions and types of its own. Some apps are correct.
@Suite struct ReportedIndirectionTests {
  static let apps = [
    SmallApp(
      testDescription: "request subclass",
      modes: ["fetch"], identifiers: ["com.example.app.refresh"],
      code: """
        import BackgroundTasks
        import UIKit

        final class RefreshRequest: BGAppRefreshTaskRequest {
          static let name = "com.example.app.refresh"
          convenience init(after hours: Double) {
            self.init(identifier: Self.name)
            earliestBeginDate = Date(timeIntervalSinceNow: hours * 3600)
          }
        }
        @main class AppDelegate: UIResponder, UIApplicationDelegate {
          func application(
            _ a: UIApplication, didFinishLaunchingWithOptions o: [UIApplication.LaunchOptionsKey: Any]?
          ) -> Bool {
            BGTaskScheduler.shared.register(forTaskWithIdentifier: RefreshRequest.name, using: nil) { task in
              self.submit()
              task.expirationHandler = { task.setTaskCompleted(success: false) }
              task.setTaskCompleted(success: true)
            }
            return true
          }
          func applicationDidEnterBackground(_ application: UIApplication) { submit() }
          func submit() { do { try BGTaskScheduler.shared.submit(RefreshRequest(after: 4)) } catch
            { print(error) } }
        }
        """,
      silent: ["*"]),
    SmallApp(
      testDescription: "request subclass missing permit",
      modes: ["fetch"], identifiers: ["com.example.app.refresh"],
      code: """
        import BackgroundTasks
        import UIKit

        final class RefreshRequest: BGAppRefreshTaskRequest {
          init() {
            super.init(identifier: "com.example.app.sync")
            earliestBeginDate = Date(timeIntervalSinceNow: 3600)
          }
        }
        @main class AppDelegate: UIResponder, UIApplicationDelegate {
          func application(
            _ a: UIApplication, didFinishLaunchingWithOptions o: [UIApplication.LaunchOptionsKey: Any]?
          ) -> Bool {
            BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.app.sync", using: nil) { task in
              self.submit()
              task.expirationHandler = { task.setTaskCompleted(success: false) }
              task.setTaskCompleted(success: true)
            }
            submit()
            return true
          }
          func submit() { do { try BGTaskScheduler.shared.submit(RefreshRequest()) } catch { print(error) } }
        }
        """,
      found: ["bg-identifier-not-permitted"]),
    SmallApp(
      testDescription: "extension of URLSession",
      code: """
        import BackgroundTasks
        import UIKit

        extension URLSession {
          static let transfers: URLSession = {
            let configuration = URLSessionConfiguration.background(withIdentifier: "com.example.app.transfers")
            configuration.isDiscretionary = true
            return URLSession(configuration: configuration, delegate: Transfers.shared, delegateQueue: nil)
          }()
          func send(_ data: Data, to url: URL) {
            var request = URLRequest(url: url)
            request.httpMethod = "POST"
            uploadTask(with: request, from: data).resume()
          }
        }
        final class Transfers: NSObject, URLSessionTaskDelegate {
          static let shared = Transfers()
          var finish: (() -> Void)?
          func urlSessionDidFinishEvents(forBackgroundURLSession s: URLSession)
            { DispatchQueue.main.async { self.finish?() } }
        }
        @main class AppDelegate: UIResponder, UIApplicationDelegate {
          func application(_ a: UIApplication, handleEventsForBackgroundURLSession id: String,
            completionHandler: @escaping () -> Void)
              { Transfers.shared.finish = completionHandler; _ = URLSession.transfers }
        }
        final class Screen: UIViewController { @IBAction func send(_ s: Any)
          { URLSession.transfers.send(Data(), to: URL(string: "https://example.com")!) } }
        """,
      found: ["session-upload-not-from-file"]),
    SmallApp(
      testDescription: "wrapper enum case registers",
      modes: ["fetch"], identifiers: ["com.example.app.refresh"],
      code: """
        import BackgroundTasks
        import UIKit

        enum Job: String { case refresh = "com.example.app.refresh" }
        struct Scheduler {
          func register(_ job: Job, work: @escaping (BGTask) -> Void) {
            BGTaskScheduler.shared.register(forTaskWithIdentifier: job.rawValue, using: nil,
              launchHandler: work)
          }
          func submit(_ job: Job, after delay: TimeInterval) {
            let request = BGAppRefreshTaskRequest(identifier: job.rawValue)
            request.earliestBeginDate = Date(timeIntervalSinceNow: delay)
            try? BGTaskScheduler.shared.submit(request)
          }
        }
        @main class AppDelegate: UIResponder, UIApplicationDelegate {
          let scheduler = Scheduler()
          func application(
            _ a: UIApplication, didFinishLaunchingWithOptions o: [UIApplication.LaunchOptionsKey: Any]?
          ) -> Bool {
            scheduler.register(.refresh) { task in
              self.scheduler.submit(.refresh, after: 3600)
              self.work { task.setTaskCompleted(success: true) }
            }
            scheduler.submit(.refresh, after: 3600)
            return true
          }
          func work(_ done: @escaping () -> Void) { done() }
        }
        """,
      found: ["bg-expiration-missing"]),
    SmallApp(
      testDescription: "actor keeps session, upload from data",
      code: """
        import BackgroundTasks
        import UIKit

        actor Uploader {
          static let shared = Uploader()
          private let session: URLSession
          init(configuration: URLSessionConfiguration? = nil) {
            let c = configuration ?? .background(withIdentifier: "com.example.app.up")
            session = URLSession(configuration: c, delegate: Events.shared, delegateQueue: nil)
          }
          func send(_ data: Data) async throws {
            let request = URLRequest(url: URL(string: "https://example.com")!)
            _ = try await session.upload(for: request, from: data)
          }
        }
        final class Events: NSObject, URLSessionTaskDelegate {
          static let shared = Events()
          var finish: (() -> Void)?
          func urlSessionDidFinishEvents(forBackgroundURLSession s: URLSession)
            { DispatchQueue.main.async { self.finish?() } }
        }
        @main class AppDelegate: UIResponder, UIApplicationDelegate {
          func application(_ a: UIApplication, handleEventsForBackgroundURLSession id: String,
            completionHandler: @escaping () -> Void)
              { Events.shared.finish = completionHandler; _ = Uploader.shared }
        }
        final class Screen: UIViewController { @IBAction func send(_ s: Any) { Task
          { try await Uploader.shared.send(Data()) } } }
        """,
      found: ["session-upload-not-from-file"]),
    SmallApp(
      testDescription: "objc dead method in plain class",
      code: """
        #import <UIKit/UIKit.h>
        @interface Uploader : NSObject
        @end
        @implementation Uploader
        - (void)oldUpload:(NSData *)data {
          NSURLSession *s = [NSURLSession sessionWithConfiguration:[NSURLSessionConfiguration backgroundSessionConfigurationWithIdentifier:@"com.example.app.old"]];
          [[s uploadTaskWithRequest:[NSURLRequest requestWithURL:[NSURL URLWithString:@"https://example.com"]] fromData:data completionHandler:nil] resume];
        }
        - (void)work { NSLog(@"x"); }
        @end
        @interface AppDelegate : UIResponder <UIApplicationDelegate>
        @property (nonatomic, strong) Uploader *uploader;
        @end
        @implementation AppDelegate
        - (BOOL)application:(UIApplication *)application didFinishLaunchingWithOptions:(NSDictionary *)launchOptions { self.uploader = [Uploader new]; [self.uploader work]; return YES; }
        @end
        """, isObjectiveC: true,
      silent: ["*"]),
    SmallApp(
      testDescription: "request extension init",
      modes: ["fetch"], identifiers: ["com.example.app.refresh"],
      code: """
        import BackgroundTasks
        import UIKit

        extension BGAppRefreshTaskRequest {
          convenience init(after hours: Double) {
            self.init(identifier: "com.example.app.refresh")
            earliestBeginDate = Date(timeIntervalSinceNow: hours * 3600)
          }
        }
        @main class AppDelegate: UIResponder, UIApplicationDelegate {
          func application(
            _ a: UIApplication, didFinishLaunchingWithOptions o: [UIApplication.LaunchOptionsKey: Any]?
          ) -> Bool {
            BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.app.refresh",
              using: nil) { task in
              self.submit()
              task.expirationHandler = { task.setTaskCompleted(success: false) }
              task.setTaskCompleted(success: true)
            }
            return true
          }
          func applicationDidEnterBackground(_ application: UIApplication) { submit() }
          func submit() { do { try BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(after: 4)) } catch { print(error) } }
        }
        """,
      silent: ["*"]),
    SmallApp(
      testDescription: "request empty subclass",
      modes: ["fetch"], identifiers: ["com.example.app.refresh"],
      code: """
        import BackgroundTasks
        import UIKit

        final class RefreshRequest: BGAppRefreshTaskRequest {}
        @main class AppDelegate: UIResponder, UIApplicationDelegate {
          func application(
            _ a: UIApplication, didFinishLaunchingWithOptions o: [UIApplication.LaunchOptionsKey: Any]?
          ) -> Bool {
            BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.app.refresh",
              using: nil) { task in
              self.submit()
              task.expirationHandler = { task.setTaskCompleted(success: false) }
              task.setTaskCompleted(success: true)
            }
            return true
          }
          func applicationDidEnterBackground(_ application: UIApplication) { submit() }
          func submit() {
            let request = RefreshRequest(identifier: "com.example.app.refresh")
            request.earliestBeginDate = Date(timeIntervalSinceNow: 3600)
            do { try BGTaskScheduler.shared.submit(request) } catch { print(error) }
          }
        }
        """,
      silent: ["*"]),
    SmallApp(
      testDescription: "a closure that a property keeps submits the request",
      modes: ["fetch"], identifiers: ["com.example.app.refresh"],
      code: """
        import BackgroundTasks
        import UIKit

        protocol Scheduling { func schedule() }
        final class RefreshScheduler: Scheduling {
          private let submit: (BGAppRefreshTaskRequest) throws -> Void
          init(submit: @escaping (BGAppRefreshTaskRequest) throws -> Void) { self.submit = submit }
          func schedule() {
            let request = BGAppRefreshTaskRequest(identifier: "com.example.app.refresh")
            request.earliestBeginDate = Date(timeIntervalSinceNow: 3600)
            do { try submit(request) } catch { print(error) }
          }
        }
        @main class AppDelegate: UIResponder, UIApplicationDelegate {
          let scheduler: any Scheduling = RefreshScheduler(submit: BGTaskScheduler.shared.submit)
          func application(
            _ a: UIApplication, didFinishLaunchingWithOptions o: [UIApplication.LaunchOptionsKey: Any]?
          ) -> Bool {
            BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.app.refresh",
              using: nil) { task in
              self.scheduler.schedule()
              task.expirationHandler = { task.setTaskCompleted(success: false) }
              task.setTaskCompleted(success: true)
            }
            return true
          }
          func applicationDidEnterBackground(_ application: UIApplication) { scheduler.schedule() }
        }
        """,
      silent: ["*"]),
  ]

  @Test(arguments: apps) func appHasItsFindings(_ app: SmallApp) { app.expectFindings() }
}
