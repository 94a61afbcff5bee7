import UIKit

/// The cards that are not finished yet.
final class Drafts {
  static let shared = Drafts()

  private var task = UIBackgroundTaskIdentifier.invalid
  private var texts: [String: String] = [:]

  /// Saves the drafts. Saving may take longer than the system keeps the app awake.
  func save() {
    guard task == .invalid else { return }
    task = UIApplication.shared.beginBackgroundTask(withName: "Save drafts") { [weak self] in
      self?.end()
    }
    let texts = texts
    DispatchQueue.global(qos: .userInitiated).async {
      let folder = URL.documentsDirectory
      for (name, text) in texts {
        try? Data(text.utf8).write(to: folder.appending(path: name))
      }
      DispatchQueue.main.async { self.end() }
    }
  }

  private func end() {
    guard task != .invalid else { return }
    UIApplication.shared.endBackgroundTask(task)
    task = .invalid
  }
}
