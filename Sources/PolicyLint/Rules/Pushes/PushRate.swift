internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let pushRate = Rule(
    "BGP407", "push-rate", .warning,
    summary: "More silent pushes than two or three an hour",
    why: """
      The system lets two or three background pushes an hour through and keeps only the newest of the \
      rest.
      """,
    citations: [.pushingUpdates, .backgroundStrategies],
    triggers: [
      """
      pushes:
        changes:
          headers: { apns-push-type: background, apns-priority: 5 }
          payload: { aps: { content-available: 1 } }
          perDay: «200»
      """
    ],
    passes: [
      """
      pushes:
        changes:
          headers: { apns-push-type: background, apns-priority: 5 }
          payload: { aps: { content-available: 1 } }
          perDay: 48
      """
    ],
    check: .pushes { push, policy, context in
      let perHour = PlatformFacts.pushesPerHour.value
      guard let perDay = push.perDay, perDay.value > Double(perHour * 24) else { return nil }
      return context.issue(
        at: .value(perDay.place), "\(push.name.value) is sent more often than \(perHour) times an hour",
        help: "send one push for several changes, and let the app ask what they are",
        fixes: [
          context.replace(
            perDay.place, withPlain: "\(perHour * 24)", "Set perDay to \(perHour * 24)",
            safety: .changesPolicyOnly)
        ])
    }
  )
}
