internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionMultipathAggregate = Rule(
    "BGP137", "session-multipath-aggregate", .sessions, .warning,
    summary: "The multipath service type aggregate, which is for experiments",
    why: """
      Apple's header says of multipathServiceType aggregate that it is for experimentation only.
      """,
    citations: [.urlSessionHeader],
    triggers: [
      """
      sessions:
        api: { type: default, multipathServiceType: «aggregate» }
      """
    ],
    passes: [
      """
      sessions:
        api: { type: default, multipathServiceType: handover }
      """
    ],
    check: .sessions { session, _, context in
      guard let service = session.multipathServiceType.written, service.value == .aggregate else {
        return nil
      }
      return context.diagnostic(
        at: .value(service.node), "multipathServiceType aggregate is for experiments only",
        help: "write handover for reliability, or interactive for low latency",
        fixes: [
          context.replace(service.node, withPlain: "handover", "Write handover", safety: .changesSwift)
        ])
    }
  )
}
