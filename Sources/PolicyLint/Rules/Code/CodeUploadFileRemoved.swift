internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let codeUploadFileRemoved = Rule(
    "BGP811", "code-upload-file-removed", .code, .warning, .reported,
    summary: "A file that is removed while its upload needs it",
    why: """
      An upload from a file reads the file while it runs, and a background session may do so much later, also again after a failure.
      """,
    guide: RuleGuide(
      symptom: "The upload fails because the file does not exist, or sends an empty body.",
      swift: """
        func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
          remove(fileOf: task)
        }
        """,
      related: ["session-upload-not-from-file"]),
    citations: [.downloadingInBackground, .ourInference],
    triggers: [
      .withApp(
        RuleExample.library,
        """
        import Foundation

        public func send(_ data: Data, _ request: URLRequest, in session: URLSession) throws {
          let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
          try data.write(to: file)
          session.uploadTask(with: request, fromFile: file).resume()
          try? «FileManager.default.removeItem»(at: file)
        }
        """),
      .withApp(
        RuleExample.library,
        """
        import UIKit

        class AppDelegate: UIResponder, UIApplicationDelegate, URLSessionDelegate {
          lazy var session = URLSession(
            configuration: .background(withIdentifier: "com.example.library"), delegate: self, delegateQueue: nil)

          func applicationDidFinishLaunching(_ application: UIApplication) {
            let files = FileManager.default
            for file in (try? files.contentsOfDirectory(atPath: NSTemporaryDirectory())) ?? [] {
              try? «files.removeItem»(atPath: NSTemporaryDirectory() + file)
            }
          }

          @IBAction func send() throws {
            let file = URL‹(fileURLWithPath: NSTemporaryDirectory())→.documentsDirectory›.appendingPathComponent("page")
            try page.write(to: file)
            session.uploadTask(with: request, fromFile: file).resume()
          }
        }
        """),
    ],
    passes: [
      .withApp(
        RuleExample.library,
        """
        import Foundation

        public func send(_ data: Data, _ request: URLRequest) throws {
          let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
          try data.write(to: file)
          URLSession.shared.uploadTask(with: request, fromFile: file) { _, _, _ in
            try? FileManager.default.removeItem(at: file)
          }.resume()
        }
        """),
      .withApp(
        RuleExample.library,
        """
        import Foundation

        public func send(_ data: Data, _ request: URLRequest) async throws {
          let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
          defer { try? FileManager.default.removeItem(at: file) }
          try data.write(to: file)
          _ = try await URLSession.shared.upload(for: request, fromFile: file)
        }
        """),
    ],
    check: .facts([.transfer]) { fact, code, _, context in
      if let removal = fact.stated(.removesFolder) {
        return context.diagnostic(
          at: removal.location, in: code,
          "This empties the folder for temporary files, in which a background session may still need the file of an upload",
          help: "keep the files of uploads in a folder of their own", related: [(fact.location, "the upload")]
        )
      }
      guard let removal = fact.stated(.removesFile) else { return nil }
      return context.diagnostic(
        at: removal.location, in: code, "The file is removed before its upload has ended",
        help: "remove it when the upload has ended", related: [(fact.location, "the upload")])
    }
  )
}
