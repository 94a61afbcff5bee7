internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgRefreshNotRescheduled = Rule(
    "BGP225", "bg-refresh-not-rescheduled", .tasks, .warning,
    summary: "An app refresh task that does not submit its next request",
    why: """
      One request leads to one launch. To run again, an app refresh task must be submitted again, ideally as \
      the first thing in its handler.
      """,
    guide: RuleGuide(
      symptom: """
        The system launches the app for the task once, and not again until the app submits another request.
        """,
      ignoreWhen: """
        The task should run only once for each time that the app submits it, or code outside of its handler submits it in a \
        way that submittedAt can't state.
        """,
      swift: """
        func handle(_ task: BGAppRefreshTask) {
          submitNextRequest()
          refresh { success in task.setTaskCompleted(success: success) }
        }
        """,
      related: ["bg-resubmitted-at-end", "bg-reschedule-contradiction"]),
    citations: [.wwdc19Background],
    triggers: [
      """
      tasks:
        «refresh»: { type: appRefresh, identifier: com.example.refresh‹→, reschedule: true› }
      """,
      """
      tasks:
        refresh: { type: appRefresh, identifier: com.example.refresh, reschedule: «false» }
      """,
      """
      tasks:
        feed: { type: appRefresh, identifier: com.example.feed, submittedAt: «[enteringBackground]» }
      """,
    ],
    passes: [
      """
      permittedIdentifiers: [com.example.refresh]
      tasks:
        refesh: { type: appRefresh, identifier: com.example.refesh }
      """,
      """
      tasks:
        fetch: { type: appRefresh, identifier: com.transistorsoft.fetch }
      """,
      """
      tasks:
        feed: { type: appRefresh, identifier: com.example.feed, submittedAt: [enteringBackground, handlerStart] }
      """,
      """
      tasks:
        export: { type: appRefresh, identifier: com.example.export, submittedAt: [userAction] }
      """,
      """
      tasks:
        sync: { type: appRefresh, identifier: com.example.sync, conditional: true }
      """,
    ],
    check: .tasksOfType(.appRefresh) { task, policy, context in
      guard !task.reschedule.value, !task.isOfDependency, !task.conditional.value,
        !isMisspelled(task, context)
      else { return nil }
      if let moments = task.submittedAt {
        return moments.value.isEmpty ? neverRuns(task, moments, context) : runsOnce(task, moments, context)
      }
      let fix =
        task.reschedule.written.map {
          context.replace(
            $0.node, withPlain: "true", "Set reschedule to true", safety: .reverses("reschedule: false"))
        }
        ?? context.insert(
          "reschedule", plain: "true", into: task.name.node, "Add reschedule: true",
          safety: .unsafe(because: "makes the task run again and again"))
      return context.diagnostic(
        at: task.reschedule.written.map { .value($0.node) } ?? .key(task.name.node),
        "\(task.name.value) runs once: its handler does not submit the next request", fixes: [fix])
    }
  )

  /// Whether the task's identifier is probably a misspelling of a permitted identifier, as another rule
  /// reports. The facts about the task's handler then belong to the other spelling.
  private static func isMisspelled(_ task: TaskRequest, _ context: RuleContext) -> Bool {
    guard let identifier = task.identifier?.value.text, !context.index.permits(task) else { return false }
    return context.index.probablePermission(of: identifier) != nil
  }

  /// A diagnostic for a task whose submittedAt is an empty list. A list whose moments are all invalid has findings of its own.
  private static func neverRuns(
    _ task: TaskRequest, _ moments: Located<[Located<SubmissionMoment>]>, _ context: RuleContext
  ) -> Diagnostic? {
    guard context.nodes.tree.items(of: context.nodes.syntax(of: moments.node)).isEmpty else { return nil }
    return context.diagnostic(
      at: .value(moments.node), "\(task.name.value) never runs: submittedAt lists no moment",
      fixes: [handlerStart(in: moments, context)])
  }

  private static func handlerStart(
    in moments: Located<[Located<SubmissionMoment>]>, _ context: RuleContext
  ) -> Fix {
    context.append(
      "handlerStart", to: moments.node, "Add handlerStart to submittedAt",
      safety: .unsafe(because: "makes the task run again and again"))
  }

  /// A diagnostic for a task that the app submits at launch or when it enters the background, but not in the
  /// task's handler.
  private static func runsOnce(
    _ task: TaskRequest, _ moments: Located<[Located<SubmissionMoment>]>, _ context: RuleContext
  ) -> Diagnostic? {
    let all = Set(moments.value.map(\.value))
    // Work that a user asks for is meant to run once.
    guard !all.contains(.userAction), all.isDisjoint(with: [.handlerStart, .handlerEnd]),
      !all.isDisjoint(with: [.launch, .enteringBackground])
    else {
      return nil
    }
    let visit = all.contains(.enteringBackground) ? "enters the background" : "launches"
    return context.diagnostic(
      at: .value(moments.node),
      "\(task.name.value) runs once for each time that the app \(visit): its handler does not submit the next request",
      fixes: [handlerStart(in: moments, context)])
  }
}
