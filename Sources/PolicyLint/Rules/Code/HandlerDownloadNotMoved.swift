internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let handlerDownloadNotMoved = Rule(
    "BGP740", "handler-download-not-moved", .code, .error,
    summary: "A downloaded file that is not moved",
    why: """
      The system deletes the file when the method has returned.
      """,
    guide: RuleGuide(
      symptom: """
        A later move fails with code 4 of NSCocoaErrorDomain: “CFNetworkDownload_….tmp” couldn't be moved \
        “because either the former doesn't exist, or the folder containing the latter doesn't exist.” (seen \
        in 2026).
        """,
      seenIn: [.movedTooLate],
      swift: """
        func urlSession(
          _ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL
        ) {
          do {
            try FileManager.default.moveItem(at: location, to: destination(of: downloadTask))
          } catch {
            logger.error("\\(error)")
          }
        }
        """),
    citations: [.sessionDelegateReference],
    triggers: [
      .withApp(
        RuleExample.library,
        """
        import Foundation

        final class Downloads: NSObject, URLSessionDownloadDelegate {
          «func» urlSession(
            _ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL
          ) {
            DispatchQueue.main.async { try? FileManager.default.moveItem(at: location, to: self.target) }
          }
        }
        """),
      .withApp(
        RuleExample.library,
        """
        import Foundation

        final class Downloads: NSObject, URLSessionDownloadDelegate {
          func start(_ request: URLRequest, on session: URLSession) {
            session.downloadTask(with: request)‹→ { url, _, _ in self.keep(url) }›.resume()
          }

          «func» urlSession(
            _ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL
          ) {}
        }
        """),
    ],
    passes: [
      .withApp(
        RuleExample.library,
        """
        import Foundation

        final class Downloads: NSObject, URLSessionDownloadDelegate {
          func urlSession(
            _ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL
          ) {
            try? FileManager.default.moveItem(at: location, to: target)
          }
        }
        """)
    ],
    check: .facts([.sessionDelegate]) { fact, code, _, context in
      guard let keeps = fact["keepsFile"]?.string, keeps == "later" || keeps == "no" else { return nil }
      // Only a download without a completion handler ends in the delegate. Without such a download in the
      // code, another library may start the downloads of an empty method.
      let isUsed = code.facts(.transfer).contains {
        $0["task"]?.string == "download" && $0["completionHandler"]?.bool != true
      }
      guard keeps == "later" || isUsed else { return nil }
      return context.diagnostic(
        at: fact.location, in: code,
        keeps == "later"
          ? "The downloaded file is moved only after this method has returned, when the system has deleted it"
          : "The downloaded file is not moved before this method returns, and the system then deletes it",
        help: "move it before the method returns")
    }
  )
}
