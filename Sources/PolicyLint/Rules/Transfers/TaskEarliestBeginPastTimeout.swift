internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax
internal import Quantities

extension Rule {
  static let taskEarliestBeginPastTimeout = Rule(
    "BGP302", "task-earliest-begin-past-timeout", .transfers, .warning, .assumed,
    summary: "A transfer that may time out before it begins",
    why: """
      The resource timeout starts when the request is made. If earliestBegin is as long or longer, the \
      transfer can time out before the system starts it.
      """,
    guide: RuleGuide(
      ignoreWhen: "The app can do without a transfer that times out.",
      related: ["session-resource-timeout-implicit", "session-request-timeout-misread"]),
    citations: [.urlSessionHeader, .ourInference],
    triggers: [
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: ‹1d→2d› }
      transfers:
        photos: { session: library, size: 4MB, earliestBegin: «2d→6h» }
      """
    ],
    check: .transfers { transfer, session, _, context in
      let timeout = session.timeoutIntervalForResource
      guard session.isBackground, let earliest = transfer.earliestBegin, earliest.value >= timeout.value
      else {
        return nil
      }
      return context.diagnostic(
        at: .value(earliest.node),
        "\(transfer.name.value) waits at least \(earliest.value), but its session times out after \(timeout.value)"
          + (timeout.isDefault ? ", the default" : ""),
        help: "use a shorter earliestBegin, or a longer timeoutIntervalForResource",
        related: timeout.written.map { [(.value($0.node), "the resource timeout")] } ?? [])
    }
  )
}
