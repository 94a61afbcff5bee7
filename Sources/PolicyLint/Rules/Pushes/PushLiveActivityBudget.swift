internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let pushLiveActivityBudget = Rule(
    "BGP416", "push-live-activity-budget", .pushes, .info, .assumed,
    summary: "Live Activity updates that may exceed the system's budget",
    why: """
      The system counts updates with priority 10 against a budget and drops those beyond it, so that the Live Activity stops. \
      Updates with priority 5 do not count. NSSupportsLiveActivitiesFrequentUpdates in the Info.plist raises the budget. Apple \
      documents no number, so that the number of updates from which this rule reports is an assumption.
      """,
    guide: RuleGuide(
      symptom: "A Live Activity stops to change after a while, and APNs accepts its pushes.",
      ignoreWhen:
        "The Info.plist has NSSupportsLiveActivitiesFrequentUpdates, and the updates have been seen to arrive.",
      related: ["push-priority"]),
    citations: [.liveActivityPushes, .ourAssumption],
    triggers: [
      """
      pushes:
        order:
          headers: { apns-push-type: liveactivity, apns-priority: ‹10→5› }
          payload: { aps: { timestamp: 1700000000, event: update, content-state: {} } }
          perDay: «200»
      """,
      """
      pushes:
        order: { headers: { apns-push-type: liveactivity }, payload: { aps: { timestamp: 1700000000, event: update, content-state: {} } }, perDay: «48» }
      """,
    ],
    passes: [
      """
      pushes:
        order: { headers: { apns-push-type: liveactivity, apns-priority: 10 }, payload: { aps: {} }, perDay: 6 }
      """
    ],
    check: .pushes { push, _, context in
      let priority = push.header("apns-priority")?.value.value
      guard push.header("apns-push-type")?.value.value == "liveactivity", let perDay = push.perDay,
        perDay.value > Double(PlatformFacts.liveActivityUpdates.value),
        priority == nil || priority == "\(PlatformFacts.pushPriorityByDefault.value)"
      else { return nil }
      return context.diagnostic(
        at: .value(perDay.node),
        "\(push.name.value) updates its Live Activity \(perDay.value.formatted) times a day with priority 10, which may exceed the budget",
        help:
          "send most updates with apns-priority: 5, and set NSSupportsLiveActivitiesFrequentUpdates in the Info.plist"
      )
    }
  )
}

extension Double {
  /// The number without a fraction that is zero.
  fileprivate var formatted: String { self == rounded() ? "\(Int(self))" : "\(self)" }
}
