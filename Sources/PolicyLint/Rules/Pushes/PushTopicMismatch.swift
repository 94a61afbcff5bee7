internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let pushTopicMismatch = Rule(
    "BGP415", "push-topic-mismatch", .pushes, .error,
    summary: "A push whose topic is not the app's bundle identifier",
    why: """
      The topic of an alert and of a background push is the bundle identifier; those of VoIP, Live Activity, location and \
      other pushes have an end of their own. APNs rejects a push with another topic, or delivers it to another app.
      """,
    guide: RuleGuide(
      symptom:
        "APNs responds with status 400, for example with the reason DeviceTokenNotForTopic or TopicDisallowed."
    ),
    citations: [.sendingNotifications, .notificationResponses],
    triggers: [
      """
      pushes:
        changes:
          headers: { apns-push-type: background, apns-priority: 5, apns-topic: «com.exmaple→com.example» }
          payload: { aps: { content-available: 1 } }
      """,
      """
      pushes:
        call: { headers: { apns-push-type: voip, apns-topic: «com.example» }, payload: { caller: 7 } }
        score: { headers: { apns-push-type: liveactivity, apns-topic: «com.example.voip» }, payload: { score: 7 } }
        update: { headers: { apns-push-type: widgets, apns-topic: «com.example» }, payload: { kind: update } }
      """,
    ],
    passes: [
      """
      pushes:
        place: { headers: { apns-push-type: location, apns-topic: com.example.location-query }, payload: {} }
        face: { headers: { apns-push-type: complication, apns-topic: com.example.complication }, payload: {} }
        device: { headers: { apns-push-type: mdm, apns-topic: com.apple.mgmt.External.7 }, payload: {} }
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
      guard let (suffix, isDocumented) = push.topicSuffix, let topic = push.header("apns-topic")?.value,
        let bundle = policy.app?.value.bundleIdentifier,
        // A build setting has a different identifier in each configuration.
        !topic.value.isUnresolved, !bundle.value.isUnresolved, topic.value != bundle.value + suffix,
        !policy.targets.contains(where: { target in
          target.bundleIdentifier.map { topic.value == $0.value + suffix } ?? false
        })
      else { return nil }
      let wanted = bundle.value + suffix
      return context.diagnostic(
        at: .value(topic.node),
        suffix.isEmpty
          ? "The topic of \(push.name.value) is \(topic.value), but the app's bundle identifier is \(bundle.value)"
          : "The topic of \(push.name.value) is \(topic.value), but that of its type is \(wanted)",
        help: suffix.isEmpty
          ? "write the app's bundle identifier, or remove apns-topic" : "write \(wanted)",
        related: [(.value(bundle.node), "the bundle identifier")],
        fixes: [
          context.replace(topic.node, with: wanted, "Set apns-topic to \(wanted)", safety: .changesPushes)
        ],
        severity: isDocumented ? nil : .warning)
    }
  )
}

extension Policy.Push {
  /// The part of the push's topic after the bundle identifier, and whether Apple's documentation has this part; `nil` for a push type whose
  /// topic is not known.
  fileprivate var topicSuffix: (text: String, isDocumented: Bool)? {
    switch kind {
    case .undescribed: return nil
    case .background, .alert: return ("", true)
    case .other:
      guard let type = header("apns-push-type")?.value.value else { return nil }
      if let suffix = PlatformFacts.pushTopicSuffixes.value[type] { return (suffix, true) }
      return PlatformFacts.reportedPushTopicSuffixes.value[type].map { ($0, false) }
    }
  }
}
