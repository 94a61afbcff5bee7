internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let pushTypeMissing = Rule(
    "BGP402", "push-type-missing", .warning,
    summary: "A silent push without apns-push-type: background",
    why: """
      watchOS requires the header and Apple recommends it elsewhere. It has to match the payload, or the \
      push may be dropped.
      """,
    citations: [.sendingNotifications],
    triggers: [
      """
      pushes:
        changes: { «headers»: { apns-priority: 5 }, payload: { aps: { content-available: 1 } } }
      """,
      """
      pushes:
        changes: { headers: { apns-push-type: «alert», apns-priority: 5 }, payload: { aps: { content-available: 1 } } }
      """,
    ],
    passes: [
      """
      pushes:
        changes: { headers: { apns-push-type: background, apns-priority: 5 }, payload: { aps: { content-available: 1 } } }
      """
    ],
    check: .pushes { push, policy, context in
      guard let header = push.header("apns-push-type") else {
        guard !push.isUnreadable("headers") else { return nil }
        let fix = push.headers.map {
          context.insert(
            "apns-push-type", plain: "background", into: $0.place, "Add apns-push-type: background",
            safety: .changesPolicyOnly)
        }
        return context.issue(
          at: .key(push.headers?.place ?? push.name.place), "\(push.name.value) has no apns-push-type",
          help: "add apns-push-type: background to its headers", fixes: [fix])
      }
      guard header.value.value != "background" else { return nil }
      return context.issue(
        at: .value(header.value.place), "The silent push \(push.name.value) is sent as \(header.value.value)",
        fixes: [
          context.replace(
            header.value.place, withPlain: "background", "Set apns-push-type to background",
            safety: .changesPolicyOnly)
        ])
    }
  )
}
