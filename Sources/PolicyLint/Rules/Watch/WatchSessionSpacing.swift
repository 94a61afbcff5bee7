internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax
internal import Quantities

extension Rule {
  static let watchSessionSpacing = Rule(
    "BGP181", "watch-session-spacing", .warning,
    summary: "Background transfers of a watch app that come too often",
    why: """
      watchOS lets a watch app's background sessions finish four times an hour at most, so they have to \
      be a quarter of an hour apart.
      """,
    citations: [.watchTransfers],
    triggers: [
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { watchOS: "9.0" } }
        sessions:
          forecast: { identifier: com.example.forecast, timeoutIntervalForResource: 1h }
        transfers:
          forecast: { session: forecast, size: 20kB, every: «5m» }
        """)
    ],
    passes: [
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { watchOS: "9.0" } }
        sessions:
          forecast: { identifier: com.example.forecast, timeoutIntervalForResource: 1h }
        transfers:
          forecast: { session: forecast, size: 20kB, every: 15m }
        """)
    ],
    check: .transfers { transfer, session, policy, context in
      let least = PlatformFacts.watchSpacing.value
      guard session.isBackground, let every = transfer.every.written, case .every(let period) = every.value,
        period < least, policy.isForWatch(session)
      else { return nil }
      return context.issue(
        at: .value(every.place),
        "\(transfer.name.value) comes every \(period), and watchOS asks for \(least) or more",
        help: "let it come every \(least), or fetch more at a time",
        fixes: [
          context.replace(
            every.place, withPlain: least.description, "Set every to \(least)", safety: .changesPolicyOnly)
        ])
    }
  )
}
