internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let codeTaskTypeDiffers = Rule(
    "BGP704", "code-task-type-differs", .code, .error, .defined,
    summary: "A task whose request or launch handler in the app's code is for another type than the policy's",
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
        """),
      .withApp(
        """
        tasks:
          sync: { type: processing, identifier: com.example.sync }
        """,
        """
        import BackgroundTasks

        public func register() {
          «BGTaskScheduler.shared.register»(forTaskWithIdentifier: "com.example.sync", using: nil) { task in
            guard let task = task as? BGAppRefreshTask else { return task.setTaskCompleted(success: false) }
            task.expirationHandler = { task.setTaskCompleted(success: false) }
            task.setTaskCompleted(success: true)
          }
        }
        """),
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
    check: .facts([.taskRequest, .taskRegistration]) { fact, code, policy, context in
      guard fact["dependency"] == nil, let identifier = code.identifier(of: fact, in: policy),
        let type = fact["task"]?.string,
        let task = context.index.task(permitting: identifier, ofType: type), let declared = task.type,
        declared.value.rawValue != type, TaskType(rawValue: type) != nil
      else { return nil }
      if fact.kind == .taskRegistration {
        return context.diagnostic(
          at: fact.location, in: code,
          "\(code.subject(of: fact, in: policy)) expects a task of type \(type), but the policy declares \(declared.value.rawValue)",
          help: "expect the type of the request, or request the type that the handler expects",
          declared: (.value(declared.node), "declared here"))
      }
      return context.diagnostic(
        at: fact.location, in: code,
        "The request for \(identifier) is of type \(type), but the policy declares \(declared.value.rawValue)",
        help: "change the request or the policy",
        declared: (.value(declared.node), "declared here"))
    }
  )
}
