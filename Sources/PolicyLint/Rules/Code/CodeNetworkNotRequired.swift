internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let codeNetworkNotRequired = Rule(
    "BGP806", "code-network-not-required", .code, .warning,
    summary: "A processing task that transfers data, and whose request does not require the network",
    why: """
      requiresNetworkConnectivity is false by default, so the system may start the task while the device has no network.
      """,
    guide: RuleGuide(
      symptom: """
        Without a network, the task's transfers fail, for example with URLError.notConnectedToInternet (-1009).
        """,
      ignoreWhen: "The task also has work for which it needs no network.",
      swift: "request.requiresNetworkConnectivity = true",
      related: ["bg-processing-network-default"]),
    citations: [.taskRequestHeader, .urlErrorReference],
    triggers: [
      .withApp(
        """
        tasks:
          sync: { type: processing, identifier: com.example.sync, reschedule: true }
        """,
        """
        import BackgroundTasks

        public func register() {
          BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.sync", using: nil) { task in
            let transfer = «URLSession.shared.dataTask»(with: changes()) { _, _, error in
              task.setTaskCompleted(success: error == nil)
            }
            task.expirationHandler = { transfer.cancel() }
            transfer.resume()
          }
        }

        public func schedule() throws {
          try BGTaskScheduler.shared.submit(BGProcessingTaskRequest(identifier: "com.example.sync"))
        }
        """)
    ],
    passes: [
      .withApp(
        """
        tasks:
          sync: { type: processing, identifier: com.example.sync, requiresNetworkConnectivity: true, reschedule: true }
        """,
        """
        import BackgroundTasks

        public func register() {
          BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.sync", using: nil) { task in
            let transfer = URLSession.shared.dataTask(with: changes()) { _, _, error in
              task.setTaskCompleted(success: error == nil)
            }
            task.expirationHandler = { transfer.cancel() }
            transfer.resume()
          }
        }

        public func schedule() throws {
          let request = BGProcessingTaskRequest(identifier: "com.example.sync")
          request.requiresNetworkConnectivity = true
          try BGTaskScheduler.shared.submit(request)
        }
        """)
    ],
    check: .code { code, policy, context in
      var seen: Set<String> = []
      return code.facts(.transfer).compactMap { fact in
        guard fact[.foreground] == true, !code.isInExtension(fact) else { return nil }
        let names = fact.all(.handler).compactMap { $0.string.flatMap { code.expanded($0, in: policy) } }
        let lacking = names.compactMap { name -> (name: String, request: CodeFact)? in
          let own = code.facts(.taskRequest, identified: name)
          let declared = context.index.task(identified: name).map { policy.tasks[$0] }
          guard let first = own.first, own.allSatisfy(\.runsWithoutNetwork), declared?.isProcessing ?? true
          else { return nil }
          return (name, first)
        }
        guard let (name, request) = lacking.first, seen.insert(name).inserted else { return nil }
        return context.diagnostic(
          at: fact.location, in: code,
          "\(name) transfers data, and its request does not require the network, so the task may run without it",
          help: "set requiresNetworkConnectivity of the request to true",
          related: [(request.location, "the request")])
      }
    }
  )
}

extension CodeFact {
  /// Whether a request is a request of a processing task, and certainly does not require the network.
  fileprivate var runsWithoutNetwork: Bool {
    guard self["task"]?.string == "processing" else { return false }
    return self["requiresNetworkConnectivity"].map { $0.bool == false } ?? true
  }
}
