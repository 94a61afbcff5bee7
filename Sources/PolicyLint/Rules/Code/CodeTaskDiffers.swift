internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let codeTaskDiffers = Rule(
    "BGP717", "code-task-differs", .code, .warning, .defined,
    summary: "A request whose properties in the app's code differ from the policy",
    why: """
      The estimate and the rules are about the policy's values, and the app has others.
      """,
    guide: RuleGuide(related: ["code-task-type-differs", "code-session-differs"]),
    citations: [.policyLanguage],
    triggers: [
      .withApp(
        """
        tasks:
          refresh: { type: appRefresh, identifier: com.example.refresh, earliestBegin: 4h, reschedule: true }
        """,
        """
        import BackgroundTasks

        public func schedule() throws {
          let request = BGAppRefreshTaskRequest(identifier: "com.example.refresh")
          request.earliestBeginDate = Date(timeIntervalSinceNow: «15» * 60)
          try BGTaskScheduler.shared.submit(request)
        }
        """),
      .withApp(
        """
        tasks:
          cleanup: { type: processing, identifier: com.example.cleanup, «requiresExternalPower»: true }
        """,
        """
        import BackgroundTasks

        public func schedule() throws {
          try BGTaskScheduler.shared.submit(BGProcessingTaskRequest(identifier: "com.example.cleanup"))
        }
        """),
    ],
    passes: [
      .withApp(
        """
        tasks:
          cleanup: { type: processing, identifier: com.example.cleanup, earliestBegin: 1d, requiresExternalPower: true }
        """,
        """
        import BackgroundTasks

        public func schedule() throws {
          let request = BGProcessingTaskRequest(identifier: "com.example.cleanup")
          request.earliestBeginDate = Date(timeIntervalSinceNow: 24 * 60 * 60)
          request.requiresExternalPower = true
          try BGTaskScheduler.shared.submit(request)
        }
        """)
    ],
    check: .facts([.taskRequest]) { fact, code, policy, context in
      guard let identifier = code.identifier(of: fact, in: policy),
        let task = context.index.task(permitting: identifier, ofType: fact["task"]?.string),
        let difference = RequestDifference.first(
          of: fact,
          among: code.facts(.taskRequest, identified: identifier).filter { other in
            other["task"]?.string == fact["task"]?.string
          },
          from: task)
      else { return nil }
      let declared = (location: context.location(of: difference.node), message: "declared here")
      if let value = difference.value {
        return context.diagnostic(
          at: value.location, in: code,
          "The code sets \(difference.name) of the request for \(identifier) to \(difference.inCode), the policy to \(difference.inPolicy)",
          help: "change the code or the policy", declared: declared)
      }
      return context.diagnostic(
        at: .key(difference.node), in: code,
        "The policy sets \(difference.name) to \(difference.inPolicy), but the code leaves it at \(difference.inCode)",
        help: "change the code or the policy", found: [(fact.location, "requested here")])
    }
  )
}
