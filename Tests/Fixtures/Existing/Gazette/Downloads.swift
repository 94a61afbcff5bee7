import Foundation

final class Downloads: NSObject, URLSessionDownloadDelegate {
  static let shared = Downloads()

  private lazy var session: URLSession = {
    let configuration = URLSessionConfiguration.background(withIdentifier: "com.example.gazette.issues")
    configuration.isDiscretionary = true
    configuration.allowsExpensiveNetworkAccess = false
    return URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
  }()

  func downloadIssues(_ completion: @escaping (Bool) -> Void) {
    for issue in Library.shared.missingIssues {
      let task = session.downloadTask(with: issue.url)
      task.countOfBytesClientExpectsToReceive = issue.size
      task.resume()
    }
    completion(true)
  }

  func urlSession(
    _ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL
  ) {
    let issue = Library.shared.issue(of: downloadTask)
    try? FileManager.default.moveItem(at: location, to: issue.file)
  }
}
