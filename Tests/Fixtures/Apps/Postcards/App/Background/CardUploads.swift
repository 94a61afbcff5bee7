import Foundation

/// Sends finished cards, also while the app is not running.
final class CardUploads: NSObject, URLSessionTaskDelegate {
  static let shared = CardUploads()
  static let identifier = "com.example.postcards.cards"

  /// The completion handlers of sessions whose events the system delivers, by identifier.
  var completionHandlers: [String: () -> Void] = [:]

  private lazy var session: URLSession = {
    let configuration = URLSessionConfiguration.background(withIdentifier: Self.identifier)
    configuration.timeoutIntervalForResource = 3 * 24 * 60 * 60
    configuration.allowsExpensiveNetworkAccess = false
    return URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
  }()

  /// Sends the card in a file.
  func send(_ card: URL, to address: URL) {
    var request = URLRequest(url: address)
    request.httpMethod = "POST"
    request.setValue("application/octet-stream", forHTTPHeaderField: "Content-Type")
    let task = session.uploadTask(with: request, fromFile: card)
    task.countOfBytesClientExpectsToSend = 400_000
    task.taskDescription = card.lastPathComponent
    task.resume()
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    guard let error else { return }
    print("\(task.taskDescription ?? "A card") was not sent: \(error)")
  }

  func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
    guard let identifier = session.configuration.identifier else { return }
    DispatchQueue.main.async {
      self.completionHandlers.removeValue(forKey: identifier)?()
    }
  }
}
