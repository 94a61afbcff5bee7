import Foundation

/// Downloads the picture of the day for the widget.
final class Pictures: NSObject, URLSessionDownloadDelegate {
  static let shared = Pictures()
  static let identifier = "com.example.almanac.widget.pictures"

  var completion: (() -> Void)?

  private lazy var session: URLSession = {
    let configuration = URLSessionConfiguration.background(withIdentifier: Self.identifier)
    configuration.sharedContainerIdentifier = "group.com.example.almanac"
    configuration.timeoutIntervalForResource = 6 * 60 * 60
    return URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
  }()

  func download() {
    guard let url = URL(string: "https://example.com/picture") else { return }
    session.downloadTask(with: url).resume()
  }

  func urlSession(
    _ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL
  ) {
    let target = FileManager.default
      .containerURL(forSecurityApplicationGroupIdentifier: "group.com.example.almanac")?
      .appending(path: "picture.jpg")
    guard let target else { return }
    try? FileManager.default.moveItem(at: location, to: target)
  }

  func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
    DispatchQueue.main.async {
      self.completion?()
      self.completion = nil
    }
  }
}
