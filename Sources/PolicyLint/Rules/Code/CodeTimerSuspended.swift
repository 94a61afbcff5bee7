internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax
internal import Quantities

extension Rule {
  static let codeTimerSuspended = Rule(
    "BGP799", "code-timer-suspended", .code, .warning,
    summary: "A timer that starts when the app enters the background, where the app is soon suspended",
    why: """
      The system suspends an app seconds after it has entered the background, unless a background mode keeps it running. Timers \
      and queues of a suspended app run again only when the app does.
      """,
    guide: RuleGuide(
      symptom: "The timer does not fire in the background. It fires when a person opens the app again.",
      ignoreWhen: "The code may also run when a person comes back, for example because it locks the app.",
      swift: """
        func sceneDidEnterBackground(_ scene: UIScene) {
          let request = BGAppRefreshTaskRequest(identifier: "com.example.refresh")
          do { try BGTaskScheduler.shared.submit(request) } catch { log(error) }
        }
        """,
      related: ["uitask-begun-too-late"]),
    citations: [.lifeCycleArticle, .executionLimits, .reactBackgroundTimer],
    triggers: [
      .withApp(
        """
        backgroundModes: [‹fetch→audio›]
        """,
        """
        import UIKit

        class SceneDelegate: UIResponder, UIWindowSceneDelegate {
          func sceneDidEnterBackground(_ scene: UIScene) {
            «Timer.scheduledTimer»(withTimeInterval: 300, repeats: true) { _ in poll() }
          }
        }
        """),
      .withApp(
        RuleExample.library,
        """
        import UIKit

        class SceneDelegate: UIResponder, UIWindowSceneDelegate {
          func sceneDidEnterBackground(_ scene: UIScene) {
            «DispatchQueue.main.asyncAfter»(deadline: .now() + 600) { upload() }
          }
        }
        """),
    ],
    passes: [
      .withApp(
        RuleExample.library,
        """
        import UIKit

        class SceneDelegate: UIResponder, UIWindowSceneDelegate {
          func sceneDidBecomeActive(_ scene: UIScene) {
            Timer.scheduledTimer(withTimeInterval: 300, repeats: true) { _ in poll() }
          }

          func sceneDidEnterBackground(_ scene: UIScene) {
            DispatchQueue.main.asyncAfter(deadline: .now() + 1) { save() }
          }
        }
        """)
    ],
    check: .code { code, policy, context in
      let help = "request a background task of BGTaskScheduler, or let a server send a push"
      let timers = code.facts(.timer).compactMap { fact -> Diagnostic? in
        guard let interval = fact["interval"]?.number,
          interval >= PlatformFacts.backgroundTaskRuntime.value.seconds, !code.mayStayRunning(fact, policy)
        else { return nil }
        return context.diagnostic(
          at: fact.location, in: code,
          "The app is suspended before this \(fact["api"]?.string == "Timer" ? "timer fires" : "code runs"): it starts as the app enters the background",
          help: help)
      }
      guard code.modesOnlyLaunch(policy) else { return timers }
      return timers
        + code.pluginCalls.compactMap { call in
          guard call.function?.isTimer ?? false else { return nil }
          return context.diagnostic(
            at: call.location, in: code,
            "This timer fires for some 30 s in the background, until the system suspends the app",
            help: help, severity: call.asksForSystem ? .info : nil)
        }
    }
  )
}
