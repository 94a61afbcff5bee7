internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax
internal import Quantities

extension Rule {
  static let sessionLargeNotDiscretionary = Rule(
    "BGP117", "session-large-not-discretionary", .info, .assumed,
    summary: "A large or daily background transfer that is not discretionary",
    why: """
      Apple encourages isDiscretionary for large transfers: the system then waits for Wi-Fi and power, \
      and pays less for them. How large is large is our assumption, since Apple gives no number.
      """,
    citations: [.downloadingInBackground, .wwdc23Transfers, .ourAssumption],
    triggers: [
      """
      sessions:
        «library»: { identifier: com.example.library, timeoutIntervalForResource: 2d }
      transfers:
        photos: { session: library, direction: upload, count: 1000, size: 4MB, submit: { batch: 100 } }
      """,
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 2d, isDiscretionary: «false» }
      transfers:
        nightly: { session: library, size: 200kB, every: 1d }
      """,
    ],
    passes: [
      """
      sessions:
        library:
          identifier: com.example.library
          isDiscretionary: true
          timeoutIntervalForResource: 2d
          allowsConstrainedNetworkAccess: false
        messages: { identifier: com.example.messages, timeoutIntervalForResource: 1h }
      transfers:
        photos: { session: library, direction: upload, count: 1000, size: 4MB, submit: { batch: 100 } }
        message: { session: messages, direction: upload, size: 20kB }
      """
    ],
    check: .backgroundSessions { session, policy, context in
      guard !session.isDiscretionary.value,
        let transfer = policy.transfers(of: session).first(where: { $0.isLarge || $0.isDaily })
      else { return nil }
      // One that is discretionary and allows Low Data Mode is worse.
      let fix =
        session.isDiscretionary.written.map {
          context.replace(
            $0.place, withPlain: "true", "Set isDiscretionary to true",
            safety: .reverses("isDiscretionary: false"))
        }
        ?? context.insert(
          "isDiscretionary", plain: "true", into: session.name.place, "Add isDiscretionary: true",
          safety: .unsafe(because: "lets the system wait for Wi-Fi and power"))
      return context.issue(
        at: session.isDiscretionary.written.map { .value($0.place) } ?? .key(session.name.place),
        "\(session.name.value) carries \(transfer.name.value) and is not discretionary"
          + (session.isDiscretionary.isDefault ? ", which is the default" : ""),
        help: "set isDiscretionary to true where the user does not wait for it",
        related: [
          (
            .key(transfer.name.place),
            transfer.isLarge
              ? "\(PlatformFacts.largeTransfer.value) or more in all" : "it comes up once a day or less"
          )
        ], fixes: [session.allowsConstrainedNetworkAccess.value ? nil : fix])
    }
  )
}

extension Transfer {
  /// Whether its items started in the foreground are large together; the others are discretionary anyway.
  fileprivate var isLarge: Bool {
    guard startedIn.value == .foreground, let size, let count = itemCount else { return false }
    return size.value.upper * count >= PlatformFacts.largeTransfer.value
  }

  /// Whether it comes up once a day, or less often.
  fileprivate var isDaily: Bool {
    guard startedIn.value == .foreground, case .every(let period) = every.value else { return false }
    return period >= .days(1)
  }
}
