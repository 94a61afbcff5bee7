internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionDiscretionaryFalseInBackground = Rule(
    "BGP115", "session-discretionary-false-in-background", .sessions, .warning,
    summary: "isDiscretionary: false on a session whose transfers start in the background",
    why: """
      Transfers that an app starts in the background are always discretionary: the system may wait for Wi-Fi \
      and power.
      """,
    guide: RuleGuide(
      ignoreWhen: """
        The value is for transfers that start in the foreground and that the policy does not declare.
        """,
      related: ["session-discretionary-noop", "task-chained-in-background"]),
    citations: [.downloadingInBackground, .wwdc13Multitasking],
    triggers: [
      """
      sessions:
        library: { identifier: com.example.library, isDiscretionary: «false», timeoutIntervalForResource: 2d }
      transfers:
        photos: { session: library, size: 4MB, startedIn: ‹background→foreground› }
      """,
      """
      sessions:
        library: { identifier: com.example.library, isDiscretionary: «false», timeoutIntervalForResource: 2d }
      tasks:
        refresh: { type: appRefresh, identifier: com.example.refresh, reschedule: true, startsTransfers: [photos] }
      transfers:
        photos: { session: library, size: 4MB }
      """,
      """
      sessions:
        library: { identifier: com.example.library, isDiscretionary: «false», timeoutIntervalForResource: 2d }
      pushes:
        changes: { startsTransfers: [photos] }
      transfers:
        photos: { session: library, size: 4MB }
        tapped: { session: library, size: 4MB }
      """,
    ],
    passes: [
      """
      sessions:
        library: { identifier: com.example.library, isDiscretionary: false, timeoutIntervalForResource: 2d }
      tasks:
        export: { type: continuedProcessing, identifier: com.example.export, title: Exporting, subtitle: Photos, startsTransfers: [photos] }
      transfers:
        photos: { session: library, size: 4MB }
      """
    ],
    check: .backgroundSessions { session, policy, context in
      guard let written = session.isDiscretionary.written, !written.value else { return nil }
      let transfers = context.index.transfers(of: session)
      guard let transfer = transfers.first(where: policy.startsInBackground),
        let start = policy.backgroundStart(of: transfer)
      else { return nil }
      let isForAll = transfers.allSatisfy(policy.startsInBackground)
      return context.diagnostic(
        at: .value(written.node),
        "\(session.name.value) is discretionary in any case for \(transfer.name.value), which starts in the background",
        help: "start the transfer in the foreground if it must not wait",
        related: [(.value(start), "started in the background here")],
        fixes: [
          isForAll
            ? context.replace(
              written.node, withPlain: "true", "Set isDiscretionary to true",
              safety: .reverses("isDiscretionary: false"))
            : nil
        ],
        // The property still affects transfers that start in the foreground.
        severity: isForAll ? nil : .info)
    }
  )
}
