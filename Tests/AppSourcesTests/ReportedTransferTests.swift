import Testing

/// Sessions and transfers, as in failures that developers reported, with correct code of the same form.
@Suite struct ReportedTransferTests {
  private static func downloads(_ body: String, _ others: String = "") -> String {
    """
    import UIKit
    final class Downloads: NSObject, URLSessionDownloadDelegate {
      static let shared = Downloads()
      var finish: (() -> Void)?
      lazy var session = URLSession(
        configuration: .background(withIdentifier: "com.example.app.downloads"), delegate: self, delegateQueue: .main)
      \(body)
      func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) { finish?() }
    }
    final class Library: UIViewController {
      @IBAction func download(_ sender: Any) { Downloads.shared.start(URL(string: "https://example.com")!) }
    }
    @main final class Delegate: NSObject, UIApplicationDelegate {
      func application(
        _ a: UIApplication, handleEventsForBackgroundURLSession id: String, completionHandler: @escaping () -> Void
      ) { Downloads.shared.finish = completionHandler }
    }
    \(others)
    """
  }

  private static let start = "func start(_ url: URL) { session.downloadTask(with: url).resume() }"
  private static let move = "try? FileManager.default.moveItem(at: place, to: URL.documentsDirectory)"

  private static func finished(_ body: String) -> String {
    """
    func urlSession(_ s: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo place: URL) {
      \(body)
    }
    """
  }

  private static func remade(_ ending: String) -> String {
    downloads(
      """
      func start(_ url: URL) {
        let session = URLSession(
          configuration: .background(withIdentifier: "com.example.app.pages"), delegate: self, delegateQueue: .main)
        session.downloadTask(with: url).resume()
        \(ending)
      }
      \(finished(move))
      """)
  }

  static let sessions = [
    SmallApp(
      testDescription: "an awaited download of a background session",
      code: downloads(
        "func start(_ url: URL) { Task { print(try await session.download(from: url)) } }\n\(finished(move))"),
      found: ["session-completion-handler-task"]),
    SmallApp(
      testDescription: "a file that another method moves",
      code: downloads(
        """
        \(start)
        private var file: URL?
        \(finished("self.file = place"))
        func urlSession(_ s: URLSession, task: URLSessionTask, didCompleteWithError error: Error?) {
          if let file { try? FileManager.default.moveItem(at: file, to: URL.documentsDirectory) }
        }
        """), found: ["handler-download-not-moved"]),
    SmallApp(
      testDescription: "a file that a dictionary keeps for the end of its task",
      code: downloads(
        """
        \(start)
        private var files: [Int: URL] = [:]
        \(finished("files[1] = place"))
        func urlSession(_ s: URLSession, task: URLSessionTask, didCompleteWithError error: Error?) {
          if let file = files.removeValue(forKey: 1) { try? FileManager.default.moveItem(at: file, to: URL.documentsDirectory) }
        }
        """), found: ["handler-download-not-moved"]),
    SmallApp(
      testDescription: "a file that a property keeps under a lock",
      code: downloads(
        """
        \(start)
        private let lock = NSLock()
        private var file: URL?
        \(finished("lock.lock()\n    file = place\n    lock.unlock()"))
        func urlSession(_ s: URLSession, task: URLSessionTask, didCompleteWithError error: Error?) {
          if let file { try? FileManager.default.moveItem(at: file, to: URL.documentsDirectory) }
        }
        """), found: ["handler-download-not-moved"]),
    SmallApp(
      testDescription: "a file that is moved before a dictionary keeps its new place",
      code: downloads(
        """
        \(start)
        private var files: [Int: URL] = [:]
        \(finished("\(move)\n    files[1] = URL.documentsDirectory"))
        func urlSession(_ s: URLSession, task: URLSessionTask, didCompleteWithError error: Error?) {
          if let file = files[1] { print(file) }
        }
        """), silent: ["handler-download-not-moved"]),
    SmallApp(
      testDescription: "a file that a method of the delegate moves at once",
      code: downloads(
        """
        \(start)
        private var file: URL?
        \(finished("self.file = place\n    keep()"))
        func keep() {
          if let file { try? FileManager.default.moveItem(at: file, to: URL.documentsDirectory) }
        }
        """), silent: ["handler-download-not-moved"]),
    SmallApp(
      testDescription: "a session for each download", code: remade(""), found: ["session-made-twice: another"]
    ),
    SmallApp(
      testDescription: "a session for each download that ends with it",
      code: remade("session.finishTasksAndInvalidate()"), silent: ["session-made-twice"]),
    SmallApp(
      testDescription: "a date in an identifier of Objective-C",
      code: """
        #import <UIKit/UIKit.h>
        @interface Uploads : NSObject <NSURLSessionTaskDelegate>
        @end
        @implementation Uploads
        - (void)upload:(NSURL *)file {
          NSString *name = [NSString stringWithFormat:@"com.example.app.%f", [[NSDate date] timeIntervalSince1970]];
          NSURLSession *session = [NSURLSession
            sessionWithConfiguration:[NSURLSessionConfiguration backgroundSessionConfigurationWithIdentifier:name]
            delegate:self delegateQueue:nil];
          [[session uploadTaskWithRequest:[NSURLRequest requestWithURL:file] fromFile:file] resume];
        }
        @end
        """, isObjectiveC: true, found: ["session-identifier-unstable: Date()"]),
  ]

  // MARK: - For a person

  private static func discretionary(_ start: String, _ method: String = "") -> String {
    downloads(
      """
      lazy var slow: URLSession = {
        let configuration = URLSessionConfiguration.background(withIdentifier: "com.example.app.uploads")
        configuration.isDiscretionary = true
        return URLSession(configuration: configuration, delegate: self, delegateQueue: .main)
      }()
      func start(_ url: URL) {
        \(start)
      }
      \(finished(move))
      """, method)
  }

  private static let upload = "slow.uploadTask(with: URLRequest(url: url), fromFile: url).resume()"

  static let forPersons = [
    SmallApp(
      testDescription: "a person starts an upload of a discretionary session", code: discretionary(upload),
      found: ["session-discretionary-for-person"]),
    SmallApp(
      testDescription: "a person and the launch start an upload of a discretionary session",
      code: discretionary(
        upload,
        """
        extension Delegate {
          func applicationDidFinishLaunching(_ a: UIApplication) { Downloads.shared.start(URL(string: "https://example.com")!) }
        }
        """), silent: ["session-discretionary-for-person"]),
    SmallApp(
      testDescription: "a person starts an upload that begins later",
      code: discretionary(
        """
        let task = slow.uploadTask(with: URLRequest(url: url), fromFile: url)
        task.earliestBeginDate = Date(timeIntervalSinceNow: 3600)
        task.resume()
        """), silent: ["session-discretionary-for-person"]),
    SmallApp(
      testDescription: "a person starts a download of a session that is not discretionary",
      code: downloads("\(start)\n\(finished(move))"), silent: ["session-discretionary-for-person"]),
  ]

  // MARK: - Media

  private static func media(_ queue: String) -> String {
    """
    import AVFoundation
    import UIKit
    final class Trailers: NSObject, AVAssetDownloadDelegate {
      static let shared = Trailers()
      var finish: (() -> Void)?
      lazy var session = AVAssetDownloadURLSession(
        configuration: .background(withIdentifier: "com.example.app.trailers"), assetDownloadDelegate: self,
        delegateQueue: \(queue))
      func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) { finish?() }
    }
    @main final class Delegate: NSObject, UIApplicationDelegate {
      func application(
        _ a: UIApplication, handleEventsForBackgroundURLSession id: String, completionHandler: @escaping () -> Void
      ) { Trailers.shared.finish = completionHandler }
    }
    """
  }

  static let media = [
    SmallApp(
      testDescription: "a session for media on the main queue", code: media(".main"),
      silent: ["handler-completion-not-main"]),
    SmallApp(
      testDescription: "a session for media on a queue of its own", code: media("nil"),
      found: ["handler-completion-not-main"]),
  ]

  @Test(arguments: sessions + forPersons + media) func appHasItsFindings(_ app: SmallApp) {
    app.expectFindings()
  }
}
