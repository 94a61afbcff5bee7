import Testing

/// Transfers that a session's delegate starts one after the other, and sessions that code makes for each transfer, after failures that
/// developers reported. Some apps are correct but look similar.
@Suite struct ReportedChainTests {
  private static let chained = "task-chained-in-background"

  private static func downloads(
    _ name: String, start: String, next: String, end: String, found: [String] = [], silent: [String] = []
  ) -> SmallApp {
    SmallApp(
      testDescription: name,
      code: """
        import UIKit
        final class Downloads: NSObject, URLSessionDownloadDelegate {
          static let shared = Downloads()
          var finish: (() -> Void)?
          private var queue: [URL] = []
          private lazy var session = URLSession(
            configuration: .background(withIdentifier: "com.example.app.files"), delegate: self, delegateQueue: nil)
          func download(_ urls: [URL]) {
            queue = urls
            \(start)
          }
          private func next() {
            \(next)
          }
          func urlSession(_ s: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL) {
            try? FileManager.default.moveItem(at: location, to: URL.documentsDirectory.appending(path: "a"))
          }
          func urlSession(_ s: URLSession, task: URLSessionTask, didCompleteWithError error: Error?) {
            \(end)
          }
          func urlSessionDidFinishEvents(forBackgroundURLSession s: URLSession) {
            DispatchQueue.main.async { self.finish?(); self.finish = nil }
          }
        }
        @main final class Delegate: NSObject, UIApplicationDelegate {
          func application(
            _ a: UIApplication, handleEventsForBackgroundURLSession id: String,
            completionHandler: @escaping () -> Void
          ) { Downloads.shared.finish = completionHandler }
        }
        """, found: found, silent: silent)
  }

  private static let one = """
    guard !queue.isEmpty else { return }
    session.downloadTask(with: queue.removeFirst()).resume()
    """

  static let chains = [
    downloads("one after the other", start: "next()", next: one, end: "next()", found: [chained]),
    downloads(
      "one after the other, unless an error came", start: "next()", next: one,
      end: "guard error == nil else { return }\nnext()", found: [chained]),
    downloads(
      "all at once", start: "for _ in urls { next() }", next: one, end: "print(error as Any)",
      silent: [chained]),
    downloads(
      "four at a time", start: "for _ in 0..<4 { next() }", next: one, end: "next()", silent: [chained]),
    downloads(
      "a loop that fills up", start: "next()",
      next: "while let url = queue.popLast() { session.downloadTask(with: url).resume() }", end: "next()",
      silent: [chained]),
    downloads(
      "again after an error", start: "next()", next: one, end: "if let error { print(error); next() }",
      silent: [chained]),
  ]

  private static let again = "session-made-twice"

  private static func uploads(
    _ name: String, kept: String = "", make: String, send: String, found: [String] = [], silent: [String] = []
  ) -> SmallApp {
    SmallApp(
      testDescription: name,
      code: """
        import UIKit
        final class Uploader: NSObject, URLSessionTaskDelegate {
          static let shared = Uploader()
          static var finish: (() -> Void)?
          \(kept)
          func upload(_ file: URL) {
            \(make)
            session.uploadTask(with: URLRequest(url: URL(string: "https://example.com")!), fromFile: file).resume()
          }
          func urlSession(_ s: URLSession, task: URLSessionTask, didCompleteWithError error: Error?) { print(error as Any) }
          func urlSessionDidFinishEvents(forBackgroundURLSession s: URLSession) {
            DispatchQueue.main.async { Self.finish?(); Self.finish = nil }
          }
        }
        final class Model { func send(_ files: [URL]) { \(send) } }
        @main final class Delegate: NSObject, UIApplicationDelegate {
          func application(
            _ a: UIApplication, handleEventsForBackgroundURLSession id: String,
            completionHandler: @escaping () -> Void
          ) { Uploader.finish = completionHandler }
        }
        """, found: found, silent: silent)
  }

  private static let making = """
    let session = URLSession(
      configuration: .background(withIdentifier: "com.example.app.uploads"), delegate: self, delegateQueue: nil)
    """

  static let sessions = [
    uploads(
      "a session for each file", make: making, send: "for file in files { Uploader().upload(file) }",
      found: [again]),
    uploads(
      "a session for each file of a shared uploader", make: making,
      send: "for file in files { Uploader.shared.upload(file) }", found: [again]),
    uploads(
      "one session for all files", kept: "private lazy \(making.replacing("let", with: "var"))", make: "",
      send: "for file in files { Uploader.shared.upload(file) }", silent: [again]),
    uploads(
      "a session for each file that ends with its transfer",
      make: making + "\ndefer { session.finishTasksAndInvalidate() }",
      send: "for file in files { Uploader.shared.upload(file) }", silent: [again]),
    uploads(
      "a session for one file", make: making,
      send: "if let file = files.first { Uploader.shared.upload(file) }",
      silent: [again]),
  ]

  @Test(arguments: chains + sessions) func appHasItsFindings(_ app: SmallApp) { app.expectFindings() }
}
