internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionMadeTwice = Rule(
    "BGP747", "session-made-twice", .code, .warning, .stated,
    summary: "A background session that the code makes more than once with one identifier",
    why: """
      Two sessions with one identifier at a time are not safe: the system delivers the events of the transfers to one \
      of them, and the other one's delegate waits in vain. If the app and an extension make them, only one process can use its session.
      """,
    guide: RuleGuide(
      symptom: """
        CFNetwork is reported, but not documented, to log “A background URLSession with identifier … already \
        exists!” and to call only the delegate of the first session.
        """,
      seenIn: [.secondSessionLog, .secondSessionDelegate],
      ignoreWhen: "Only one of the two places runs in a launch of the app.",
      related: ["session-identifier-duplicate"]),
    citations: [.urlSessionHeader, .ourInference],
    triggers: [
      .withApp(
        RuleExample.library,
        """
        import Foundation

        final class Uploads: NSObject, URLSessionDelegate {
          lazy var session = URLSession(
            configuration: .background(withIdentifier: "com.example.library"), delegate: self, delegateQueue: nil)
        }

        final class Downloads: NSObject, URLSessionDelegate {
          lazy var session = URLSession(
            configuration: «.background»(withIdentifier: "com.example.library"), delegate: self, delegateQueue: nil)
        }
        """),
      .withApp(
        RuleExample.library,
        """
        import UIKit

        final class PageController: UIViewController, URLSessionDelegate {
          @IBAction func download(_ sender: Any) {
            let session = URLSession(
              configuration: «.background»(withIdentifier: "com.example.library"), delegate: self, delegateQueue: nil)
            session.downloadTask(with: URL(string: "https://example.com/page")!).resume()
          }
        }
        """),
    ],
    passes: [
      .withApp(
        """
        sessions:
          library: { identifier: com.example.library, timeoutIntervalForResource: 2d }
          downloads: { identifier: com.example.downloads, timeoutIntervalForResource: 2d }
        """,
        """
        import Foundation

        final class Uploads: NSObject, URLSessionDelegate {
          lazy var session = URLSession(
            configuration: .background(withIdentifier: "com.example.library"), delegate: self, delegateQueue: nil)
        }

        final class Downloads: NSObject, URLSessionDelegate {
          lazy var session = URLSession(
            configuration: .background(withIdentifier: "com.example.downloads"), delegate: self, delegateQueue: nil)
        }
        """)
    ],
    check: .code { code, policy, context in
      sessionsMadeAgain(code, policy, context) + secondSessions(code, policy, context)
        + sharedSessions(code, context)
    }
  )

  /// The places in code of several targets that make a session with the same identifier in the app and in an extension.
  private static func sharedSessions(_ code: ReleaseCode, _ context: RuleContext) -> [Diagnostic] {
    code.facts(.session).compactMap { fact in
      guard fact["type"]?.string == "background", fact.conditions.isEmpty,
        let identifier = fact["identifier"],
        identifier.resolution == .literal || identifier.resolution == .constant, let text = identifier.string
      else { return nil }
      let names = Set(fact.all(.process).compactMap(\.string))
      let targets = code.targets(compiling: fact).filter { names.contains($0.name) }
      guard targets.contains(where: { $0.kind == .app }),
        let other = targets.first(where: { $0.kind == .appExtension || $0.kind == .widget })
      else { return nil }
      return context.diagnostic(
        at: fact.location, in: code,
        "The app and \(other.name) both make a session with the identifier \(text), which only one process at a time can use",
        help: "give each process its own identifier, for example one that begins with its bundle identifier")
    }
  }

  /// The places that make another session with the same identifier each time that their code runs.
  private static func sessionsMadeAgain(
    _ code: ReleaseCode, _ policy: Policy, _ context: RuleContext
  ) -> [Diagnostic] {
    code.facts(.session).compactMap { fact in
      // The code of a view that comes on screen may run once. Code without known moments is in a loop.
      guard fact[.repeats] == true, fact.conditions.isEmpty,
        fact.moments.isEmpty || fact.moments.contains(where: { $0 != .launch && $0 != .afterLaunch }),
        let identifier = code.identifier(of: fact, in: policy)
      else { return nil }
      return context.diagnostic(
        at: fact.location, in: code,
        "Each time this code runs, it makes another session with the identifier \(identifier)",
        help: "make the session once, and keep it")
    }
  }

  /// The places that make a session with the identifier of an earlier place.
  private static func secondSessions(
    _ code: ReleaseCode, _ policy: Policy, _ context: RuleContext
  ) -> [Diagnostic] {
    var first: [String: CodeFact] = [:]
    return code.facts(.session).compactMap { fact in
      // A configuration that creates no session, and a session that is created under a condition, don't
      // count as a second session.
      guard fact["type"]?.string == "background", fact["session"]?.bool != false, fact.conditions.isEmpty,
        fact["lifetime"]?.string != nil, fact["lifetime"]?.string != "local",
        let identifier = code.identifier(of: fact, in: policy)
      else { return nil }
      guard let earlier = first[identifier] else {
        first[identifier] = fact
        return nil
      }
      guard code.shareATarget(earlier, fact), earlier.location != fact.location else { return nil }
      return context.diagnostic(
        at: fact.location, in: code, "A second session is made with the identifier \(identifier)",
        help: "share one session, or give each an identifier of its own",
        related: [(earlier.location, "made here first")])
    }
  }
}
