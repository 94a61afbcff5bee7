internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgModeFetchUnused = Rule(
    "BGP212", "bg-mode-fetch-unused", .modes, .warning, tags: .unnecessary,
    summary: "The background mode fetch without an app refresh task",
    why: """
      fetch launches the app only for app refresh tasks and for the older background fetch: background \
      transfers need no mode. App Review rejects background modes that an app does not use.
      """,
    guide: RuleGuide(
      symptom: "App Review may reject the app under guideline 2.5.4.",
      ignoreWhen: "A dependency uses the mode; `owner: sdk` declares that without a comment.",
      related: ["bg-mode-processing-unused"]),
    citations: [.reviewGuidelines, .taskHeader, .wildApps],
    triggers: [
      """
      backgroundModes: [«fetch», audio]
      """,
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "16.0" }, legacyFetch: true }
        backgroundModes: [«fetch», processing]
        tasks:
          cleanup: { type: processing, identifier: com.example.cleanup, reschedule: true, earliestBegin: 6h }
        """),
    ],
    passes: [
      """
      backgroundModes: [fetch]
      tasks:
        refresh: { type: appRefresh, identifier: com.example.refresh, reschedule: true }
      """,
      """
      backgroundModes: [{ mode: fetch, owner: sdk }]
      """,
      """
      backgroundModes: [fetch]
      permittedIdentifiers: [{ identifier: org.dependency.refresh, owner: sdk }]
      """,
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "16.0" }, legacyFetch: true }
        backgroundModes: [fetch]
        """),
    ],
    check: .backgroundModes { entry, policy, context in
      // The older background fetch, which app refresh tasks have replaced, needs the mode, too.
      guard policy.enabledLegacyFetch == nil else { return nil }
      return UnusedMode.diagnostic(
        of: entry, if: "fetch", usedBy: [.appRefresh], noun: "app refresh", in: policy, context)
    }
  )
}
