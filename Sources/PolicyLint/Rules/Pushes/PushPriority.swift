internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let pushPriority = Rule(
    "BGP401", "push-priority", .pushes, .error,
    summary: "A background push whose priority is not 5",
    why: """
      A background push has priority 5. Apple calls 10 an error, and a push without the header has 10: the \
      app does not launch.
      """,
    citations: [.sendingNotifications, .wwdc19Background],
    triggers: [
      """
      pushes:
        changes: { headers: { apns-push-type: background, apns-priority: «10» }, payload: { aps: { content-available: 1 } } }
      """,
      """
      pushes:
        changes: { «headers»: { apns-push-type: background }, payload: { aps: { content-available: 1 } } }
      """,
    ],
    passes: [
      """
      pushes:
        changes: { headers: { apns-push-type: background, apns-priority: 5 }, payload: { aps: { content-available: 1 } } }
      """,
      """
      pushes:
        message:
          headers: { apns-push-type: alert, apns-priority: 10 }
          payload: { aps: { content-available: 1, alert: New message } }
        reminder:
          headers: { apns-push-type: alert }
          payload: { aps: { content-available: 1, alert: Reminder } }
      """,
      """
      pushes:
        sync: { payload: { aps: { content-available: 1 }, kind: sync } }
      """,
    ],
    check: .pushes { push, policy, context in
      guard push.kind == .background else { return nil }
      let priority = "\(PlatformFacts.pushPriority.value)"
      guard let header = push.header("apns-priority") else {
        let fix = push.headers.map {
          context.insert(
            "apns-priority", plain: priority, into: $0.node, "Add apns-priority: \(priority)",
            safety: .changesPolicyOnly)
        }
        return context.diagnostic(
          at: .key(push.headers?.node ?? push.name.node),
          "\(push.name.value) has no apns-priority, which means \(PlatformFacts.pushPriorityByDefault.value)",
          help: "add apns-priority: \(priority) to its headers",
          fixes: [fix])
      }
      guard header.value.value != priority else { return nil }
      return context.diagnostic(
        at: .value(header.value.node),
        "The background push \(push.name.value) has priority \(header.value.value)",
        fixes: [
          context.replace(
            header.value.node, withPlain: priority, "Set apns-priority to \(priority)",
            safety: .changesPolicyOnly)
        ],
        // Of the other values Apple says only that they are not for background pushes.
        severity: header.value.value == "\(PlatformFacts.pushPriorityByDefault.value)" ? nil : .warning)
    }
  )
}
