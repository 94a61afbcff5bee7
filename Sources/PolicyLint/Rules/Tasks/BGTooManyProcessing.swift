internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgTooManyProcessing = Rule(
    "BGP221", "bg-too-many-processing", .tasks, .warning,
    summary: "More than ten processing and health research tasks",
    why: """
      Ten processing requests can be pending at a time in the whole app, including health research requests \
      and those of dependencies. Submitting another one fails with tooManyPendingTaskRequests.
      """,
    guide: RuleGuide(
      symptom: "Submitting the eleventh request throws BGTaskScheduler.Error.tooManyPendingTaskRequests.",
      ignoreWhen: "The app never has more than ten of the requests pending at a time.",
      related: ["bg-too-many-refresh"]),
    citations: [.taskSchedulerHeader],
    triggers: [
      """
      tasks:
        job0: { type: processing, identifier: com.example.job0 }
        job1: { type: processing, identifier: com.example.job1 }
        job2: { type: processing, identifier: com.example.job2 }
        job3: { type: processing, identifier: com.example.job3 }
        job4: { type: processing, identifier: com.example.job4 }
        job5: { type: processing, identifier: com.example.job5 }
        job6: { type: processing, identifier: com.example.job6 }
        job7: { type: processing, identifier: com.example.job7 }
        job8: { type: processing, identifier: com.example.job8 }
        job9: { type: processing, identifier: com.example.job9 }
        job10: { type: «processing», identifier: com.example.job10 }
      """,
      """
      tasks:
        job0: { type: processing, identifier: com.example.job0 }
        job1: { type: processing, identifier: com.example.job1 }
        job2: { type: processing, identifier: com.example.job2 }
        job3: { type: processing, identifier: com.example.job3 }
        job4: { type: processing, identifier: com.example.job4 }
        job5: { type: processing, identifier: com.example.job5 }
        job6: { type: processing, identifier: com.example.job6 }
        job7: { type: processing, identifier: com.example.job7 }
        job8: { type: processing, identifier: com.example.job8 }
        study: { type: healthResearch, identifier: com.example.study }
        trends: { type: «healthResearch», identifier: com.example.trends }
      """,
    ],
    passes: [
      """
      tasks:
        job0: { type: processing, identifier: com.example.job0 }
        job1: { type: processing, identifier: com.example.job1 }
        job2: { type: processing, identifier: com.example.job2 }
        job3: { type: processing, identifier: com.example.job3 }
        job4: { type: processing, identifier: com.example.job4 }
        job5: { type: processing, identifier: com.example.job5 }
        job6: { type: processing, identifier: com.example.job6 }
        job7: { type: processing, identifier: com.example.job7 }
        job8: { type: processing, identifier: com.example.job8 }
        job9: { type: processing, identifier: com.example.job9 }
      """
    ],
    check: .policy { policy, context in
      PendingLimit.diagnostics(
        limit: PlatformFacts.pendingProcessingRequests.value, of: "processing",
        by: [.processing, .healthResearch],
        noun: "processing",
        help: "combine several jobs in one processing task", in: policy, context)
    }
  )
}
