internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgContinuedInBackground = Rule(
    "BGP722", "bg-continued-in-background", .code, .warning,
    summary: "A continued processing task submitted while the app is in the background",
    why: """
      A continued processing task must follow a person's action in the foreground, and the system shows it to that \
      person. The system may reject one that the app submits by itself.
      """,
    guide: RuleGuide(related: ["bg-continued-not-user-initiated"]),
    citations: [.wwdc25Background, .taskRequestHeader],
    triggers: [
      .wholeWithApp(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "26.0" } }
        tasks:
          export: { type: continuedProcessing, identifier: com.example.export.*, title: Exporting, subtitle: Photos }
        """,
        """
        import BackgroundTasks
        import UIKit

        final class Exporter: NSObject, UIApplicationDelegate {
          func applicationDidEnterBackground(_ application: UIApplication) {
            do {
              try «BGTaskScheduler.shared.submit»(
                BGContinuedProcessingTaskRequest(
                  identifier: "com.example.export.one", title: "Exporting", subtitle: "Photos"))
            } catch {
              log(error)
            }
          }
        }
        """)
    ],
    passes: [
      .wholeWithApp(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "26.0" } }
        tasks:
          export: { type: continuedProcessing, identifier: com.example.export.*, title: Exporting, subtitle: Photos }
        """,
        """
        import BackgroundTasks
        import UIKit

        final class Exporter: NSObject, UIApplicationDelegate {
          @IBAction func exportPhotos(_ sender: Any) {
            do {
              try BGTaskScheduler.shared.submit(
                BGContinuedProcessingTaskRequest(
                  identifier: "com.example.export.one", title: "Exporting", subtitle: "Photos"))
            } catch {
              log(error)
            }
          }
        }
        """)
    ],
    check: .facts([.taskSubmission]) { fact, code, policy, context in
      guard fact["task"]?.string == "continuedProcessing", fact.runsOnlyInBackground else { return nil }
      let request = code.identifier(of: fact, in: policy).map { "The request for \($0)" } ?? "The request"
      return context.diagnostic(
        at: fact.location, in: code, "\(request) is submitted while the app is in the background",
        help: "submit it when a person starts the work, or make it a processing task")
    }
  )
}
