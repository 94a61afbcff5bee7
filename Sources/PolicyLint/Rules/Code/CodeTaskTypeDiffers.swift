internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let codeTaskTypeDiffers = Rule(
    "BGP704", "code-task-type-differs", .code, .error, .defined,
    summary: "A task whose request in the app's code is of another type than in the policy",
    why: """
      The type decides when the system runs a task and for how long. The generated code and the estimate are about the \
      policy's type.
      """,
    citations: [.policyLanguage],
    triggers: [
      .withApp(
        """
        tasks:
          sync: { type: processing, identifier: com.example.sync }
        """,
        """
        import BackgroundTasks

        public func schedule() throws {
          try BGTaskScheduler.shared.submit(«BGAppRefreshTaskRequest»(identifier: "com.example.sync"))
        }
        """)
    ],
    passes: [
      .withApp(
        """
        tasks:
          sync: { type: processing, identifier: com.example.sync }
        """,
        """
        import BackgroundTasks

        public func schedule() throws {
          try BGTaskScheduler.shared.submit(BGProcessingTaskRequest(identifier: "com.example.sync"))
        }
        """)
    ],
    check: .facts([.taskRequest]) { fact, code, policy, context in
      guard let identifier = code.identifier(of: fact, in: policy), let type = fact["task"]?.string,
        let task = policy.tasks.first(where: { $0.identifier?.value.permits(identifier) ?? false }),
        let declared = task.type, declared.value.rawValue != type
      else { return nil }
      return context.diagnostic(
        at: fact.location, in: code,
        "The request for \(identifier) is of type \(type), but the policy declares \(declared.value.rawValue)",
        help: "change the request or the policy",
        declared: (.value(declared.node), "declared here"))
    }
  )
}
