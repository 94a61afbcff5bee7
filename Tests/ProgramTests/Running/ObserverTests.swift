import PolicyGen
import TestSupport
import Testing

/// The moments of transfers that a handler can observe.
@Suite struct ObserverTests {
  private static let policy = """
    schema: 1
    app: { name: Watched, bundleIdentifier: com.example.watched, deploymentTarget: { iOS: "16.0" } }
    sessions: { library: { identifier: com.example.watched.library, timeoutIntervalForResource: 1d } }
    transfers:
      photos: { session: library, direction: upload, source: file, count: 4, size: 3MB }
    generate: { observers: [progress, challenges, metrics, delayedRequests] }
    """

  private static let program = """
    import UIKit

    final class Watcher: WatchedBackgroundHandler, WatchedTransferObserver {
      func library(_ event: WatchedSessionEvent) async {
        if case .completed(let task) = event { print("\\(task.id) is done") }
      }
      func progressed(_ task: WatchedTransferTask, expecting bytes: Int64?) async {
        for _ in 0..<20 { await Task.yield() }
        print("\\(task.id) of \\(bytes ?? -1)")
      }
      func answer(
        _ challenge: URLAuthenticationChallenge, in session: WatchedSessionIdentifier
      ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
        (.cancelAuthenticationChallenge, nil)
      }
      func measured(_ task: WatchedTransferTask, _ metrics: URLSessionTaskMetrics) async {
        for _ in 0..<20 { await Task.yield() }
        print("\\(task.id) is measured")
      }
      func begin(
        _ task: WatchedTransferTask, with request: URLRequest
      ) async -> (URLSession.DelayedRequestDisposition, URLRequest?) {
        (.useNewRequest, URLRequest(url: URL(fileURLWithPath: "/new")))
      }
    }

    final class Plain: WatchedBackgroundHandler {
      func library(_ event: WatchedSessionEvent) async {}
    }

    @main @MainActor struct Watched {
      static func main() {
        Executor.shared.install()
        let isWatching = CommandLine.arguments.contains("watcher")
        let handler: any WatchedBackgroundHandler = isWatching ? Watcher() : Plain()
        let sessions = WatchedSessions(handler: handler)
        _ = sessions.submitPhotos([
          UploadItem(
            id: "photo", request: URLRequest(url: URL(string: "https://example.com")!),
            file: URL(fileURLWithPath: CommandLine.arguments[0]))
        ])
        let session = sessions.session(.library)!
        session.getAllTasks { tasks in
          let delegate = session.delegate as! any URLSessionDownloadDelegate
          for sent in [1, 2, 3] as [Int64] {
            delegate.urlSession(
              session, task: tasks[0], didSendBodyData: 1, totalBytesSent: sent, totalBytesExpectedToSend: 10)
          }
          let challenge = URLAuthenticationChallenge()
          delegate.urlSession(session, didReceive: challenge) { print("session \\($0) \\($1 == nil)") }
          delegate.urlSession(session, task: tasks[0], didReceive: challenge) { print("task \\($0) \\($1 == nil)") }
          delegate.urlSession(
            session, task: tasks[0], willBeginDelayedRequest: URLRequest(url: URL(fileURLWithPath: "/old"))
          ) { print("\\($0) \\($1?.url?.path ?? "none")") }
        }
        for _ in 0..<3 { Executor.shared.drain() }
        Device.shared.begin(in: "com.example.watched.library")
        session.getAllTasks { tasks in
          Thread.sleep(forTimeInterval: 0.6)
          (session.delegate as! any URLSessionDownloadDelegate).urlSession(
            session, task: tasks[0], didSendBodyData: 7, totalBytesSent: 10, totalBytesExpectedToSend: 10)
        }
        _ = Device.shared.endOldest(of: "com.example.watched.library", status: 200, error: nil)
        for _ in 0..<3 { Executor.shared.drain() }
        for broken in Device.shared.broken { print(broken) }
      }
    }
    """

  private static let app = Task(priority: .high) { () -> (folder: ScratchFolder, path: String) in
    let folder = try ScratchFolder()
    let code = try DrivenCode(policy, named: "watched.bgpolicy.yaml")
    let paths = try code.swift.map { try folder.write($0.text, to: $0.path) }
    let main = try folder.write(program, to: "Watched.swift")
    let build = try await StubModules.built.link(
      ["-parse-as-library"] + paths + [main], to: folder.path("watched"))
    try #require(build.status == 0, "\(build.errors)")
    return (folder, folder.path("watched"))
  }

  @Test(arguments: [
    (
      "watcher",
      [
        "session cancelAuthenticationChallenge true", "task cancelAuthenticationChallenge true",
        "useNewRequest /new", "photo of 10", "photo of 10", "photo is measured", "photo is done",
      ]
    ),
    (
      "plain",
      ["session performDefaultHandling true", "task performDefaultHandling true", "continueLoading none"]
    ),
  ]) func handlersHear(_ handler: String, _ expected: [String]) async throws {
    let app = try await Self.app.value
    let run = try Shell.run(
      [app.path, handler], environment: ["HOME": app.folder.path, "TMPDIR": app.folder.path])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.split(separator: "\n").map(String.init) == expected)
  }
}
