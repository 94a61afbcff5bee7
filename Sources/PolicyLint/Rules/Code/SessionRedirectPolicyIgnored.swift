internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionRedirectPolicyIgnored = Rule(
    "BGP744", "session-redirect-policy-ignored", .code, .warning,
    summary: "A redirect handler that a background session never calls",
    why: """
      Background sessions always follow redirects, and don't ask the delegate.
      """,
    guide: RuleGuide(
      symptom: """
        No error: urlSession(_:task:willPerformHTTPRedirection:newRequest:completionHandler:) is never \
        called.
        """,
      ignoreWhen: "The delegate also serves other sessions, for which the method is called."),
    citations: [.urlSessionHeader],
    triggers: [
      .withApp(
        RuleExample.library,
        """
        import Foundation

        final class Uploader: NSObject, URLSessionTaskDelegate {
          lazy var session: URLSession = {
            let configuration = URLSessionConfiguration.background(withIdentifier: "com.example.library")
            configuration.timeoutIntervalForResource = 2 * 24 * 60 * 60
            return URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
          }()

          «func» urlSession(
            _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
          ) {
            completionHandler(nil)
          }
        }
        """)
    ],
    passes: [
      .withApp(
        RuleExample.library,
        """
        import Foundation

        final class Uploader: NSObject, URLSessionTaskDelegate {
          lazy var session: URLSession = {
            let configuration = URLSessionConfiguration.default
            configuration.timeoutIntervalForResource = 2 * 24 * 60 * 60
            return URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
          }()

          func urlSession(
            _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
          ) {
            completionHandler(nil)
          }
        }
        """)
    ],
    check: .facts([.sessionDelegate]) { fact, code, _, context in
      guard let method = fact["method"]?.string, let type = fact["type"]?.string,
        method.hasPrefix("urlSession(_:task:willPerformHTTPRedirection:"),
        let session = code.onlyBackgroundSession(ofDelegate: type)
      else { return nil }
      return context.diagnostic(
        at: fact.location, in: code,
        "A background session follows redirects without asking its delegate \(type)",
        help: "let the server send the final address, or use a session in the foreground",
        related: [(session.location, "the background session")])
    }
  )
}
