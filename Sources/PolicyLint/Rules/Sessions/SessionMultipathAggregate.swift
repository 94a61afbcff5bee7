internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionMultipathAggregate = Rule(
    "BGP137", "session-multipath-aggregate", .warning,
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
      return context.issue(
        at: .value(service.place), "multipathServiceType aggregate is for experiments only",
        help: "write handover for reliability, or interactive for low latency",
        fixes: [
          context.replace(service.place, withPlain: "handover", "Write handover", safety: .changesSwift)
        ])
    }
  )
}
