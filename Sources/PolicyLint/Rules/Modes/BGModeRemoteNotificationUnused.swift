internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgModeRemoteNotificationUnused = Rule(
    "BGP245", "bg-mode-remote-notification-unused", .modes, .info, tags: .unnecessary,
    summary: "The background mode remote-notification without a silent push",
    why: """
      remote-notification launches the app only for silent pushes. CloudKit and some dependencies send them \
      too.
      """,
    guide: RuleGuide(
      symptom: "App Review may reject the app under guideline 2.5.4.",
      ignoreWhen: "CloudKit or a dependency uses the mode; `owner: sdk` declares that without a comment.",
      related: ["push-mode-missing"]),
    citations: [.pushingUpdates, .reviewGuidelines, .wildApps],
    triggers: [
      """
      backgroundModes: [audio, «remote-notification»]
      """
    ],
    passes: [
      """
      backgroundModes: [{ mode: remote-notification, owner: sdk, because: CloudKit }]
      """,
      """
      backgroundModes: [remote-notification]
      pushes:
        changes: { headers: { apns-push-type: background, apns-priority: 5 }, payload: { aps: { content-available: 1 } } }
      """,
    ],
    check: .backgroundModes { entry, policy, context in
      guard let mode = entry.value.mode, mode.value == "remote-notification", entry.value.owner.value == .app,
        policy.pushes.isEmpty, !context.mayMirrorCloud(policy)
      else { return nil }
      return context.diagnostic(
        at: .value(mode.node), "No silent push uses the background mode remote-notification",
        help:
          "declare the push, or write { mode: remote-notification, owner: sdk } if CloudKit or a dependency uses it",
        fixes: [
          context.remove(
            entry.node, "Remove remote-notification from backgroundModes", safety: .removesFromDependencies)
        ])
    }
  )
}

extension RuleContext {
  /// Whether the app's code was read, and has a store that mirrors CloudKit, or whether another command reads the code, which the policy
  /// names.
  fileprivate func mayMirrorCloud(_ policy: Policy) -> Bool {
    guard case .success(let app)? = appFiles.app else { return codeDecides(policy) }
    return ReleaseCode(app, of: policy).mirrorsCloud
  }
}
