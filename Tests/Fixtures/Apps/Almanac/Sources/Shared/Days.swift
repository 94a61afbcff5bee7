import BackgroundTasks
import Foundation

/// The entries of the days, for the app and its widget.
final class Days: Sendable {
  static let shared = Days()
  static let refreshIdentifier = "com.example.almanac.days"

  static func scheduleRefresh() {
    let request = BGAppRefreshTaskRequest(identifier: refreshIdentifier)
    request.earliestBeginDate = .now.addingTimeInterval(8 * 3600)
    do {
      try BGTaskScheduler.shared.submit(request)
    } catch {
      print("The refresh was not scheduled: \(error)")
    }
  }

  func refresh() async {
    guard let url = URL(string: "https://example.com/days") else { return }
    _ = try? await URLSession.shared.data(from: url)
  }
}
