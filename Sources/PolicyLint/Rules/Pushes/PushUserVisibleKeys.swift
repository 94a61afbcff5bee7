internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let pushUserVisibleKeys = Rule(
    "BGP403", "push-user-visible-keys", .pushes, .error,
    summary: "A background push with an alert, a sound or a badge",
    why: """
      The aps entry of a background push contains only content-available, and nothing that people see or \
      hear. A push of type alert may contain both.
      """,
    guide: RuleGuide(
      symptom: "The payload does not match apns-push-type: background, and the push may never arrive.",
      related: ["push-type-missing"]),
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
      """,
      """
      pushes:
        message:
          headers: { apns-push-type: alert, apns-priority: 10 }
          payload: { aps: { content-available: 1, alert: New message, badge: 1, sound: default } }
      """,
      """
      pushes:
        message: { payload: { aps: { content-available: 1, alert: New message } } }
      """,
    ],
    check: .policy { policy, context in
      policy.pushes.filter { $0.kind == .background }.flatMap { push in
        push.userVisibleMembers.map { member in
          context.diagnostic(
            at: .key(member.value.node),
            "The background push \(push.name.value) has the user-visible key \(member.name)",
            help: member.name == "badge"
              ? "remove it and let the push's handler set the badge, or send the push as an alert"
              : "set apns-push-type to alert, or move the value out of aps",
            fixes: [context.remove(member.value.node, "Remove \(member.name)", safety: .changesPushes)])
        }
      }
    }
  )
}
