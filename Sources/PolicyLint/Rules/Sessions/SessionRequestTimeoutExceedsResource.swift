internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax
internal import Quantities

extension Rule {
  static let sessionRequestTimeoutExceedsResource = Rule(
    "BGP121", "session-request-timeout-exceeds-resource", .sessions, .warning, .assumed,
    summary: "A request timeout longer than the resource timeout",
    why: """
      timeoutIntervalForRequest limits the time without data, timeoutIntervalForResource the whole transfer. \
      The first has no effect if it is longer than the second.
      """,
    guide: RuleGuide(
      related: ["session-request-timeout-misread"]),
    citations: [.urlSessionHeader, .ourInference],
    triggers: [
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 1h, timeoutIntervalForRequest: «2h» }
      """
    ],
    passes: [
      // The request timeout of a minute is a default, which the policy does not state.
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 30s }
      """,
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d, timeoutIntervalForRequest: 2m }
      """,
    ],
    check: .sessions { session, policy, context in
      let request = session.timeoutIntervalForRequest
      let resource = session.timeoutIntervalForResource
      guard let requestTimeout = request.written, request.value > resource.value else { return nil }
      let message =
        "timeoutIntervalForRequest of \(session.name.value) is \(request.value)"
        + ", above timeoutIntervalForResource, \(resource.value)" + (resource.isDefault ? " by default" : "")
      let fix = context.set(
        "timeoutIntervalForRequest", at: requestTimeout.node, to: resource.value.description,
        in: session.name.node, safety: .changesSwift)
      guard let resourceTimeout = resource.written else {
        return context.diagnostic(
          at: .value(requestTimeout.node), message, help: "make the resource timeout the longer one",
          fixes: [fix])
      }
      let ordered = context.inTextOrder(requestTimeout.node, resourceTimeout.node)
      return context.diagnostic(
        at: .value(ordered.later), message, help: "make the resource timeout the longer one",
        related: [(.value(ordered.earlier), "the other timeout")], fixes: [fix])
    }
  )
}
