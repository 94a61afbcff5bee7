internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let pushPriority = Rule(
    "BGP401", "push-priority", .pushes, .error,
    summary: "A background push whose priority is not 5",
    why: """
      A background push must have priority 5. Apple calls 10 an error, and 10 is the priority of a push \
      without the header: the app does not launch.
      """,
    guide: RuleGuide(
      symptom: "The app does not launch for the push.",
      related: ["push-type-missing"]),
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
          "The background push \(push.name.value) has no apns-priority, which defaults to \(PlatformFacts.pushPriorityByDefault.value); it must be \(priority)",
          help: "add apns-priority: \(priority) to its headers",
          fixes: [fix])
      }
      guard header.value.value != priority else { return nil }
      return context.diagnostic(
        at: .value(header.value.node),
        "The background push \(push.name.value) has apns-priority \(header.value.value); it must be \(priority)",
        fixes: [
          context.replace(
            header.value.node, withPlain: priority, "Set apns-priority to \(priority)",
            safety: .changesPolicyOnly)
        ],
        // Apple only says that the other values are not for background pushes.
        severity: header.value.value == "\(PlatformFacts.pushPriorityByDefault.value)" ? nil : .warning)
    }
  )
}
