internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax
internal import Quantities

extension Rule {
  static let sessionRequestTimeoutMisread = Rule(
    "BGP123", "session-request-timeout-misread", .sessions, .warning,
    summary: "A background session with a request timeout but no resource timeout",
    why: """
      A background session retries after a request timeout. Only the resource timeout ends a transfer, and \
      its default is seven days.
      """,
    guide: RuleGuide(
      symptom: """
        A transfer that stalls is tried again, and fails with URLError.timedOut (-1001) only after seven \
        days.
        """,
      ignoreWhen: "Retries for seven days are intended.",
      swift: "configuration.timeoutIntervalForResource = 24 * 60 * 60",
      related: ["session-resource-timeout-implicit"]),
    citations: [.urlSessionHeader, .urlErrorReference],
    triggers: [
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForRequest: «30s» }
      """
    ],
    passes: [
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForRequest: 30s, timeoutIntervalForResource: 1d }
        api: { type: default, timeoutIntervalForRequest: 30s }
      """
    ],
    check: .backgroundSessions { session, _, context in
      guard let request = session.timeoutIntervalForRequest.written,
        !session.hasKey("timeoutIntervalForResource")
      else {
        return nil
      }
      return context.diagnostic(
        at: .value(request.node),
        "\(session.name.value) does not end after \(request.value): a background session retries for"
          + " \(PlatformFacts.resourceTimeout.value)",
        help: "set timeoutIntervalForResource to the time after which a transfer is of no use",
        fixes: [
          context.insert(
            "timeoutIntervalForResource", plain: PlatformFacts.resourceTimeout.value.description,
            into: session.name.node,
            "Add timeoutIntervalForResource: \(PlatformFacts.resourceTimeout.value)",
            safety: .changesSwift)
        ])
    }
  )
}
