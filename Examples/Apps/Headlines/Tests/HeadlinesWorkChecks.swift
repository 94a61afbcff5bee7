import Foundation

@testable import Headlines

/// The checks of the handler; each returns a problem.
enum HeadlinesWorkChecks {
  /// A refresh submits the stories that are missing; one that the network interrupts is submitted again.
  static func refresh() async throws -> String? {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    let store = StoryStore(folder)
    let testing = HeadlinesBackgroundTesting(HeadlinesWork(store))
    guard await testing.refresh() else { return "the refresh has failed" }
    var submitted = await testing.submitted(to: .articles)
    guard submitted == StoryStore.today else { return "submitted: \(submitted)" }

    try await testing.download("sports", in: .articles, contents: Data("A win".utf8))
    try await testing.fail("weather", in: .articles, with: URLError(.timedOut))
    await testing.deliver(.articles)
    submitted = await testing.submitted(to: .articles)
    guard submitted == ["economy", "weather"] else { return "submitted again: \(submitted)" }
    let text = await store.text(of: "sports")
    let missing = await store.missing()
    return text == "A win" && missing == ["economy", "weather"] ? nil : "missing: \(missing)"
  }
}
