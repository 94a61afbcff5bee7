import WatchKit

/// Shows the programme on a watch.
@main final class WatchDelegate: NSObject, WKApplicationDelegate {
  private func scheduleRefresh() {
    WKApplication.shared().scheduleBackgroundRefresh(
      withPreferredDate: Date(timeIntervalSinceNow: 60 * 60), userInfo: nil
    ) { error in
      if let error { print("The refresh was not scheduled: \(error)") }
    }
  }

  func handle(_ backgroundTasks: Set<WKRefreshBackgroundTask>) {
    scheduleRefresh()
    for task in backgroundTasks { task.setTaskCompletedWithSnapshot(false) }
  }

  func applicationDidEnterBackground() { scheduleRefresh() }
}
