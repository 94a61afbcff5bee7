internal import JSON
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let pushContentAvailable = Rule(
    "BGP404", "push-content-available", .pushes, .error,
    summary: "A push that should wake the app but has no content-available: 1",
    why: "Only content-available with the value 1 makes a push wake the app.",
    guide: RuleGuide(
      symptom: "No error: the push does not wake the app.",
      ignoreWhen: "The server adds content-available itself.",
      related: ["push-type-missing"]),
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
          payload: { «aps»: { mutable-content: 1 }, cursor: 7 }
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
      """
      pushes:
        message: { headers: { apns-push-type: alert }, payload: { «aps»: { alert: New message } }, expectedRuntime: 5s }
      """,
      """
      pushes:
        message: { headers: { apns-push-type: alert }, payload: { «aps»: { alert: New message, content_available: 1 } } }
      """,
    ],
    passes: [
      """
      pushes:
        changes:
          headers: { apns-push-type: background, apns-priority: 5 }
          payload: { aps: { content-available: 1 } }
        more:
          headers: { apns-push-type: background, apns-priority: 5 }
          payload: { aps: { content-available: 1.0 } }
      """,
      """
      pushes:
        message:
          headers: { apns-push-type: alert }
          payload: { aps: { alert: New message, mutable-content: 1 } }
        news: { headers: { apns-push-type: alert }, payload: { aps: { alert: News, badge: 1 } } }
        calls: { headers: { apns-push-type: voip }, payload: { caller: 7 } }
      """,
      """
      pushes:
        sync: { perDay: 4 }
        feed: { payload: { kind: feed } }
      """,
    ],
    check: .pushes { push, policy, context in
      guard push.kind != .other else { return nil }
      guard let payload = push.payload else {
        guard push.kind == .background, !push.isUnreadable("payload") else { return nil }
        return context.diagnostic(
          at: .key(push.name.node), "The background push \(push.name.value) has no payload",
          help: "add payload: { aps: { content-available: 1 } }",
          fixes: [
            context.insert(
              "payload", plain: "{ aps: { content-available: 1 } }", into: push.name.node,
              "Add payload: { aps: { content-available: 1 } }", safety: .changesPolicyOnly)
          ],
          // The server's code may add the key.
          severity: .warning)
      }
      guard let aps = payload.value.aps else {
        guard push.kind == .background else { return nil }
        return context.diagnostic(
          at: .key(payload.node), "The payload of \(push.name.value) has no aps entry",
          help: "add aps: { content-available: 1 }",
          fixes: [
            context.insert(
              "aps", plain: "{ content-available: 1 }", into: payload.node,
              "Add aps: { content-available: 1 }", safety: .changesPushes)
          ])
      }
      guard let member = aps.value.first(where: { $0.name == "content-available" }) else {
        // A notification service extension handles an alert with mutable content. The app does not have to
        // wake.
        let isBackground = push.userVisibleMembers.isEmpty
        guard !aps.value.contains(where: { $0.name == "mutable-content" }) || push.kind == .background else {
          return nil
        }
        // The system shows an alert by itself. The app has to wake only for work of the policy, or for a misspelled key.
        let isMisspelled = aps.value.contains {
          $0.name.lowercased().filter(\.isLetter) == "contentavailable"
        }
        let hasWork = push.expectedRuntime != nil || push.startsTransfers != nil
        guard push.kind != .alert || isMisspelled || hasWork else { return nil }
        return context.diagnostic(
          at: .key(aps.node),
          isBackground
            ? "The background push \(push.name.value) has no content-available"
            : "\(push.name.value) does not wake the app: its aps entry has no content-available",
          help: "add content-available: 1",
          fixes: [
            context.insert(
              "content-available", plain: "1", into: aps.node, "Add content-available: 1",
              safety: .changesPushes)
          ],
          // The alert may be meant only for the user.
          severity: isBackground ? nil : .warning)
      }
      guard member.value.value != 1, member.value.value != .double(1) else { return nil }
      return context.diagnostic(
        at: .value(member.value.node), "content-available of \(push.name.value) is not 1",
        help: "write 1, the only value that Apple documents",
        fixes: [
          context.replace(
            member.value.node, withPlain: "1", "Set content-available to 1", safety: .changesPushes)
        ])
    }
  )
}
