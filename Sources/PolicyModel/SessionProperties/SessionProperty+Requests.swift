internal import PlatformFacts
internal import Quantities

extension SessionProperty {
  /// The properties of a session's requests: HTTP, cookies, TLS and proxies.
  static let requestProperties: [SessionProperty] = [
    SessionProperty(
      "httpMaximumConnectionsPerHost", .http,
      .setting(.int(1...1_000)) { $1(&$0.httpMaximumConnectionsPerHost) },
      since: .iOS7,
      summary: "The connections of the session to one host at a time; several sessions multiply them.",
      comment: "the connections of this session to one host",
      sources: [.downloadingInBackground]),
    SessionProperty(
      "httpAdditionalHeaders", .http, .optional(.headers) { $1(&$0.httpAdditionalHeaders) },
      since: .iOS7, default: .empty,
      summary: """
        Headers of every request, as name and value. The system sets Authorization, Host and a few others. The value \
        runtime, such as { User-Agent: runtime }, makes it a member of the generated settings.
        """,
      comment: "the headers of every request; a request's own headers take precedence",
      sources: [.urlSessionHeader, .urlRequestHeader]),
    SessionProperty(
      "requestCachePolicy", .http, .setting(.word(CachePolicy.self)) { $1(&$0.requestCachePolicy) },
      since: .iOS7,
      summary: "When cached responses are used.",
      comment: "the use of the cache; background sessions have none by default"),
    SessionProperty(
      "urlCache", .http, .optional(.shared("URLCache")) { $1(&$0.urlCache) },
      since: .iOS7, default: .described(background: "null", others: "shared"),
      summary:
        "The cache of responses: `shared`, or null for none. A background session has none by default.",
      comment: "the cache of responses; background sessions have none by default"),
    SessionProperty(
      "httpCookieStorage", .http, .optional(.shared("HTTPCookieStorage")) { $1(&$0.httpCookieStorage) },
      since: .iOS7, default: .described("shared"),
      summary: "The cookies: `shared`, or null for none.",
      comment: "the store of cookies; `nil` for none"),
    SessionProperty(
      "httpShouldSetCookies", .http, .setting(.bool) { $1(&$0.httpShouldSetCookies) },
      since: .iOS7,
      summary: "Whether requests carry cookies from the cookie storage.",
      comment: "whether requests carry the stored cookies"),
    SessionProperty(
      "httpCookieAcceptPolicy", .http,
      .setting(.word(CookieAcceptPolicy.self)) { $1(&$0.httpCookieAcceptPolicy) },
      since: .iOS7,
      summary: "Which cookies are accepted.",
      comment: "the cookies that are stored",
      sources: [.configurationReference]),
    SessionProperty(
      "urlCredentialStorage", .http,
      .optional(.shared("URLCredentialStorage")) { $1(&$0.urlCredentialStorage) },
      since: .iOS7, default: .described("shared"),
      summary: "The credentials: `shared`, or null for none.",
      comment: "the store of credentials; `nil` for none"),
    SessionProperty(
      "protocolClasses", .http, .optional(.names) { $1(&$0.protocolClasses) },
      since: .iOS7, default: .empty, isCompared: false,
      summary: "URLProtocol classes by name. Linted but not generated; a background session cannot use them."),
    SessionProperty(
      "multipathServiceType", .network,
      .setting(.word(MultipathServiceType.self)) { $1(&$0.multipathServiceType) },
      since: Availability(iOS: Version(11), macOS: nil, watchOS: nil, tvOS: nil, visionOS: Version(1)),
      summary: "Whether transfers use Wi-Fi and cellular together; requires an entitlement.",
      comment: "the use of Wi-Fi and cellular together, which requires an entitlement"),
    SessionProperty(
      "tlsMinimumSupportedProtocolVersion", .security,
      .optional(.word(TLSVersion.self)) { $1(&$0.tlsMinimumSupportedProtocolVersion) },
      since: .iOS13, default: .undocumented,
      summary: "The oldest TLS version.",
      comment: "the oldest TLS version that a server may use"),
    SessionProperty(
      "tlsMaximumSupportedProtocolVersion", .security,
      .optional(.word(TLSVersion.self)) { $1(&$0.tlsMaximumSupportedProtocolVersion) },
      since: .iOS13, default: .undocumented,
      summary: "The newest TLS version.",
      comment: "the newest TLS version that is offered"),
    SessionProperty(
      "tlsMinimumSupportedProtocol", .legacy,
      .optional(.word(LegacyTLSProtocol.self)) { $1(&$0.tlsMinimumSupportedProtocol) },
      since: .iOS7, default: .undocumented,
      summary: "The oldest TLS version, by the property that tlsMinimumSupportedProtocolVersion replaces.",
      comment: "the oldest TLS version that a server may use, as the deprecated type"),
    SessionProperty(
      "tlsMaximumSupportedProtocol", .legacy,
      .optional(.word(LegacyTLSProtocol.self)) { $1(&$0.tlsMaximumSupportedProtocol) },
      since: .iOS7, default: .undocumented,
      summary: "The newest TLS version, by the property that tlsMaximumSupportedProtocolVersion replaces.",
      comment: "the newest TLS version that is offered, as the deprecated type"),
    SessionProperty(
      "proxyConfigurations", .security, .optional(.names) { $1(&$0.proxyConfigurations) },
      since: .iOS17, default: .empty,
      summary: "Proxies, described in words. Linted but not generated.",
      sources: [.configurationReference]),
    SessionProperty(
      "connectionProxyDictionary", .security, .optional(.headers) { $1(&$0.connectionProxyDictionary) },
      since: .iOS7, default: .empty,
      summary: "Proxies by the dictionary's keys. Linted but not generated.",
      sources: [.configurationReference]),
    SessionProperty(
      "httpShouldUsePipelining", .legacy, .setting(.bool) { $1(&$0.httpShouldUsePipelining) },
      since: .iOS7.deprecated(since: .spring2025),
      summary: "Deprecated since iOS 18.4.",
      comment: "whether requests are pipelined, which only the classic loader does; deprecated"),
    SessionProperty(
      "shouldUseExtendedBackgroundIdleMode", .legacy,
      .setting(.bool) { $1(&$0.shouldUseExtendedBackgroundIdleMode) },
      since: Availability(
        iOS: Version(9), macOS: Version(10, 11), watchOS: Version(2), tvOS: Version(9), visionOS: Version(1),
        deprecated: .spring2025), isCompared: false,
      summary: "Deprecated since iOS 18.4: not supported.",
      comment: "whether TCP connections stay open; deprecated and not supported"),
    SessionProperty(
      "usesClassicLoadingMode", .security, .setting(.bool) { $1(&$0.usesClassicLoadingMode) },
      since: .iOS18_4,
      summary: "Whether the classic loader is used, which FTP and pipelining require.",
      comment: "whether the classic loader is used, which pipelining and FTP require"),
    SessionProperty(
      "enablesEarlyData", .security, .setting(.bool) { $1(&$0.enablesEarlyData) },
      since: .everySystem(Version(26)),
      summary:
        "Whether TLS early data is sent, which can be replayed; requires usesClassicLoadingMode to be false.",
      comment: "whether HTTP/3 requests are sent before the handshake ends, if a replay does no harm"),
  ]
}

extension VersionsByPlatform {
  fileprivate static let spring2025 = VersionsByPlatform(
    iOS: Version(18, 4), macOS: Version(15, 4), macCatalyst: Version(18, 4), tvOS: Version(18, 4),
    watchOS: Version(11, 4), visionOS: Version(2, 4))
}
