import BackgroundTasks
import Foundation

/// Keeps the programme of the coming days up to date.
@objcMembers final class ProgrammeRefresh: NSObject {
  static let shared = ProgrammeRefresh()

  func register() {
    BGTaskScheduler.shared.register(forTaskWithIdentifier: RadioRefreshIdentifier, using: nil) { task in
      self.schedule(after: 6 * 60 * 60)
      let load = URLSession.shared.dataTask(with: Self.address) { _, _, error in
        task.setTaskCompleted(success: error == nil)
      }
      task.expirationHandler = { load.cancel() }
      load.resume()
    }
  }

  func schedule(after delay: TimeInterval) {
    let request = BGAppRefreshTaskRequest(identifier: RadioRefreshIdentifier)
    request.earliestBeginDate = Date(timeIntervalSinceNow: delay)
    do {
      try BGTaskScheduler.shared.submit(request)
    } catch {
      print("The refresh was not scheduled: \(error)")
    }
  }

  /// Loads the first episode of a programme.
  func loadFirst(of episodes: [URL]) {
    guard let first = episodes.first else { return }
    EpisodeDownloads.sharedDownloads().downloadEpisode(at: first)
  }

  private static let address = URL(filePath: "/programme.json")
}
