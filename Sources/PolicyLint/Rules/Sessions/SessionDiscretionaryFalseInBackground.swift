internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionDiscretionaryFalseInBackground = Rule(
    "BGP115", "session-discretionary-false-in-background", .warning,
    summary: "isDiscretionary false on a session whose transfers are started in the background",
    why: """
      What an app starts while it is in the background is discretionary whatever the session says: the \
      system may wait for Wi-Fi and power.
      """,
    citations: [.downloadingInBackground, .wwdc13Multitasking],
    triggers: [
      """
      sessions:
        library: { identifier: com.example.library, isDiscretionary: «false», timeoutIntervalForResource: 2d }
      transfers:
        photos: { session: library, size: 4MB, startedIn: background }
      """
    ],
    passes: [
      """
      sessions:
        library: { identifier: com.example.library, isDiscretionary: false, timeoutIntervalForResource: 2d }
      transfers:
        photos: { session: library, size: 4MB, startedIn: foreground }
      """
    ],
    check: .backgroundSessions { session, policy, context in
      guard let written = session.isDiscretionary.written, !written.value,
        let transfer = policy.transfers(of: session).first(where: { $0.startedIn.value == .background }),
        let startedIn = transfer.startedIn.written
      else { return nil }
      return context.issue(
        at: .value(written.place),
        "\(session.name.value) is discretionary all the same for \(transfer.name.value), which starts in the background",
        help: "start the transfer in the foreground where it must not wait",
        related: [(.value(startedIn.place), "started in the background here")],
        fixes: [
          context.replace(
            written.place, withPlain: "true", "Say what holds: isDiscretionary: true",
            safety: .reverses("isDiscretionary: false"))
        ])
    }
  )
}
