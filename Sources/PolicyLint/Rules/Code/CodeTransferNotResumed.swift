internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let codeTransferNotResumed = Rule(
    "BGP832", "code-transfer-not-resumed", .code, .warning,
    summary: "A task of a URL session that nothing starts",
    why: "A new task is suspended until code calls resume().",
    guide: RuleGuide(
      symptom:
        "No error: the transfer never begins, and neither a delegate nor a completion handler is called.",
      swift: "session.downloadTask(with: request).resume()",
      related: ["code-transfer-suspended"]),
    citations: [.resumeReference],
    triggers: [
      .withApp(
        RuleExample.library,
        """
        import Foundation

        public func load(_ page: URL, in session: URLSession) {
          let task = «session.downloadTask»(with: page)
          task.earliestBeginDate = .now
        ‹→  task.resume()›
        }
        """),
      .withApp(
        RuleExample.library,
        """
        import Foundation

        public func send(_ file: URL, _ request: URLRequest, in session: URLSession) {
          log(file)
          «session.uploadTask»(with: request, fromFile: file)‹→.resume()›
        }
        """),
    ],
    passes: [
      .withApp(
        RuleExample.library,
        """
        import Foundation

        public func load(_ page: URL, in session: URLSession) -> URLSessionTask {
          let task = session.downloadTask(with: page)
          task.priority = 0.5
          return task
        }
        """),
      .withApp(
        RuleExample.library,
        """
        import Foundation

        public func load(_ page: URL, in session: URLSession) {
          let task = session.downloadTask(with: page)
          queue.append(task)
        }
        """),
    ],
    check: .facts([.transfer]) { fact, code, _, context in
      // Code that asks for the tasks of a session may start them later.
      guard fact[.neverResumed] == true, code.facts(.runningTasks).isEmpty else { return nil }
      return context.diagnostic(
        at: fact.location, in: code, "Nothing starts this transfer: its task is never resumed",
        help: "call resume() of the task")
    }
  )
}
