internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgModeFetchUnused = Rule(
    "BGP212", "bg-mode-fetch-unused", .warning,
    summary: "The background mode fetch without an app refresh task",
    why: """
      fetch launches the app for app refresh tasks, and for nothing else: background transfers need no \
      mode. App Review rejects modes that an app does not use.
      """,
    citations: [.reviewGuidelines, .taskHeader, .wildApps],
    triggers: [
      """
      backgroundModes: [«fetch», audio]
      """
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
    ],
    check: .backgroundModes { entry, policy, context in
      UnusedMode.issue(
        of: entry, if: "fetch", usedBy: [.appRefresh], noun: "app refresh", in: policy, context)
    }
  )
}
