internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax
internal import Quantities

extension Rule {
  static let taskEarliestBeginPastTimeout = Rule(
    "BGP302", "task-earliest-begin-past-timeout", .warning, .assumed,
    summary: "A transfer that may expire before it begins",
    why: """
      The resource timeout counts from when the request is made. Where earliestBegin is no earlier, a \
      transfer can be over before the system starts it.
      """,
    citations: [.urlSessionHeader, .ourInference],
    triggers: [
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d }
      transfers:
        photos: { session: library, size: 4MB, earliestBegin: «2d» }
      """
    ],
    passes: [
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 2d }
      transfers:
        photos: { session: library, size: 4MB, earliestBegin: 6h }
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
        "\(transfer.name.value) may not begin for \(earliest.value), and expires after \(timeout.value)"
          + (timeout.isDefault ? ", the default" : ""),
        help: "let it begin earlier, or give the session a longer timeoutIntervalForResource",
        related: timeout.written.map { [(.value($0.node), "the resource timeout")] } ?? [])
    }
  )
}
