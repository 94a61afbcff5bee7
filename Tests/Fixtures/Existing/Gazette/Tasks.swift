import BackgroundTasks
import Foundation

enum Refresh {
  static let identifier = "com.example.gazette.refresh"

  static func schedule() {
    let request = BGAppRefreshTaskRequest(identifier: identifier)
    request.earliestBeginDate = Date(timeIntervalSinceNow: 15 * 60)
    try? BGTaskScheduler.shared.submit(request)
  }
}

enum Prune {
  static let identifier = "com.example.gazette.prune"

  static func schedule() {
    let request = BGProcessingTaskRequest(identifier: identifier)
    request.requiresExternalPower = true
    request.earliestBeginDate = Date(timeIntervalSinceNow: 24 * 60 * 60)
    do {
      try BGTaskScheduler.shared.submit(request)
    } catch {
      print(error)
    }
  }

  static func start(_ completion: @escaping () -> Void) -> Task<Void, Never> {
    Task {
      await Library.shared.removeOldIssues()
      completion()
    }
  }
}
