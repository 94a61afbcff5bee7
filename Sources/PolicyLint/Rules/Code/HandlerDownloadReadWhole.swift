internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let handlerDownloadReadWhole = Rule(
    "BGP748", "handler-download-read-whole", .code, .info, .assumed,
    summary: "A downloaded file that is read into memory as a whole",
    why: """
      The system ends an app in the background that uses much memory, and a download may be large. Moving the file \
      needs none.
      """,
    guide: RuleGuide(
      ignoreWhen: "The files are small.", related: ["handler-download-not-moved"]),
    citations: [.downloadingInBackground, .ourInference],
    triggers: [
      .withApp(
        RuleExample.library,
        """
        import Foundation

        final class Downloads: NSObject, URLSessionDownloadDelegate {
          «func» urlSession(
            _ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL
          ) {
            if let data = try? Data(contentsOf: location‹→, options: .mappedIfSafe›) { store(data) }
          }
        }
        """)
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
      guard fact["readsWhole"]?.bool == true, let type = fact["type"]?.string,
        !code.isDelegateOfForegroundSession(type)
      else { return nil }
      return context.diagnostic(
        at: fact.location, in: code, "The downloaded file is read into memory as a whole",
        help: "move the file, and read it when it is needed; .mappedIfSafe reads only the parts in use")
    }
  )
}
