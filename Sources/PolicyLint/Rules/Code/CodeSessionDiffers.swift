internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let codeSessionDiffers = Rule(
    "BGP732", "code-session-differs", .code, .warning, .defined,
    summary: "A session whose configuration in the app's code differs from the policy",
    why: """
      The estimate and the rules are about the policy's values, and the app has others.
      """,
    citations: [.policyLanguage],
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
            let configuration = URLSessionConfiguration.background(withIdentifier: "com.example.library")
            configuration.timeoutIntervalForResource = «60» * 60
            return URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
          }()
        }
        """),
      .withApp(
        """
        sessions:
          library: { identifier: com.example.library, timeoutIntervalForResource: 2d, isDiscretionary: «true» }
        """,
        """
        import Foundation

        final class Uploader: NSObject, URLSessionDelegate {
          lazy var session: URLSession = {
            let configuration = URLSessionConfiguration.background(withIdentifier: "com.example.library")
            configuration.timeoutIntervalForResource = 2 * 24 * 60 * 60
            return URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
          }()
        }
        """),
    ],
    passes: [.madeSession],
    check: .facts([.session]) { fact, code, policy, context in
      guard let identifier = code.identifier(of: fact, in: policy),
        let session = code.session(identifier, in: policy),
        let difference = CodeDifference.first(
          of: fact,
          among: code.facts(.session, identified: identifier),
          from: session)
      else { return nil }
      let declared = (location: context.location(of: difference.node), message: "declared here")
      if let value = difference.value {
        return context.diagnostic(
          at: value.location, in: code,
          "The code sets \(difference.name) of the session \(session.name.value) to \(difference.inCode), the policy to \(difference.inPolicy)",
          help: "change the code or the policy", declared: declared)
      }
      return context.diagnostic(
        at: declared.location, in: code,
        "The policy sets \(difference.name) to \(difference.inPolicy), but the code leaves it at \(difference.inCode)",
        help: "change the code or the policy", found: [(fact.location, "made here")])
    }
  )
}
