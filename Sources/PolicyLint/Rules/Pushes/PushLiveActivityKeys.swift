internal import JSON
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let pushLiveActivityKeys = Rule(
    "BGP837", "push-live-activity-keys", .pushes, .warning,
    summary: "A push for a Live Activity without a key that ActivityKit needs",
    why: """
      ActivityKit shows the content of the push with the latest timestamp, and needs an event, and for an update the new content-state. It \
      ignores a push without them, which APNs accepts.
      """,
    guide: RuleGuide(
      symptom: "The Live Activity does not change, and APNs accepts its pushes.",
      related: ["push-live-activity-budget"]),
    citations: [.liveActivityPushes],
    triggers: [
      """
      pushes:
        order:
          headers: { apns-push-type: liveactivity, apns-priority: 5 }
          payload: { «aps»: { event: update, content-state: { step: 2 } ‹→, timestamp: 1700000000› } }
      """,
      """
      pushes:
        order:
          headers: { apns-push-type: liveactivity, apns-priority: 5 }
          payload: { «aps»: { timestamp: 1700000000, event: update } }
      """,
    ],
    passes: [
      """
      pushes:
        order:
          headers: { apns-push-type: liveactivity, apns-priority: 5 }
          payload: { aps: { timestamp: 1700000000, event: end } }
      """
    ],
    check: .pushes { push, _, context in
      guard push.header("apns-push-type")?.value.value == "liveactivity", let aps = push.payload?.value.aps,
        !aps.value.isEmpty
      else { return nil }
      let names = Set(aps.value.map(\.name))
      let event = aps.value.first { $0.name == "event" }?.value.value
      let needed = ["timestamp", "event"] + (event == .string("update") ? ["content-state"] : [])
      let missing = needed.filter { !names.contains($0) }
      guard let first = missing.first else { return nil }
      return context.diagnostic(
        at: .key(aps.node),
        "ActivityKit ignores \(push.name.value): its aps entry has no \(missing.joined(separator: " and no "))",
        help: "add \(first)\(first == "timestamp" ? ", the time in seconds since 1970" : "")")
    }
  )
}
