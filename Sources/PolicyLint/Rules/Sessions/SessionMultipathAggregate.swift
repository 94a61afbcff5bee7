internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionMultipathAggregate = Rule(
    "BGP137", "session-multipath-aggregate", .sessions, .warning,
    summary: "The multipath service type aggregate, which is only for experiments",
    why: "According to Apple's header, multipathServiceType aggregate is for experimentation only.",
    guide: RuleGuide(
      ignoreWhen: "The build is for an experiment.",
      related: ["session-multipath-entitlement"]),
    citations: [.urlSessionHeader],
    triggers: [
      """
      sessions:
        api: { type: default, multipathServiceType: «aggregate→handover» }
      """
    ],
    check: .sessions { session, _, context in
      guard let service = session.multipathServiceType.written, service.value == .aggregate else {
        return nil
      }
      return context.diagnostic(
        at: .value(service.node), "multipathServiceType aggregate is only for experiments",
        help: "write handover for reliability, or interactive for low latency",
        fixes: [
          context.replace(service.node, withPlain: "handover", "Write handover", safety: .changesSwift)
        ])
    }
  )
}
