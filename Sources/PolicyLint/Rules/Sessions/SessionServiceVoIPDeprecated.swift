internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionServiceVoIPDeprecated = Rule(
    "BGP135", "session-service-voip-deprecated", .sessions, .warning, tags: .deprecated,
    summary: "The service type voip, which PushKit has replaced",
    why: "networkServiceType voip is deprecated since iOS 13. Apps take calls through PushKit.",
    citations: [.urlRequestHeader],
    triggers: [
      """
      sessions:
        calls: { type: default, networkServiceType: «voip→callSignaling» }
      """
    ],
    check: .sessions { session, _, context in
      guard let service = session.networkServiceType.written, service.value == .voip else { return nil }
      return context.diagnostic(
        at: .value(service.node), "networkServiceType voip is deprecated since iOS 13",
        help: "take calls through PushKit; for signalling write callSignaling",
        fixes: [
          context.replace(service.node, withPlain: "callSignaling", "Write callSignaling", safety: .guesses)
        ])
    }
  )
}
