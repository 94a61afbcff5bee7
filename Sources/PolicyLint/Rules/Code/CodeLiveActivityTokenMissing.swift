internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let codeLiveActivityTokenMissing = Rule(
    "BGP809", "code-live-activity-token-missing", .code, .warning,
    summary: "Code that waits for the push token of a Live Activity that has none",
    why: """
      A Live Activity whose pushType is nil, which is the default, gets updates only from the app, and has no push token.
      """,
    guide: RuleGuide(
      symptom: "No error: pushTokenUpdates delivers no token.",
      swift: "let activity = try Activity.request(attributes: ride, content: content, pushType: .token)",
      related: ["code-push-not-entitled"]),
    citations: [.activityRequest],
    triggers: [
      .withApp(
        RuleExample.library,
        """
        import ActivityKit

        public func start(_ ride: Ride, _ content: ActivityContent<Ride.ContentState>) async throws {
          let activity = try «Activity.request»(attributes: ride, content: content, pushType: nil)
          for await token in activity.pushTokenUpdates { send(token) }
        }
        """)
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
