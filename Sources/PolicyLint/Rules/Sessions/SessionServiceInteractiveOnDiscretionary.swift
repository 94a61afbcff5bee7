internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionServiceInteractiveOnDiscretionary = Rule(
    "BGP136", "session-service-interactive-on-discretionary", .sessions, .warning,
    summary: "An interactive service type on a discretionary session",
    why: """
      voice, video, callSignaling and the responsive types ask for low latency, but with a discretionary \
      transfer the system chooses the day. One of the two is not intended.
      """,
    guide: RuleGuide(
      related: ["session-service-voip-deprecated"]),
    citations: [.urlRequestHeader, .downloadingInBackground],
    triggers: [
      """
      sessions:
        library:
          identifier: com.example.library
          isDiscretionary: true
          timeoutIntervalForResource: 2d
          allowsConstrainedNetworkAccess: false
          networkServiceType: «responsiveData→background»
      """
    ],
    passes: [
      """
      sessions:
        videos:
          identifier: com.example.videos
          isDiscretionary: true
          timeoutIntervalForResource: 2d
          allowsConstrainedNetworkAccess: false
          networkServiceType: avStreaming
      """
    ],
    check: .backgroundSessions { session, _, context in
      guard let service = session.networkServiceType.written, service.value.isInteractive,
        let discretionary = session.isDiscretionary.written, discretionary.value
      else { return nil }
      return context.diagnostic(
        at: .value(service.node),
        "\(session.name.value) is discretionary but asks for the latency of \(service.value.rawValue)",
        help: "write background, or set isDiscretionary to false",
        related: [(.value(discretionary.node), "discretionary here")],
        fixes: [
          context.replace(
            service.node, withPlain: "background", "Set networkServiceType to background",
            safety: .changesSwift)
        ])
    }
  )
}

extension NetworkServiceType {
  /// Whether the type asks for low latency.
  fileprivate var isInteractive: Bool {
    switch self {
    case .voice, .video, .voip, .callSignaling, .responsiveData, .responsiveAV: true
    case .default, .background, .avStreaming: false
    }
  }
}
