import Social
import UIKit

/// Sends a picture that another app shares.
final class ShareViewController: SLComposeServiceViewController, URLSessionTaskDelegate {
  private static let group = "group.com.example.postcards"

  private lazy var session: URLSession = {
    let configuration = URLSessionConfiguration.background(
      withIdentifier: "com.example.postcards.share.pictures")
    configuration.sharedContainerIdentifier = Self.group
    configuration.timeoutIntervalForResource = 24 * 60 * 60
    return URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
  }()

  override func didSelectPost() {
    if let file = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: Self.group)?
      .appending(path: "picture.jpg")
    {
      var request = URLRequest(url: URL(filePath: "/pictures"))
      request.httpMethod = "PUT"
      session.uploadTask(with: request, fromFile: file).resume()
    }
    extensionContext?.completeRequest(returningItems: nil)
  }
}
