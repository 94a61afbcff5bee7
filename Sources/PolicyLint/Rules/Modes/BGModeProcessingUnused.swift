internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgModeProcessingUnused = Rule(
    "BGP213", "bg-mode-processing-unused", .modes, .warning, tags: .unnecessary,
    summary: "The background mode processing without a processing task",
    why: """
      processing launches the app only for processing tasks. App Review rejects background modes that an app \
      does not use.
      """,
    guide: RuleGuide(
      symptom: "App Review may reject the app under guideline 2.5.4.",
      ignoreWhen: "A dependency uses the mode; `owner: sdk` declares that without a comment."),
    citations: [.reviewGuidelines, .uploadValidation, .wildApps],
    triggers: [
      """
      permittedIdentifiers: [com.example.refresh]
      backgroundModes: [fetch, «processing»]
      tasks:
        refresh: { type: appRefresh, identifier: com.example.refresh, reschedule: true }
      """
    ],
    passes: [
      """
      backgroundModes: [processing]
      tasks:
        cleanup: { type: processing, identifier: com.example.cleanup }
      """
    ],
    check: .backgroundModes { entry, policy, context in
      UnusedMode.diagnostic(
        of: entry, if: "processing", usedBy: [.processing, .healthResearch], noun: "processing", in: policy,
        context)
    }
  )
}
