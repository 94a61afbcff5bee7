import BackgroundTasks
import UIKit

@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    BGTaskScheduler.shared.register(forTaskWithIdentifier: Refresh.identifier, using: nil) { task in
      Refresh.schedule()
      Downloads.shared.downloadIssues { success in
        task.setTaskCompleted(success: success)
      }
    }
    BGTaskScheduler.shared.register(forTaskWithIdentifier: Prune.identifier, using: nil) { task in
      let work = Prune.start { task.setTaskCompleted(success: true) }
      task.expirationHandler = {
        work.cancel()
        task.setTaskCompleted(success: false)
      }
    }
    application.registerForRemoteNotifications()
    return true
  }

  func applicationDidEnterBackground(_ application: UIApplication) {
    Refresh.schedule()
    Prune.schedule()
  }

  func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    Downloads.shared.downloadIssues { success in
      completionHandler(success ? .newData : .failed)
    }
  }
}
