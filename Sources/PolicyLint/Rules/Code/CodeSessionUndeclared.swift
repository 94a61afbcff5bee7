internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let codeSessionUndeclared = Rule(
    "BGP730", "code-session-undeclared", .code, .error, .defined,
    summary: "A background session in the app's code that the policy does not declare",
    why: """
      What the policy does not declare is neither linted nor estimated, and its events reach no generated code.
      """,
    guide: RuleGuide(related: ["code-session-not-created"]),
    citations: [.policyLanguage],
    triggers: [
      .withApp(
        RuleExample.library,
        """
        import Foundation

        final class Uploader: NSObject, URLSessionDelegate {
          lazy var session: URLSession = {
            let configuration = URLSessionConfiguration.background(withIdentifier: «"com.example.uploads"»)
            configuration.timeoutIntervalForResource = 2 * 24 * 60 * 60
            return URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
          }()
        }
        """)
    ],
    passes: [.madeSession],
    check: .facts([.session]) { fact, code, policy, context in
      guard fact["type"]?.string == "background", let value = fact["identifier"],
        let identifier = code.identifier(of: fact, in: policy), code.session(identifier, in: policy) == nil
      else { return nil }
      return context.diagnostic(
        at: value.location, in: code,
        "The code makes the background session \(identifier), which the policy does not declare",
        help: "declare it under sessions, or remove the code")
    }
  )
}
