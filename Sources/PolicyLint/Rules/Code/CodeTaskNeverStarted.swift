internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let codeTaskNeverStarted = Rule(
    "BGP766", "code-task-never-started", .code, .warning,
    summary: "A background task that only launch handlers request, none of which ever runs",
    why: """
      The system runs a launch handler only for a request that is pending. If nothing but the task's own handler submits \
      one, or handlers of tasks that nothing starts either, the task never runs.
      """,
    guide: RuleGuide(
      symptom: "No error: the task never runs.",
      ignoreWhen: "Code outside of the folders that were read submits the first request.",
      related: ["bg-never-starts", "code-task-not-submitted"]),
    citations: [.taskSchedulerHeader, .wwdc19Background],
    triggers: [
      .withApp(
        RuleExample.refresh,
        """
        import BackgroundTasks

        public func register() {
          BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.refresh", using: nil) { task in
            schedule()
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
        """)
    ],
    passes: [
      .withApp(
        RuleExample.refresh,
        """
        import BackgroundTasks
        import UIKit

        final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
          func sceneDidEnterBackground(_ scene: UIScene) { schedule() }
        }

        public func register() {
          BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.refresh", using: nil) { task in
            schedule()
            task.expirationHandler = { cancel() }
            refresh { task.setTaskCompleted(success: true) }
          }
        }

        private func schedule() {
          do {
            try BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "com.example.refresh"))
          } catch {
            log(error)
          }
        }
        """)
    ],
    check: .code { code, policy, context in
      let chain = LaunchChain(code, policy)
      guard code.isComplete, chain.isKnown else { return [] }
      let declared = Set(policy.tasks.filter(\.neverStarts).compactMap { $0.identifier?.value.text })
      return chain.unstarted.filter { !declared.contains($0.identifier) }.compactMap { one in
        context.diagnostic(
          at: one.submission.location, in: code,
          one.isOwn
            ? "\(one.identifier) is requested only by its own launch handler, which runs only after a request: it never starts"
            : "\(one.identifier) is requested only by launch handlers of tasks that nothing starts: it never starts",
          help: "submit the first request at launch, or when the app enters the background",
          severity: code.severityOfAbsence)
      }
    }
  )
}

/// Finds the tasks that the code of an app never starts. A launch handler may submit the requests of other
/// tasks.
private struct LaunchChain {
  /// Whether the task of every submission is known, and all ways through the code that lead to the
  /// submission.
  let isKnown: Bool
  /// The tasks that no reachable code starts, with their first submissions, in the order of the code.
  private(set) var unstarted: [(identifier: String, submission: CodeFact, isOwn: Bool)] = []

  init(_ code: ReleaseCode, _ policy: Policy) {
    let submissions = code.facts(.taskSubmission).map { ($0, code.identifier(of: $0, in: policy)) }
    isKnown = submissions.allSatisfy { $1 != nil }
    var handlers: [String: Set<String>] = [:]
    var started: Set<String> = []
    var first: [(String, CodeFact)] = []
    for case (let fact, let identifier?) in submissions {
      if handlers[identifier] == nil { first.append((identifier, fact)) }
      let names = fact.all(.handler).map { $0.string.flatMap { code.expanded($0, in: policy) } }
      let inHandlers: Set<Moment> = [.handlerStart, .handlerEnd, .failure]
      if fact[.knowsMoments] != true || !fact.moments.allSatisfy(inHandlers.contains) || names.contains(nil) {
        started.insert(identifier)
      }
      handlers[identifier, default: []].formUnion(names.compactMap(\.self))
    }
    var requested: [String: [String]] = [:]
    for (identifier, names) in handlers {
      for name in names { requested[name, default: []].append(identifier) }
    }
    var open = Array(started)
    while let next = open.popLast() {
      for identifier in requested[next] ?? [] where started.insert(identifier).inserted {
        open.append(identifier)
      }
    }
    unstarted = first.filter { !started.contains($0.0) && !(handlers[$0.0] ?? []).isEmpty }.map {
      ($0.0, $0.1, handlers[$0.0] == [$0.0])
    }
  }
}
