import BackgroundTasks

enum Scheduler {
  static let refresh = "com.example.trails.refresh"
  static let clean = "com.example.trails.clean"
  /// Fault: registered and permitted as com.example.trails.clean.
  static let cleanup = "com.example.trails.cleanup"

  static func scheduleRefresh() {
    let request = BGAppRefreshTaskRequest(identifier: refresh)
    request.earliestBeginDate = Date(timeIntervalSinceNow: 4 * 3_600)
    // Fault: the error is ignored.
    try? BGTaskScheduler.shared.submit(request)
  }

  static func scheduleCleanup() {
    let request = BGProcessingTaskRequest(identifier: cleanup)
    request.requiresExternalPower = true
    do {
      try BGTaskScheduler.shared.submit(request)
    } catch {
      print(error)
    }
  }
}
