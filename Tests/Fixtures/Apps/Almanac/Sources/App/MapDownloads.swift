import Foundation

/// Downloads maps, also while the app is not running.
final class MapDownloads: NSObject, URLSessionDownloadDelegate {
  static let shared = MapDownloads()
  static let identifier = "com.example.almanac.maps"

  private lazy var session: URLSession = {
    let configuration = URLSessionConfiguration.background(withIdentifier: Self.identifier)
    configuration.isDiscretionary = true
    configuration.timeoutIntervalForResource = 4 * 24 * 60 * 60
    configuration.httpMaximumConnectionsPerHost = 4
    return URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
  }()

  func download(_ name: String) {
    guard let url = URL(string: "https://example.com/maps/\(name)") else { return }
    let task = session.downloadTask(with: URLRequest(url: url))
    task.countOfBytesClientExpectsToReceive = 80_000_000
    task.resume()
  }

  /// Waits for the events of the session, for which the system has launched the app.
  func finishEvents() async {
    _ = await session.allTasks
  }

  func urlSession(
    _ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL
  ) {
    let name = downloadTask.originalRequest?.url?.lastPathComponent ?? "map"
    let target = URL.documentsDirectory.appending(path: name)
    try? FileManager.default.moveItem(at: location, to: target)
  }
}
