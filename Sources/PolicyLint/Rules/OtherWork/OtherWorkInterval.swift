internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax
internal import Quantities

extension Rule {
  static let otherWorkInterval = Rule(
    "BGP652", "other-work-interval", .otherWork, .info,
    summary: "A background activity that runs more often than every ten minutes",
    why: "NSBackgroundActivityScheduler is meant for work at intervals of ten minutes or more.",
    guide: RuleGuide(
      swift: """
        let activity = NSBackgroundActivityScheduler(identifier: "com.example.sync")
        activity.repeats = true
        activity.interval = 10 * 60
        """),
    citations: [.backgroundActivity],
    triggers: [
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { macOS: "13.0" } }
        otherWork:
          index: { kind: backgroundActivity, identifier: com.example.index, interval: «1m→10m» }
        """)
    ],
    check: .policy { policy, context in
      policy.otherWork.compactMap { work in
        let least = PlatformFacts.backgroundActivityInterval.value
        guard work.kind?.value == .backgroundActivity, let interval = work.interval, interval.value < least
        else {
          return nil
        }
        return context.diagnostic(
          at: .value(interval.node),
          "\(work.name.value) runs every \(interval.value), more often than every \(least)",
          help: "write \(least) or more, or use a timer while the app runs")
      }
    }
  )
}
