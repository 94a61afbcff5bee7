internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let codeTaskUndeclared = Rule(
    "BGP701", "code-task-undeclared", .code, .error,
    summary: "A task in the app's code that the policy does not declare",
    why: """
      What the policy does not declare is neither linted nor estimated, and the generated Info.plist does \
      not permit it.
      """,
    guide: RuleGuide(
      symptom: """
        With the generated Info.plist, register(forTaskWithIdentifier:using:launchHandler:) returns false, \
        and submitting the request fails with notPermitted.
        """,
      related: ["bg-identifier-not-permitted"]),
    citations: [.taskSchedulerHeader, .policyLanguage],
    triggers: [
      .withApp(
        """
        tasks:
          refresh: { type: appRefresh, identifier: com.example.refresh, reschedule: true }
        """,
        """
        import BackgroundTasks

        public func register() {
          BGTaskScheduler.shared.register(forTaskWithIdentifier: «"com.example.cleanup"», using: nil) { task in
            task.setTaskCompleted(success: true)
          }
        }

        public func schedule() throws {
          let request = BGProcessingTaskRequest(identifier: «"com.example.cleanup"»)
          try BGTaskScheduler.shared.submit(request)
        }
        """)
    ],
    passes: [
      .withApp(
        """
        tasks:
          refresh: { type: appRefresh, identifier: com.example.refresh, reschedule: true }
        """,
        """
        import BackgroundTasks

        public func schedule() throws {
          let identifier = "\\(Bundle.main.bundleIdentifier!).refresh"
          try BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: identifier))
        }
        """),
      .withApp(
        RuleExample.library,
        """
        import SwiftUI

        @main struct ExampleApp: App {
          var body: some Scene {
            WindowGroup { Text("Example") }.backgroundTask(.urlSession("com.example.library")) { }
          }
        }
        """),
    ],
    check: .code { code, policy, context in
      let ofDependencies = (policy.permittedIdentifiers?.value ?? []).compactMap { entry in
        entry.value.owner.value == .sdk ? entry.value.identifier?.value : nil
      }
      let texts = Set(ofDependencies.map(\.text))
      let patterns = ofDependencies.filter(\.isWildcard)
      func isDeclared(_ identifier: String) -> Bool {
        context.index.task(permitting: identifier, ofType: nil) != nil || texts.contains(identifier)
          || patterns.contains { $0.permits(identifier) } || PlatformFacts.dependencyTask(identifier) != nil
          || context.index.retiresTask(identifier)
      }
      let facts = (code.facts(.taskRegistration) + code.facts(.taskRequest)).filter { fact in
        // In SwiftUI, the action for the events of a session has the session's identifier.
        // Another rule reports a task of a watch app, which a policy does not declare.
        fact["task"]?.string != "urlSession" && !code.isOnWatch(fact)
          && code.identifier(of: fact, in: policy).map { !isDeclared($0) } ?? false
      }
      let missing = policy.tasks.compactMap { $0.identifier?.value }.filter { identifier in
        code.facts(.taskRegistration, permittedBy: identifier).isEmpty
          && code.facts(.taskRequest, permittedBy: identifier).isEmpty
      }
      // Code that is not read, such as code in Kotlin or in a library, may request a task that the Info.plist permits.
      let requested = Set(code.facts(.taskRequest).compactMap { code.identifier(of: $0, in: policy) })
      let permitted = Set(
        (policy.permittedIdentifiers?.value ?? []).compactMap { $0.value.identifier?.value.text })
      func isOfUnknownType(_ facts: [CodeFact], _ identifier: String) -> Bool {
        facts.allSatisfy { $0["task"]?.string == nil } && !requested.contains(identifier)
          && permitted.contains(identifier) && code.identifiesAll(.taskRequest)
      }
      let similar = SimilarIdentifiers(missing.map(\.text))
      // The same constant may be the identifier of a registration and of a request.
      let places = Dictionary(grouping: facts) { $0["identifier"]?.location ?? $0.location }
      return places.sorted { $0.key < $1.key }.compactMap { place, facts in
        guard let identifier = facts.first.flatMap({ code.identifier(of: $0, in: policy) }) else {
          return nil
        }
        let deeds = [
          facts.contains { $0.kind == .taskRegistration } ? "registers" : nil,
          facts.contains { $0.kind == .taskRequest } ? "requests" : nil,
        ].compactMap(\.self)
        return context.diagnostic(
          at: place, in: code,
          "The code \(deeds.joined(separator: " and ")) the task \(identifier), which the policy does not declare"
            + similar.nearest(to: identifier).question,
          help: "declare it under tasks, or remove the code",
          severity: isOfUnknownType(facts, identifier) ? .info : nil
        )?.about(surplus: identifier)
      }
    }
  )
}
