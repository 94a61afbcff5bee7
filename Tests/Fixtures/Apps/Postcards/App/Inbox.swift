import Foundation

/// The cards that others have sent.
final class Inbox {
  static let shared = Inbox()

  /// Work that can be ended early.
  struct Fetch {
    let task: URLSessionTask
    func cancel() { task.cancel() }
  }

  /// Fetches new cards, and calls `completion` with whether there are new cards.
  @discardableResult func fetch(_ completion: @escaping (Bool) -> Void) -> Fetch {
    var request = URLRequest(url: URL(filePath: "/inbox"))
    request.setValue("application/json", forHTTPHeaderField: "Accept")
    let task = URLSession.shared.dataTask(with: request) { data, _, _ in
      completion(!(data ?? Data()).isEmpty)
    }
    task.resume()
    return Fetch(task: task)
  }
}
