internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let pushTopicMismatch = Rule(
    "BGP415", "push-topic-mismatch", .pushes, .error,
    summary: "A push whose topic is not the app's bundle identifier",
    why: """
      The topic of a background push is the bundle identifier. A push with another topic is for another app.
      """,
    guide: RuleGuide(
      symptom: "APNs responds with status 400, for example with the reason DeviceTokenNotForTopic."),
    citations: [.sendingNotifications, .notificationResponses],
    triggers: [
      """
      pushes:
        changes:
          headers: { apns-push-type: background, apns-priority: 5, apns-topic: «com.exmaple» }
          payload: { aps: { content-available: 1 } }
      """
    ],
    passes: [
      """
      pushes:
        changes:
          headers: { apns-push-type: background, apns-priority: 5, apns-topic: com.example }
          payload: { aps: { content-available: 1 } }
      """,
      """
      targets: { watch: { type: watchApp, bundleIdentifier: com.example.watch } }
      pushes:
        changes:
          headers: { apns-push-type: background, apns-priority: 5, apns-topic: com.example.watch }
          payload: { aps: { content-available: 1 } }
        calls:
          headers: { apns-push-type: voip, apns-topic: com.example.voip }
          payload: { aps: { content-available: 1 } }
        updates:
          headers: { apns-push-type: background, apns-priority: 5, apns-topic: $(PRODUCT_BUNDLE_IDENTIFIER) }
          payload: { aps: { content-available: 1 } }
      """,
    ],
    check: .pushes { push, policy, context in
      guard push.kind == .background || push.kind == .alert, let topic = push.header("apns-topic")?.value,
        let bundle = policy.app?.value.bundleIdentifier,
        // A build setting has a different identifier in each configuration.
        !topic.value.isUnresolved, !bundle.value.isUnresolved, topic.value != bundle.value,
        !policy.targets.contains(where: { $0.bundleIdentifier?.value == topic.value })
      else { return nil }
      return context.diagnostic(
        at: .value(topic.node),
        "The topic of \(push.name.value) is \(topic.value), but the app's bundle identifier is \(bundle.value)",
        help: "write the app's bundle identifier, or remove apns-topic",
        related: [(.value(bundle.node), "the bundle identifier")],
        fixes: [
          context.replace(
            topic.node, with: bundle.value, "Set apns-topic to \(bundle.value)", safety: .changesPushes)
        ])
    }
  )
}
