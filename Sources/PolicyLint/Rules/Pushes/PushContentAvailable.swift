internal import JSON
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let pushContentAvailable = Rule(
    "BGP404", "push-content-available", .error,
    summary: "A silent push without content-available: 1",
    why: "Only content-available with the value 1 makes a push wake the app.",
    citations: [.sendingNotifications, .pushingUpdates],
    triggers: [
      """
      pushes:
        changes:
          headers: { apns-push-type: background, apns-priority: 5 }
          payload: { aps: { content-available: «true» } }
      """,
      """
      pushes:
        changes:
          headers: { apns-push-type: background, apns-priority: 5 }
          payload: { «aps»: {}, cursor: 7 }
      """,
      """
      pushes:
        changes:
          headers: { apns-push-type: background, apns-priority: 5 }
          «payload»: { cursor: 7 }
      """,
      """
      pushes:
        «changes»: { headers: { apns-push-type: background, apns-priority: 5 } }
      """,
    ],
    passes: [
      """
      pushes:
        changes:
          headers: { apns-push-type: background, apns-priority: 5 }
          payload: { aps: { content-available: 1 } }
      """
    ],
    check: .pushes { push, policy, context in
      guard let payload = push.payload else {
        guard !push.isUnreadable("payload") else { return nil }
        return context.issue(
          at: .key(push.name.place), "The silent push \(push.name.value) has no payload",
          help: "add payload: { aps: { content-available: 1 } }",
          fixes: [
            context.insert(
              "payload", plain: "{ aps: { content-available: 1 } }", into: push.name.place,
              "Add payload: { aps: { content-available: 1 } }", safety: .changesPolicyOnly)
          ])
      }
      guard let aps = payload.value.aps else {
        return context.issue(
          at: .key(payload.place), "The payload of \(push.name.value) has no aps entry",
          help: "add aps: { content-available: 1 }",
          fixes: [
            context.insert(
              "aps", plain: "{ content-available: 1 }", into: payload.place,
              "Add aps: { content-available: 1 }", safety: .changesPushes)
          ])
      }
      guard let member = aps.value.first(where: { $0.name == "content-available" }) else {
        return context.issue(
          at: .key(aps.place), "The silent push \(push.name.value) has no content-available",
          fixes: [
            context.insert(
              "content-available", plain: "1", into: aps.place, "Add content-available: 1",
              safety: .changesPushes)
          ])
      }
      guard member.value.value != 1 else { return nil }
      return context.issue(
        at: .value(member.value.place), "content-available of \(push.name.value) is not 1",
        fixes: [
          context.replace(
            member.value.place, withPlain: "1", "Set content-available to 1", safety: .changesPushes)
        ])
    }
  )
}
