import BackgroundTasks

/// Fetches new cards from time to time.
final class CardRefresh {
  static let identifier = "\(Bundle.main.bundleIdentifier ?? "").refresh"

  func register() {
    BGTaskScheduler.shared.register(forTaskWithIdentifier: Self.identifier, using: nil) { task in
      self.run(task)
    }
  }

  func schedule() {
    let request = BGAppRefreshTaskRequest(identifier: Self.identifier)
    request.earliestBeginDate = Date(timeIntervalSinceNow: 4 * 60 * 60)
    do {
      try BGTaskScheduler.shared.submit(request)
    } catch {
      print("The refresh was not scheduled: \(error)")
    }
  }

  private func run(_ task: BGTask) {
    schedule()
    let fetch = Inbox.shared.fetch { _ in
      task.setTaskCompleted(success: true)
    }
    task.expirationHandler = {
      fetch.cancel()
    }
  }
}
