internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let codeLiveActivityTokenMissing = Rule(
    "BGP809", "code-live-activity-token-missing", .code, .warning,
    summary: "Code that expects a push token which a Live Activity does not have",
    why: """
      A Live Activity whose pushType is nil, which is the default, gets updates only from the app, and has no push token. The system \
      requests the token of any other Live Activity only after the activity has started, so that pushToken is nil at first.
      """,
    guide: RuleGuide(
      symptom: "No error: pushTokenUpdates delivers no token, or pushToken is nil.",
      swift: "let activity = try Activity.request(attributes: ride, content: content, pushType: .token)",
      related: ["code-push-not-entitled"]),
    citations: [.activityRequest, .wwdc23LiveActivities],
    triggers: [
      .withApp(
        RuleExample.library,
        """
        import ActivityKit

        public func start(_ ride: Ride, _ content: ActivityContent<Ride.ContentState>) async throws {
          let activity = try «Activity.request»(attributes: ride, content: content, pushType: nil)
          for await token in activity.pushTokenUpdates { send(token) }
        }
        """),
      .withApp(
        RuleExample.library,
        """
        import ActivityKit

        public func start(_ ride: Ride, _ content: ActivityContent<Ride.ContentState>) throws {
          let activity = try Activity.request(attributes: ride, content: content, pushType: .token)
          let token = «activity.pushToken»
          send(token)
        }
        """),
    ],
    passes: [
      .withApp(
        RuleExample.library,
        """
        import ActivityKit

        public func start(_ ride: Ride, _ content: ActivityContent<Ride.ContentState>) throws {
          _ = try Activity.request(attributes: ride, content: content, pushType: nil)
        }
        """),
      .withApp(
        RuleExample.library,
        """
        import ActivityKit

        public func start(_ ride: Ride, _ content: ActivityContent<Ride.ContentState>) throws {
          _ = try Activity.request(attributes: ride, content: content)
        }

        public func observe() async {
          for await token in Activity<Ride>.pushToStartTokenUpdates { send(token) }
        }

        public func observe(_ activity: Activity<Ride>) async {
          for await token in activity.pushTokenUpdates { send(token) }
        }
        """),
    ],
    check: .code { code, _, context in
      let activities = code.facts(.liveActivity)
      let reads = activities.flatMap { activity in
        activity.all(.readsToken).compactMap { value in
          context.diagnostic(
            at: value.location, in: code,
            "pushToken is nil here most of the time: the system requests the token only after the activity has started",
            help: "receive the token from pushTokenUpdates", related: [(activity.location, "the request")])
        }
      }
      guard reads.isEmpty else { return reads }
      guard let first = activities.first, first[.expectsToken] == true,
        activities.allSatisfy({ fact in fact["pushType"].map { $0.content == .null } ?? true })
      else { return [] }
      return [
        context.diagnostic(
          at: first.location, in: code, "The app waits for push tokens, and this Live Activity has none",
          help: "pass .token as pushType")
      ].compactMap(\.self)
    }
  )
}
