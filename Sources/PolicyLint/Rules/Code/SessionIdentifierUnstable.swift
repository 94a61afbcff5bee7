internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionIdentifierUnstable = Rule(
    "BGP736", "session-identifier-unstable", .code, .error,
    summary: "A background session whose identifier is new at each launch",
    why: """
      The system finds the session of earlier transfers by its identifier. With a new one, their events are lost. \
      hashValue is new at each launch, too: Swift seeds hashes anew in each process.
      """,
    guide: RuleGuide(
      symptom: "No error: the delegate is not called for the transfers that an earlier launch started.",
      swift: """
        let configuration = URLSessionConfiguration.background(withIdentifier: "com.example.library")
        """,
      related: ["session-identifier-dynamic"]),
    citations: [.downloadingInBackground, .hashable],
    triggers: [
      .withApp(
        """
        sessions:
          library: { identifier: com.example.library, timeoutIntervalForResource: 2d }
        """,
        """
        import Foundation

        final class Uploader: NSObject, URLSessionDelegate {
          lazy var session: URLSession = {
            let configuration = URLSessionConfiguration.background(withIdentifier: «UUID»().uuidString)
            configuration.timeoutIntervalForResource = 2 * 24 * 60 * 60
            return URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
          }()
        }
        """),
      .withApp(
        """
        sessions:
          library: { identifier: com.example.library, timeoutIntervalForResource: 2d }
        """,
        """
        import Foundation

        final class Uploader: NSObject, URLSessionDelegate {
          func session(for album: String) -> URLSession {
            let name = album.hashValue
            let configuration = URLSessionConfiguration.background(withIdentifier: «"com.example.library.\\(name)"»)
            return URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
          }
        }
        """),
    ],
    passes: [
      .madeSession,
      .withApp(
        """
        sessions:
          library: { identifier: { runtime: "com.example.library.{album}" }, timeoutIntervalForResource: 2d }
        """,
        """
        import Foundation

        final class Uploader: NSObject, URLSessionDelegate {
          func session(for album: UUID) -> URLSession {
            let configuration = URLSessionConfiguration.background(
              withIdentifier: "com.example.library.\\(album.uuidString)")
            configuration.timeoutIntervalForResource = 2 * 24 * 60 * 60
            return URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
          }
        }
        """),
    ],
    check: .facts([.session]) { fact, code, _, context in
      guard fact["type"]?.string == "background", let value = fact["identifier"], value.string == nil,
        let source = fact["unstable"]?.string
      else { return nil }
      let message = "The identifier of this background session is new at each launch: \(source)"
      guard fact[.handedBack] != nil else {
        return context.diagnostic(at: value.location, in: code, message, help: "use a fixed identifier")
      }
      return context.diagnostic(
        at: value.location, in: code, message,
        help: "use a fixed identifier, or save the identifier: a later launch needs it to find the session",
        severity: .warning)
    }
  )
}
