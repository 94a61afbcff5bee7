internal import PlatformFacts
internal import Quantities

extension SessionProperty {
  /// The properties that decide when, and over which networks, a session transfers.
  static let transferProperties: [SessionProperty] = [
    SessionProperty(
      "isDiscretionary", .identity, .setting(.bool) { $1(&$0.isDiscretionary) },
      since: .iOS7(macOS: Version(10, 10)),
      summary: """
        Whether the system may choose the time, such as on Wi-Fi and power. Only for background sessions, and only for \
        transfers started in the foreground: others always are.
        """,
      comment:
        "whether transfers that begin in the foreground wait for Wi-Fi and power; those that begin in the background always do",
      sources: [.downloadingInBackground]),
    SessionProperty(
      "sessionSendsLaunchEvents", .identity,
      .setting(.bool, isAlwaysSet: true) { $1(&$0.sessionSendsLaunchEvents) },
      since: .iOS7(macOS: Version(11)),
      summary:
        "Whether the system wakes or launches the app when a background session's transfers end or need credentials.",
      comment: "whether the system wakes or launches the app when transfers end or need credentials"),
    SessionProperty(
      "sharedContainerIdentifier", .identity,
      .optional(.nullableString) { $1(&$0.sharedContainerIdentifier) },
      since: .iOS8, default: .described("null"),
      summary: "The app group whose container an app extension's background session uses; required there.",
      comment: "the app group's container, without which an extension's session fails",
      sources: [.urlSessionHeader, .configurationReference]),
    SessionProperty(
      "waitsForConnectivity", .network, .setting(.bool) { $1(&$0.waitsForConnectivity) },
      since: .iOS11, isCompared: false,
      summary:
        "Whether a task waits for a network instead of failing. Background sessions always wait and ignore it.",
      comment: "whether a task waits for a network instead of failing; background sessions always wait"),
    SessionProperty(
      "timeoutIntervalForRequest", .network, .setting(.duration) { $1(&$0.timeoutIntervalForRequest) },
      since: .iOS7, default: .described("60s"),
      summary:
        "The time that a request may be idle; a background session then retries, within the resource timeout.",
      comment: "the time that a request may be idle; a background session then tries again"),
    SessionProperty(
      "timeoutIntervalForResource", .network, .setting(.duration) { $1(&$0.timeoutIntervalForResource) },
      since: .iOS7,
      summary: "The time that a whole transfer may take, including retries and waiting.",
      comment: "the time that the whole transfer may take, including waiting and retries"),
    SessionProperty(
      "allowsCellularAccess", .network,
      .network({ $1(&$0.allowsCellularAccess) }, request: { $0.allowsCellularAccess }),
      since: .iOS7,
      summary: "Whether transfers may use cellular networks.",
      comment: "whether the transfers may use cellular networks"),
    SessionProperty(
      "allowsExpensiveNetworkAccess", .network,
      .network({ $1(&$0.allowsExpensiveNetworkAccess) }, request: { $0.allowsExpensiveNetworkAccess }),
      since: .iOS13,
      summary:
        "Whether transfers may use networks that the system considers expensive: cellular and personal hotspots.",
      comment: "whether they may use cellular networks and personal hotspots",
      sources: [.configurationReference, .wwdc19Networking]),
    SessionProperty(
      "allowsConstrainedNetworkAccess", .network,
      .network({ $1(&$0.allowsConstrainedNetworkAccess) }, request: { $0.allowsConstrainedNetworkAccess }),
      since: .iOS13,
      summary: "Whether transfers continue in Low Data Mode.",
      comment: "whether they continue in Low Data Mode",
      sources: [.configurationReference, .wwdc23Transfers]),
    SessionProperty(
      "allowsUltraConstrainedNetworkAccess", .network,
      .optional(.bool) { $1(&$0.allowsUltraConstrainedNetworkAccess) },
      since: .everySystem(Version(26, 1)), default: .undocumented,
      summary: "Whether transfers may use a carrier's satellites.",
      comment: "whether they may use a carrier's satellite network",
      sources: [.urlSessionHeader, .ultraConstrainedNetworks]),
    SessionProperty(
      "requiresDNSSECValidation", .security, .setting(.bool) { $1(&$0.requiresDNSSECValidation) },
      since: .iOS16,
      summary: "Whether names are resolved with DNSSEC only.",
      comment: "whether names have to be validated by DNSSEC"),
    SessionProperty(
      "networkServiceType", .network, .setting(.word(NetworkServiceType.self)) { $1(&$0.networkServiceType) },
      since: .iOS7,
      summary: "The kind of traffic, as the system uses it for priorities and a carrier for network slices.",
      comment: "the slice of a cellular network that carries the traffic",
      sources: [.configurationReference, .urlSessionHeader]),
  ]
}
