internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let pushModeMissing = Rule(
    "BGP405", "push-mode-missing", .error,
    summary: "A silent push without the background mode remote-notification",
    why: "Without remote-notification in UIBackgroundModes, a push does not wake the app.",
    citations: [.pushingUpdates],
    triggers: [
      """
      backgroundModes: [audio]
      pushes:
        «changes»: { headers: { apns-push-type: background, apns-priority: 5 }, payload: { aps: { content-available: 1 } } }
      """
    ],
    passes: [
      """
      backgroundModes: [remote-notification]
      pushes:
        changes: { headers: { apns-push-type: background, apns-priority: 5 }, payload: { aps: { content-available: 1 } } }
      """
    ],
    check: .pushes { push, policy, context in
      guard let modes = policy.backgroundModes, policy.backgroundMode("remote-notification") == nil else {
        return nil
      }
      return context.issue(
        at: .key(push.name.place),
        "The silent push \(push.name.value) needs the background mode remote-notification",
        related: [(.key(modes.place), "the list that it belongs to")],
        fixes: [
          context.append(
            "remote-notification", to: modes.place, "Add remote-notification to backgroundModes",
            safety: .changesInfoPlist)
        ])
    }
  )
}
