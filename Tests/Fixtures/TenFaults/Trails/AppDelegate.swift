import BackgroundTasks
import UIKit

@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    // Fault: no expirationHandler.
    BGTaskScheduler.shared.register(forTaskWithIdentifier: Scheduler.refresh, using: nil) { task in
      Scheduler.scheduleRefresh()
      Maps.shared.update { task.setTaskCompleted(success: $0) }
    }
    BGTaskScheduler.shared.register(forTaskWithIdentifier: Scheduler.clean, using: nil) { task in
      let work = Maps.shared.removeOld { task.setTaskCompleted(success: true) }
      task.expirationHandler = {
        work.cancel()
        task.setTaskCompleted(success: false)
      }
    }
    return true
  }

  func applicationDidEnterBackground(_ application: UIApplication) {
    Scheduler.scheduleRefresh()
    Scheduler.scheduleCleanup()
  }

  func application(
    _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping () -> Void
  ) {
    Photos.shared.eventsHandler = completionHandler
    _ = Maps.shared
  }
}
