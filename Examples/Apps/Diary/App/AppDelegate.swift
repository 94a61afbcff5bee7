import UIKit

@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
  private let background = DiaryBackground.start(DiaryWork(PhotoStore()))

  func application(
    _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping () -> Void
  ) {
    background.handleEvents(forSession: identifier, completionHandler: completionHandler)
  }

  /// Saves an entry that a person leaves; the app may be suspended in the middle.
  func save(_ entry: String, to file: URL) async throws {
    try await DiaryBackgroundTime.save {
      try Data(entry.utf8).write(to: file, options: .atomic)
    }
  }
}
