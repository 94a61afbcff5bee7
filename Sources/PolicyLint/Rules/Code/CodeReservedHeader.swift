internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let codeReservedHeader = Rule(
    "BGP742", "code-reserved-header", .code, .warning,
    summary: "A header set on a request that the system sets itself",
    why: """
      URLSession sets these headers; a value of the app may be replaced.
      """,
    guide: RuleGuide(
      ignoreWhen: """
        The server requires Authorization on every request, and the app works if the system ignores the \
        header.
        """,
      related: ["session-reserved-header"]),
    citations: [.urlRequestHeader],
    triggers: [
      .withApp(
        RuleExample.library,
        """
        import Foundation

        public func request(_ url: URL, token: String) -> URLRequest {
          var request = URLRequest(url: url)
          request.setValue("42", forHTTPHeaderField: «"Content-Length"»)
          return request
        }
        """)
    ],
    passes: [
      .withApp(
        RuleExample.library,
        """
        import Foundation

        public func request(_ url: URL) -> URLRequest {
          var request = URLRequest(url: url)
          request.setValue("application/json", forHTTPHeaderField: "Content-Type")
          request.setValue(nil, forHTTPHeaderField: "Host")
          return request
        }
        """),
      .withApp(
        """
        sessions:
          api: { type: default, waitsForConnectivity: true }
        """,
        """
        import Foundation
        import SocketKit

        public func open(_ url: URL) -> Socket {
          var request = URLRequest(url: url)
          request.setValue("example.com", forHTTPHeaderField: "Host")
          return Socket(request: request)
        }
        """),
    ],
    check: .facts([.header]) { fact, code, _, context in
      guard let field = fact["field"], let name = field.string,
        PlatformFacts.reservedHeaders.value.contains(where: { $0.isLike(name) }),
        !name.isLike("Authorization"), fact["client"] == nil,
        // The value `nil` removes the header.
        fact["value"]?.content != .null
      else { return nil }
      return context.diagnostic(
        at: field.location, in: code, "The header \(name) is set by the system",
        help: "leave it out")
    }
  )
}
