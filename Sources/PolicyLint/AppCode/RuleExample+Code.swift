// Examples that several rules about code share.
extension RuleExample {
  /// A policy with an app refresh task, for examples of code.
  static let refresh = """
    tasks:
      refresh: { type: appRefresh, identifier: com.example.refresh, reschedule: true }
    """
  /// A policy with a background session, for examples of code.
  static let library = """
    sessions:
      library: { identifier: com.example.library, timeoutIntervalForResource: 2d }
    """

  /// An app that registers and completes its refresh task.
  static let registeredTask = RuleExample.withApp(
    RuleExample.refresh,
    """
    import BackgroundTasks

    public func register() {
      BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.refresh", using: nil) { task in
        task.expirationHandler = { cancel() }
        refresh { task.setTaskCompleted(success: true) }
      }
    }
    """)

  /// An app that submits its request and checks the error.
  static let submittedRequest = RuleExample.withApp(
    RuleExample.refresh,
    """
    import BackgroundTasks

    public func schedule() {
      do {
        try BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "com.example.refresh"))
      } catch {
        log(error)
      }
    }
    """)

  /// An app that receives its push.
  static let receivedPush = RuleExample.withApp(
    """
    pushes:
      sync: { perDay: 4 }
    """,
    """
    import UIKit

    class AppDelegate: UIResponder, UIApplicationDelegate {
      func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
      ) {
        completionHandler(.noData)
      }
    }
    """)

  /// An app that creates its session with a delegate.
  static let madeSession = RuleExample.withApp(
    RuleExample.library,
    """
    import Foundation

    final class Uploader: NSObject, URLSessionDelegate {
      lazy var session: URLSession = {
        let configuration = URLSessionConfiguration.background(withIdentifier: "com.example.library")
        configuration.timeoutIntervalForResource = 2 * 24 * 60 * 60
        return URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
      }()
    }
    """)

  /// An app that handles its session's events.
  static let handledEvents = RuleExample.withApp(
    RuleExample.library,
    """
    import UIKit

    class AppDelegate: UIResponder, UIApplicationDelegate, URLSessionDelegate {
      lazy var session = URLSession(
        configuration: .background(withIdentifier: "com.example.library"), delegate: self, delegateQueue: nil)

      var completionHandler: (() -> Void)?

      func application(
        _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
        completionHandler: @escaping () -> Void
      ) {
        self.completionHandler = completionHandler
      }

      func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
        DispatchQueue.main.async {
          self.completionHandler?()
          self.completionHandler = nil
        }
      }
    }
    """)
}
