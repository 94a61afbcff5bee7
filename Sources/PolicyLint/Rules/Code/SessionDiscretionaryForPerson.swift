internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionDiscretionaryForPerson = Rule(
    "BGP768", "session-discretionary-for-person", .code, .warning,
    summary: "A discretionary session for uploads that only a person starts",
    why: """
      The system may keep a discretionary transfer until the device is on Wi-Fi and power. A person who sends \
      something waits for it.
      """,
    guide: RuleGuide(
      symptom: "The upload stands still until the device is connected to power.",
      ignoreWhen: "The person asks for work that may wait for the night, such as a backup.",
      related: ["transfer-deadline-discretionary", "session-large-not-discretionary"]),
    citations: [.downloadingInBackground, .wwdc14Energy],
    triggers: [
      .withApp(
        RuleExample.library,
        """
        import UIKit

        final class SendController: UIViewController, URLSessionTaskDelegate {
          private lazy var session: URLSession = {
            let configuration = URLSessionConfiguration.background(withIdentifier: "com.example.library")
            configuration.isDiscretionary = «true»
            return URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
          }()

          @IBAction func send(_ sender: Any) { session.uploadTask(with: request, fromFile: file).resume() }
        }
        """)
    ],
    passes: [
      .withApp(
        RuleExample.library,
        """
        import UIKit

        final class SendController: UIViewController, URLSessionTaskDelegate {
          private lazy var session: URLSession = {
            let configuration = URLSessionConfiguration.background(withIdentifier: "com.example.library")
            configuration.isDiscretionary = true
            return URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
          }()

          @IBAction func send(_ sender: Any) { start() }

          override func viewDidAppear(_ animated: Bool) { start() }

          private func start() { session.uploadTask(with: request, fromFile: file).resume() }
        }
        """)
    ],
    check: .code { code, _, context in
      let transfers = code.facts(.transfer)
      guard code.isComplete, transfers.allSatisfy({ code.session(of: $0) != nil || $0[.foreground] == true })
      else {
        return []
      }
      return code.facts(.session).compactMap { session in
        guard let value = session["isDiscretionary"], value.bool == true else { return nil }
        let own = transfers.filter { code.session(of: $0)?.location == session.location }
        guard let first = own.first,
          own.allSatisfy({
            $0["task"]?.string == "upload" && $0[.knowsMoments] == true && $0.moments == [.userAction]
              && $0["earliestBeginDate"] == nil
          })
        else { return nil }
        return context.diagnostic(
          at: value.location, in: code,
          "Only a person starts uploads in this session, which waits for Wi-Fi and power",
          help: "leave isDiscretionary out of the session for what a person waits for",
          related: [(first.location, "started by a person here")])
      }
    }
  )
}
