import Foundation

final class Photos: NSObject, URLSessionDataDelegate {
  static let shared = Photos()
  var eventsHandler: (() -> Void)?

  private lazy var session: URLSession = {
    // Fault: another identifier at each launch.
    let configuration = URLSessionConfiguration.background(withIdentifier: UUID().uuidString)
    return URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
  }()

  func upload(_ photo: Data, to address: URL) {
    var request = URLRequest(url: address)
    request.httpMethod = "POST"
    // Fault: a background upload from data.
    session.uploadTask(with: request, from: photo).resume()
  }

  func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
    DispatchQueue.main.async {
      self.eventsHandler?()
      self.eventsHandler = nil
    }
  }
}
