internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let watchTaskNotCompleted = Rule(
    "BGP762", "watch-task-not-completed", .code, .error,
    summary: "A path through handle(_:) of a watch app that does not complete its task",
    why: """
      Each WKRefreshBackgroundTask has to be completed as soon as its work is done. The system ends a watch app that does \
      not complete one in time, which reports put at 15 s.
      """,
    guide: RuleGuide(
      symptom: "The crash report contains “exhausted wall time allowance of 15 seconds” (reported).",
      seenIn: [.watchTaskReport],
      swift: """
        func handle(_ backgroundTasks: Set<WKRefreshBackgroundTask>) {
          for task in backgroundTasks { task.setTaskCompletedWithSnapshot(false) }
        }
        """,
      related: ["bg-completion-missing"]),
    citations: [.watchRefreshReference],
    triggers: [
      .withApp(
        RuleExample.library,
        """
        import WatchKit

        final class Delegate: NSObject, WKApplicationDelegate {
          func handle(_ backgroundTasks: Set<WKRefreshBackgroundTask>) {
            for task in backgroundTasks {
              switch task {
              case let refresh as WKApplicationRefreshBackgroundTask: refresh.setTaskCompletedWithSnapshot(false)
              case is WKSnapshotRefreshBackgroundTask: «break»
              default: task.setTaskCompletedWithSnapshot(false)
              }
            }
          }
        }
        """)
    ],
    passes: [
      .withApp(
        RuleExample.library,
        """
        import WatchKit

        final class Delegate: NSObject, WKApplicationDelegate {
          private var pending: [WKURLSessionRefreshBackgroundTask] = []

          func handle(_ backgroundTasks: Set<WKRefreshBackgroundTask>) {
            for task in backgroundTasks {
              if let session = task as? WKURLSessionRefreshBackgroundTask {
                pending.append(session)
              } else {
                task.setTaskCompletedWithSnapshot(false)
              }
            }
          }
        }
        """)
    ],
    check: .code { code, _, context in
      code.facts(.watchRefresh).flatMap { fact -> [Diagnostic] in
        let left =
          fact.all(.leavesOthers).compactMap { value in
            context.diagnostic(
              at: value.location, in: code,
              "This return leaves the other tasks of the set without a completion",
              help: "go on to the next task with continue", related: [(fact.location, "the method")])
          }
          + fact.all(.overwritten).compactMap { value in
            context.diagnostic(
              at: value.location, in: code,
              "If several tasks come at once, this property keeps only one of them, and nothing completes the others",
              help: "keep the tasks in an array, and complete each of them",
              related: [(fact.location, "the method")],
              severity: .warning)
          }
        guard let completes = fact["completes"]?.string, completes == "sometimes" || completes == "never"
        else { return left }
        let exits = fact.values.filter { $0.key == "exit" }.map(\.value.location)
        return left
          + exits.compactMap { exit in
            context.diagnostic(
              at: exit, in: code, "This path does not complete its task",
              help: "call setTaskCompletedWithSnapshot(_:) on every path",
              related: [(fact.location, "the method")])
          }
      }
    }
  )
}
