internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let pushModeMissing = Rule(
    "BGP405", "push-mode-missing", .pushes, .error,
    summary: "A push that should wake the app without the background mode remote-notification",
    why: "Without remote-notification in UIBackgroundModes, a push does not wake the app.",
    guide: RuleGuide(
      symptom: """
        The push does not wake the app. UIKit logs “You've implemented …, but you still need to add \
        "remote-notification" to the list of your supported UIBackgroundModes in your Info.plist” (seen in \
        2019).
        """,
      seenIn: [.undeclaredModeLog]),
    citations: [.pushingUpdates],
    triggers: [
      """
      backgroundModes: [‹audio→remote-notification›]
      pushes:
        «changes»: { headers: { apns-push-type: background, apns-priority: 5 }, payload: { aps: { content-available: 1 } } }
      """
    ],
    passes: [
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { macOS: "13.0" } }
        backgroundModes: []
        pushes:
          changes: { headers: { apns-push-type: background, apns-priority: 5 }, payload: { aps: { content-available: 1 } } }
        """),
      """
      backgroundModes: []
      pushes:
        message: { headers: { apns-push-type: alert }, payload: { aps: { alert: New message, mutable-content: 1 } } }
      """,
    ],
    check: .pushes { push, policy, context in
      guard push.kind != .other, push.mayWakeTheApp, let modes = policy.backgroundModes,
        context.index.backgroundMode("remote-notification") == nil, policy.hasMode("remote-notification")
      else { return nil }
      return context.diagnostic(
        at: .key(push.name.node),
        "The push \(push.name.value) needs the background mode remote-notification",
        related: [(.key(modes.node), "the list to add it to")],
        fixes: [
          context.append(
            "remote-notification", to: modes.node, "Add remote-notification to backgroundModes",
            safety: .changesInfoPlist)
        ])
    }
  )
}

extension Policy.Push {
  /// Whether the push may be for the app itself, instead of only for the user or an extension.
  fileprivate var mayWakeTheApp: Bool {
    guard let aps = payload?.value.aps?.value else { return true }
    if aps.contains(where: { $0.name == "content-available" }) { return true }
    let isForExtension = kind == .alert && aps.contains { $0.name == "mutable-content" }
    return userVisibleMembers.isEmpty && !isForExtension
  }
}
