internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let pushRate = Rule(
    "BGP407", "push-rate", .pushes, .warning,
    summary: "More than two or three background pushes an hour",
    why: """
      Apple advises against more than two or three background pushes an hour. The system limits more \
      frequent ones, and keeps only the newest.
      """,
    guide: RuleGuide(
      symptom: "No error: the system holds back pushes above the limit, and discards all but the newest.",
      ignoreWhen: "The newest push is enough, because it replaces those before.",
      related: ["push-guaranteed"]),
    citations: [.pushingUpdates, .backgroundStrategies],
    triggers: [
      """
      pushes:
        changes:
          headers: { apns-push-type: background, apns-priority: 5 }
          payload: { aps: { content-available: 1 } }
          perDay: «200»
      """,
      """
      pushes:
        changes: { payload: { aps: { content-available: 1 } }, perDay: 40 }
        albums: { payload: { aps: { content-available: 1 } }, perDay: «48» }
      """,
    ],
    passes: [
      """
      pushes:
        changes:
          headers: { apns-push-type: background, apns-priority: 5 }
          payload: { aps: { content-available: 1 } }
          perDay: 48
        message:
          headers: { apns-push-type: alert }
          payload: { aps: { content-available: 1, alert: New message } }
          perDay: 100
      """
    ],
    check: .policy { policy, context in
      guard !policy.pushes.isEmpty else { return [] }
      let most = PlatformFacts.pushesPerHour.value * 24
      // Alerts are shown to the user regardless of their number.
      let pushes = policy.pushes.filter { $0.kind == .background || $0.kind == .undescribed }
      let rates = pushes.compactMap(\.perDay)
      guard rates.reduce(0, { $0 + $1.value }) > Double(most),
        let largest = rates.max(by: { $0.value < $1.value }),
        let push = pushes.first(where: { $0.perDay?.node == largest.node })
      else { return [] }
      let others = pushes.filter { $0.perDay != nil && $0.name.node != push.name.node }
      return [
        context.diagnostic(
          at: .value(largest.node),
          others.isEmpty || largest.value > Double(most)
            ? "\(push.name.value) is sent more often than \(PlatformFacts.pushesPerHour.value) times an hour"
            : "\(pushes.count) background pushes are more than \(most) a day in total, \(PlatformFacts.pushesPerHour.value) an hour",
          help: "send one push for several changes, and let the app fetch them",
          related: others.compactMap { other in
            other.perDay.map { (.value($0.node), "\(other.name.value) also counts") }
          },
          fixes: [
            others.isEmpty
              ? context.replace(
                largest.node, withPlain: "\(most)", "Set perDay to \(most)", safety: .changesPolicyOnly)
              : nil
          ])
      ]
    }
  )
}
