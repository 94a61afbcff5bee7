import UIKit

final class ActionViewController: UIViewController, URLSessionDelegate {
  // Fault: an extension's session without a shared container.
  private lazy var session: URLSession = {
    let configuration = URLSessionConfiguration.background(withIdentifier: "com.example.trails.export")
    return URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
  }()

  func send(_ file: URL, to address: URL) {
    session.uploadTask(with: URLRequest(url: address), fromFile: file).resume()
  }
}
