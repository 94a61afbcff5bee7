internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let codeLiveActivityKeyMissing = Rule(
    "BGP780", "code-live-activity-key-missing", .code, .warning,
    summary: "A Live Activity in an app whose Info.plist does not have NSSupportsLiveActivities",
    why:
      "Without NSSupportsLiveActivities in the app's own Info.plist, the system starts no Live Activity of the app.",
    guide: RuleGuide(
      symptom: """
        Activity.request(attributes:content:pushType:) throws an error, and areActivitiesEnabled is false.
        """,
      ignoreWhen: "A script adds the key when the app is built.",
      related: ["push-live-activity-budget"]),
    citations: [.liveActivities],
    triggers: [
      .withApp(
        RuleExample.library,
        """
        import ActivityKit

        public func start(_ ride: Ride, _ content: ActivityContent<Ride.ContentState>) throws {
          _ = try «Activity.request»(attributes: ride, content: content)
        }
        """)
    ],
    passes: [
      .withApp(
        RuleExample.library,
        """
        import ActivityKit

        public func end(_ activity: Activity<Ride>) async { await activity.end(nil, dismissalPolicy: .immediate) }
        """)
    ],
    check: .code { code, _, context in
      let key = PlatformFacts.InfoPlistKey.liveActivities
      guard let fact = code.facts(.liveActivity).first(where: { code.lacks(key, $0) }) else { return [] }
      return [
        context.diagnostic(
          at: fact.location, in: code,
          "The system starts no Live Activity, because the app's Info.plist does not have \(key)",
          help: "add \(key) with the value true to the Info.plist of the app, not of the widget")
      ].compactMap(\.self)
    }
  )
}
