import BackgroundRuntime
import Foundation

/// The work of the app in the background: it downloads stories.
actor HeadlinesWork: HeadlinesBackgroundHandler {
  private let stories: StoryStore

  init(_ stories: StoryStore) {
    self.stories = stories
  }

  /// Submits the stories that are not on the device; the session carries them after the refresh.
  func refresh() async throws {
    let missing = await stories.missing()
    try Task.checkCancellation()
    await submit(missing)
  }

  func articles(_ event: HeadlinesSessionEvent) async {
    switch event {
    case .downloaded(let task, let file):
      await stories.keep(file, as: task.id)
    case .failed(let task, let failure) where failure.advice == .again:
      await submit([task.id], resumeData: failure.resumeData)
    case .failed, .reconciled, .completed, .delivered:
      // The next refresh finds the stories that are missing.
      break
    }
  }

  private func submit(_ names: [String], resumeData: Data? = nil) async {
    let downloads = names.map { name in
      let request = URLRequest(url: HeadlinesEndpoint.stories.appendingPathComponent(name))
      return DownloadItem(id: name, request: request, resumeData: resumeData)
    }
    HeadlinesBackground.current?.sessions.submitStories(downloads)
  }
}
