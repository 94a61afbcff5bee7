internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let codeMainThreadLoads = Rule(
    "BGP835", "code-main-thread-loads", .code, .warning,
    summary: "A load from the network for which the main thread waits, at launch or in the background",
    why: """
      Initializers such as Data(contentsOf:) return when all data has arrived, which takes tens of seconds on a slow network. The system ends \
      an app that does not launch in time, or that does not enter the background in time.
      """,
    guide: RuleGuide(
      symptom: "The app hangs at launch, and ends with 0x8badf00d.",
      swift: """
        let (data, _) = try await URLSession.shared.data(from: address)
        """,
      related: ["code-main-thread-waits"]),
    citations: [.synchronousData, .crashReportTypes],
    triggers: [
      .withApp(
        RuleExample.library,
        """
        import UIKit

        class AppDelegate: UIResponder, UIApplicationDelegate {
          func application(
            _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
          ) -> Bool {
            settings = try? «Data»(contentsOf: URL(string: "https://example.com/settings")!)
            return true
          }
        }
        """)
    ],
    passes: [
      .withApp(
        RuleExample.library,
        """
        import UIKit

        class AppDelegate: UIResponder, UIApplicationDelegate {
          func application(
            _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
          ) -> Bool {
            settings = try? Data(contentsOf: Bundle.main.url(forResource: "settings", withExtension: "json")!)
            DispatchQueue.global().async {
              keep(try? Data(contentsOf: URL(string: "https://example.com/settings")!))
            }
            return true
          }
        }
        """)
    ],
    check: .facts([.wait]) { fact, code, _, context in
      guard fact[.loads] == true, !code.isInExtension(fact) else { return nil }
      return context.diagnostic(
        at: fact.location, in: code, "The main thread waits here until data has arrived from the network",
        help: "load the data with URLSession, whose methods do not wait")
    }
  )
}
