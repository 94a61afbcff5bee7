internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax
internal import Quantities

extension Rule {
  static let watchSessionSpacing = Rule(
    "BGP181", "watch-session-spacing", .watch, .warning,
    summary: "Background transfers of a watch app that repeat too often",
    why: """
      With an active complication, the background sessions of a watch app may finish up to four times an \
      hour, and Apple asks apps to space them at least 15 minutes apart.
      """,
    guide: RuleGuide(
      ignoreWhen: "The transfers repeat only while a person uses the watch app.",
      swift: """
        task.earliestBeginDate = Date(timeIntervalSinceNow: 15 * 60)
        """),
    citations: [.watchTransfers],
    triggers: [
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { watchOS: "9.0" } }
        sessions:
          forecast: { identifier: com.example.forecast, timeoutIntervalForResource: 1h }
        transfers:
          forecast: { session: forecast, size: 20kB, every: «5m→15m» }
        """),
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { watchOS: "9.0" } }
        sessions:
          forecast: { identifier: com.example.forecast, timeoutIntervalForResource: 1h }
        transfers:
          forecast: { session: forecast, size: 20kB, every: «20m» }
          tides: { session: forecast, size: 20kB, every: 25m }
        """),
    ],
    check: .policy { policy, context in
      guard policy.isForSomeWatch else { return [] }
      let least = PlatformFacts.watchSpacing.value
      var fetches: [String: [Fetch]] = [:]
      for transfer in policy.transfers {
        guard let every = transfer.every.written, case .every(let period) = every.value,
          let session = policy.session(of: transfer), session.isBackground, policy.isForWatch(session),
          !policy.isStartedByTaskOrPush(transfer)
        else { continue }
        fetches[session.target.value, default: []].append(
          Fetch(name: transfer.name.value, period: period, node: every.node))
      }
      return fetches.values.flatMap { fetches -> [Diagnostic] in
        let close = fetches.filter { $0.period < least }
        guard close.isEmpty else {
          return close.map { fetch in
            context.diagnostic(
              at: .value(fetch.node),
              "\(fetch.name) repeats every \(fetch.period); Apple asks for \(least) or more in a watch app with an active complication",
              help: "use `every: \(least)` or longer, and fetch more at a time",
              fixes: [
                context.replace(
                  fetch.node, withPlain: least.description, "Set every to \(least)",
                  safety: .changesPolicyOnly)
              ])
          }
        }
        let rate = fetches.reduce(0) { $0 + least.seconds / $1.period.seconds }
        // A rate slightly above 1 comes from rounding.
        guard fetches.count > 1, rate > 1.000_001, let often = fetches.min(by: { $0.period < $1.period })
        else { return [] }
        return [
          context.diagnostic(
            at: .value(often.node),
            "\(fetches.count) transfers together repeat more often than every \(least), which Apple asks for in a watch app with an active complication",
            help: "combine related data in one transfer",
            related: fetches.filter { $0.node != often.node }.map {
              (.value($0.node), "\($0.name) counts too")
            }
          )
        ]
      }
    }
  )
}

/// A repeating transfer of a watch app.
private struct Fetch {
  let name: String
  let period: TimeSpan
  let node: PolicyNode
}

extension Policy {
  /// Whether the app may have sessions on a watch.
  fileprivate var isForSomeWatch: Bool {
    app?.value.deploymentTarget[.watchOS] != nil || targets.contains { $0.type?.value == .watchApp }
  }
}
