internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgSubmitBeforeRegister = Rule(
    "BGP827", "bg-submit-before-register", .code, .warning,
    summary: "A request that the launch submits before it registers the launch handler",
    why: "A request is for a task whose launch handler is already registered.",
    guide: RuleGuide(
      symptom: """
        The app may crash with NSInternalInconsistencyException, “No launch handler registered for task with \
        identifier com.example.refresh” (seen in 2025).
        """,
      seenIn: [.unregisteredSubmission],
      swift: """
        BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.refresh", using: nil) { task in
          handle(task)
        }
        schedule()
        """,
      related: ["code-task-not-registered", "bg-register-late"]),
    citations: [.submitReference, .taskSchedulerHeader],
    triggers: [
      .withApp(
        RuleExample.refresh,
        """
        import BackgroundTasks
        import UIKit

        class AppDelegate: UIResponder, UIApplicationDelegate {
          func application(
            _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
          ) -> Bool {
            ‹schedule()→register()›
            ‹register()→schedule()›
            return true
          }

          private func register() {
            BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.refresh", using: nil) { task in
              task.expirationHandler = { cancel() }
              refresh { task.setTaskCompleted(success: true) }
            }
          }

          private func schedule() {
            do {
              try «BGTaskScheduler.shared.submit»(BGAppRefreshTaskRequest(identifier: "com.example.refresh"))
            } catch {
              log(error)
            }
          }
        }
        """),
      .withApp(
        RuleExample.refresh,
        """
        import BackgroundTasks
        import SwiftUI

        @main struct ExampleApp: App {
          init() { ‹schedule()→prepare()› }

          var body: some Scene {
            WindowGroup { ContentView() }
              .backgroundTask(.appRefresh("com.example.refresh")) {
                schedule()
                await refresh()
              }
          }

          private func schedule() {
            do {
              try «BGTaskScheduler.shared.submit»(BGAppRefreshTaskRequest(identifier: "com.example.refresh"))
            } catch {
              log(error)
            }
          }
        }
        """),
    ],
    passes: [
      .withApp(
        RuleExample.refresh,
        """
        import BackgroundTasks
        import SwiftUI

        @main struct ExampleApp: App {
          @Environment(\\.scenePhase) private var phase

          var body: some Scene {
            WindowGroup { ContentView() }
              .onChange(of: phase) { if phase == .background { schedule() } }
              .backgroundTask(.appRefresh("com.example.refresh")) {
                schedule()
                await refresh()
              }
          }

          private func schedule() {
            do {
              try BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "com.example.refresh"))
            } catch {
              log(error)
            }
          }
        }
        """)
    ],
    check: .facts([.taskSubmission]) { fact, code, policy, context in
      let later = Set(fact.all(.registration).map(\.location))
      guard !later.isEmpty, let identifier = code.identifier(of: fact, in: policy) else { return nil }
      let registrations = code.facts(.taskRegistration)
      // A handler whose identifier is not known may be registered for this task, and earlier.
      guard registrations.allSatisfy({ code.identifier(of: $0, in: policy) != nil }) else { return nil }
      let own = registrations.filter { code.identifier(of: $0, in: policy) == identifier }
      guard let first = own.first,
        own.allSatisfy({ later.contains($0.location) })
      else { return nil }
      return context.diagnostic(
        at: fact.location, in: code, "\(identifier) is submitted before its launch handler is registered",
        help: first["api"]?.string == "SwiftUI"
          ? "submit it when the phase of a scene changes: SwiftUI registers the handler after the app's initializer"
          : "register the launch handler first", related: [(first.location, "registered here, later")])
    }
  )
}
