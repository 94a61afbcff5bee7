extension PlatformFacts {
  /// What a property of `URLSessionConfiguration` does in a background session, without a full stop; `nil` for a
  /// property that generated code doesn't set.
  package static func sessionPropertyRule(_ name: String) -> String? {
    sessionPropertyRules.first { $0.name == name }?.rule
  }

  private static let sessionPropertyRules: [(name: String, rule: String)] = [
    (
      "isDiscretionary",
      "whether transfers that begin in the foreground wait for Wi-Fi and power; those that begin in the background always do"
    ),
    (
      "sessionSendsLaunchEvents",
      "whether the system wakes or launches the app when transfers end or need credentials"
    ),
    ("sharedContainerIdentifier", "the app group's container, without which an extension's session fails"),
    (
      "waitsForConnectivity",
      "whether a task waits for a network instead of failing; background sessions always wait"
    ),
    (
      "timeoutIntervalForRequest",
      "how long a request may be idle; a background session then tries again by itself"
    ),
    ("timeoutIntervalForResource", "how long the whole transfer may take, waiting and retries included"),
    ("allowsCellularAccess", "whether the transfers may use cellular networks"),
    ("allowsExpensiveNetworkAccess", "whether they may use cellular networks and personal hotspots"),
    ("allowsConstrainedNetworkAccess", "whether they may go on in Low Data Mode"),
    ("allowsUltraConstrainedNetworkAccess", "whether they may use a carrier's satellite network"),
    ("requiresDNSSECValidation", "whether names have to be validated by DNSSEC"),
    ("networkServiceType", "which slice of a cellular network carries the traffic"),
    ("httpMaximumConnectionsPerHost", "how many connections this session makes to one host"),
    ("httpAdditionalHeaders", "headers of every request; a request's own ones win"),
    ("requestCachePolicy", "how requests use the cache; background sessions have none unless told"),
    ("urlCache", "where responses are cached; background sessions cache nothing unless told"),
    ("httpCookieStorage", "where cookies are kept; none with `nil`"),
    ("httpShouldSetCookies", "whether requests carry the stored cookies"),
    ("httpCookieAcceptPolicy", "which cookies are stored"),
    ("urlCredentialStorage", "where credentials are kept; nowhere with `nil`"),
    ("multipathServiceType", "how Wi-Fi and cellular are used together, which needs an entitlement"),
    ("tlsMinimumSupportedProtocolVersion", "the oldest TLS that a server may speak"),
    ("tlsMaximumSupportedProtocolVersion", "the newest TLS that is offered"),
    ("tlsMinimumSupportedProtocol", "the oldest TLS that a server may speak, in the deprecated form"),
    ("tlsMaximumSupportedProtocol", "the newest TLS that is offered, in the deprecated form"),
    ("httpShouldUsePipelining", "whether requests are pipelined, by the classic loader alone; deprecated"),
    (
      "shouldUseExtendedBackgroundIdleMode", "whether TCP connections stay open; deprecated and not supported"
    ),
    ("usesClassicLoadingMode", "whether the classic loader is used, which pipelining and FTP need"),
    (
      "enablesEarlyData",
      "whether HTTP/3 requests go out before the handshake ends, where a replay does no harm"
    ),
  ]
}
