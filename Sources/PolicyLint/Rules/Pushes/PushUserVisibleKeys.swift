internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let pushUserVisibleKeys = Rule(
    "BGP403", "push-user-visible-keys", .error,
    summary: "A silent push with an alert, a sound or a badge",
    why: """
      The aps entry of a background push holds content-available and nothing that the user would see or \
      hear.
      """,
    citations: [.sendingNotifications],
    triggers: [
      """
      pushes:
        changes:
          headers: { apns-push-type: background, apns-priority: 5 }
          payload: { aps: { content-available: 1, «sound»: default } }
      """
    ],
    passes: [
      """
      pushes:
        changes:
          headers: { apns-push-type: background, apns-priority: 5 }
          payload: { aps: { content-available: 1 }, sound: default }
      """
    ],
    check: .policy { policy, context in
      policy.pushes.flatMap { push in
        (push.payload?.value.aps?.value ?? []).filter { ["alert", "sound", "badge"].contains($0.name) }.map {
          member in
          context.issue(
            at: .key(member.value.place),
            "The silent push \(push.name.value) has the user-visible key \(member.name)",
            help: "send a second push for what the user is to see, or move the value out of aps",
            fixes: [context.remove(member.value.place, "Remove \(member.name)", safety: .changesPushes)])
        }
      }
    }
  )
}
