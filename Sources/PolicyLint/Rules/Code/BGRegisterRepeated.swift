internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgRegisterRepeated = Rule(
    "BGP724", "bg-register-repeated", .code, .error,
    summary: "A launch handler that is registered again each time its code runs",
    why: """
      Only one handler can be registered for an identifier in a process: the second registration ends the app. Code that \
      registers a handler where work starts, such as an export, does so at the second export.
      """,
    guide: RuleGuide(
      symptom: """
        The app crashes with NSInternalInconsistencyException, “Launch handler for task with identifier \
        com.example.export has already been registered”.
        """,
      seenIn: [.secondRegistration, .registrationAtEachUpload],
      swift: """
        init() {
          BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.export", using: .main) { task in
            handle(task)
          }
        }
        """,
      related: ["bg-registered-twice", "bg-register-late"]),
    citations: [.taskSchedulerHeader],
    triggers: [
      .wholeWithApp(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "26.0" } }
        tasks:
          export: { type: continuedProcessing, identifier: com.example.export, title: Exporting, subtitle: Photos }
        """,
        """
        import BackgroundTasks
        import UIKit

        final class ExportController: UIViewController {
          @IBAction func export(_ sender: Any) {
            «BGTaskScheduler.shared.register»(forTaskWithIdentifier: "com.example.export", using: .main) { task in
              task.expirationHandler = { cancel() }
              write { task.setTaskCompleted(success: true) }
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
          export: { type: continuedProcessing, identifier: com.example.export, title: Exporting, subtitle: Photos }
        """,
        """
        import BackgroundTasks
        import UIKit

        final class ExportController: UIViewController {
          private var isRegistered = false

          @IBAction func export(_ sender: Any) {
            guard !isRegistered else { return }
            isRegistered = true
            BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.export", using: .main) { task in
              task.expirationHandler = { cancel() }
              write { task.setTaskCompleted(success: true) }
            }
          }
        }
        """)
    ],
    check: .facts([.taskRegistration]) { fact, code, policy, context in
      guard fact[.repeats] == true, let identifier = code.identifier(of: fact, in: policy) else { return nil }
      let isContinued =
        fact["task"]?.string == "continuedProcessing"
        || policy.tasks.contains {
          $0.type?.value == .continuedProcessing && $0.identifier?.value.permits(identifier) ?? false
        }
      // If the first registration is too late, the app crashes at that registration, and another rule reports it.
      guard isContinued || fact.moments.contains(.launch) else { return nil }
      return context.diagnostic(
        at: fact.location, in: code, "The task \(identifier) is registered again each time this code runs",
        help:
          "register it once, in application(_:didFinishLaunchingWithOptions:) or the initializer of a SwiftUI app\(isContinued ? ", or give each task a new identifier under a wildcard" : "")"
      )
    }
  )
}
