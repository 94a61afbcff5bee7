import UIKit

final class ShareViewController: UIViewController, URLSessionDelegate {
  private lazy var session: URLSession = {
    let configuration = URLSessionConfiguration.background(withIdentifier: "com.example.trails.share")
    // Fault: the entitlements of the extension lack this app group.
    configuration.sharedContainerIdentifier = "group.com.example.trails"
    return URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
  }()

  func send(_ file: URL, to address: URL) {
    session.uploadTask(with: URLRequest(url: address), fromFile: file).resume()
  }
}
