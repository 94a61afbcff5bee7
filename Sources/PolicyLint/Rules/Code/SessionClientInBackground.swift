internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionClientInBackground = Rule(
    "BGP791", "session-client-in-background", .code, .warning, .reported,
    summary: "A background configuration that is passed to a library that refuses it",
    why: """
      Alamofire 5 checks the configuration of a Session and traps if it is one for the background: its requests depend on \
      completion handlers, which a relaunch of the app loses.
      """,
    guide: RuleGuide(
      symptom: "Precondition failed: Alamofire does not support background URLSessionConfigurations.",
      ignoreWhen: "Session is a type of the app's own.",
      swift: """
        let session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
        """,
      related: ["session-completion-handler-task"]),
    citations: [.alamofire],
    triggers: [
      .withApp(
        RuleExample.library,
        """
        import Alamofire
        import Foundation

        public final class Uploader {
          public lazy var session = Session(configuration: «.background»(withIdentifier: "com.example.library"))
        }
        """)
    ],
    passes: [
      .madeSession,
      .withApp(
        RuleExample.library,
        """
        import Foundation

        public final class Uploader {
          public lazy var session = Session(configuration: .background(withIdentifier: "com.example.library"))
        }
        """),
    ],
    check: .facts([.session]) { fact, code, _, context in
      guard fact["type"]?.string == "background", fact["delegate"]?.expression == "Session",
        let dependency = code.dependencies.first(where: { $0.sessions == .noneInBackground })
      else { return nil }
      return context.diagnostic(
        at: fact.location, in: code, "\(dependency.name) traps if it is given a background configuration",
        help: "make a URLSession of the configuration, with a delegate of the app's own")
    }
  )
}
