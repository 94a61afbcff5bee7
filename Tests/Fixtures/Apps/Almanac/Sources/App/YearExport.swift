import BackgroundTasks

/// Exports a year, which goes on when the app is left.
final class YearExport {
  static let shared = YearExport()
  private static let prefix = "com.example.almanac.export"
  private var isRegistered = false

  func start() {
    let identifier = "\(Self.prefix).year"
    if !isRegistered {
      isRegistered = true
      BGTaskScheduler.shared.register(forTaskWithIdentifier: identifier, using: nil) { task in
        guard let task = task as? BGContinuedProcessingTask else { return }
        self.run(task)
      }
    }
    let request = BGContinuedProcessingTaskRequest(
      identifier: identifier, title: "Exporting", subtitle: "The whole year")
    request.strategy = .fail
    do {
      try BGTaskScheduler.shared.submit(request)
    } catch {
      print("The export can't go on in the background: \(error)")
    }
  }

  private func run(_ task: BGContinuedProcessingTask) {
    var isExpired = false
    task.expirationHandler = { isExpired = true }
    task.progress.totalUnitCount = 12
    for month in 1...12 where !isExpired {
      write(month)
      task.progress.completedUnitCount = Int64(month)
    }
    task.setTaskCompleted(success: !isExpired)
  }

  private func write(_ month: Int) {}
}
