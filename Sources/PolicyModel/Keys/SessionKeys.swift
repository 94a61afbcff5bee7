internal import JSON
internal import PlatformFacts

extension SessionInstances {
  static let keys = KeyTable(
    "instances", { SessionInstances() },
    [
      Key(
        "per", .swiftTypeName, required: true,
        "What there is one session for, such as account; the identifier holds {account}."
      ) { $0.per = $1 },
      Key("atMost", .int(1...1_000), required: true, "How many there are at most, such as 3.") {
        $0.atMost = $1
      },
    ])
}

extension Session {
  static let keys = KeyTable(
    "session", { Session(name: .unnamed) }, identityKeys + networkKeys + httpKeys + securityKeys + legacyKeys,
    sample: "{ identifier: com.example.photos.library }", note: { $0.writtenKeys = $1 })

  private static let identityKeys: [Key<Session>] = [
    Key(
      "type", .word(SessionType.self), default: "background",
      "How the configuration is made: URLSessionConfiguration.background(withIdentifier:), .default or .ephemeral."
    ) { $0.type.written = $1 },
    Key(
      "identifier", .identifier,
      "The identifier of a background session: a fixed text, unique in the app and its extensions."
    ) { $0.identifier = $1 },
    Key(
      "instances", .mapping(SessionInstances.keys),
      """
      Makes it several sessions, such as { per: account, atMost: 3 } with the identifier \
      com.example.library.{account}. In generated code the identifier and the configuration take the value. The \
      estimate counts all of them as one session.
      """
    ) { $0.instances = $1 },
    Key(
      "target", .string, default: "app", "The process that owns the session: `app`, or the name of a target."
    ) { $0.target.written = $1 },
    .platforms("On the others, the generated code leaves the session out. The estimate ignores it.") {
      $0.platforms = $1
    },
    property(
      "isDiscretionary", .bool,
      """
      Whether the system may choose the time, such as on Wi-Fi and power. Only for background sessions, and only for \
      transfers started in the foreground: others always are.
      """
    ) { $0.isDiscretionary.written = $1 },
    property(
      "sessionSendsLaunchEvents", .bool,
      "Whether the system wakes or launches the app when a background session's transfers end or need credentials."
    ) { $0.sessionSendsLaunchEvents.written = $1 },
    property(
      "sharedContainerIdentifier", .nullable(.string),
      "The app group whose container an app extension's background session works in; needed there."
    ) { $0.sharedContainerIdentifier = $1 },
  ]

  private static let networkKeys: [Key<Session>] = [
    property(
      "waitsForConnectivity", .bool,
      "Whether a task waits for a network instead of failing. Background sessions always wait and ignore it."
    ) { $0.waitsForConnectivity.written = $1 },
    property(
      "timeoutIntervalForRequest", .duration,
      "How long a request may idle; a background session retries after it, within the resource timeout."
    ) { $0.timeoutIntervalForRequest.written = $1 },
    property(
      "timeoutIntervalForResource", .duration,
      "How long a whole transfer may take, retries and waiting included."
    ) { $0.timeoutIntervalForResource.written = $1 },
    runtimeProperty(
      "allowsCellularAccess", \.allowsCellularAccess, "Whether transfers may use cellular networks."),
    runtimeProperty(
      "allowsExpensiveNetworkAccess", \.allowsExpensiveNetworkAccess,
      "Whether transfers may use networks that the system holds for expensive: cellular and personal hotspots."
    ),
    runtimeProperty(
      "allowsConstrainedNetworkAccess", \.allowsConstrainedNetworkAccess,
      "Whether transfers go on in Low Data Mode."),
    property(
      "allowsUltraConstrainedNetworkAccess", .bool, "Whether transfers may use a carrier's satellites."
    ) {
      $0.allowsUltraConstrainedNetworkAccess = $1
    },
    property(
      "networkServiceType", .word(NetworkServiceType.self),
      "The kind of traffic, as the system uses it for priorities and a carrier for network slices."
    ) { $0.networkServiceType.written = $1 },
    property(
      "multipathServiceType", .word(MultipathServiceType.self),
      "Whether transfers use Wi-Fi and cellular together; needs an entitlement."
    ) { $0.multipathServiceType.written = $1 },
  ]

  private static let httpKeys: [Key<Session>] = [
    property(
      "httpMaximumConnectionsPerHost", .int(1...1_000),
      "How many connections the session makes to one host at a time; several sessions multiply it."
    ) { $0.httpMaximumConnectionsPerHost.written = $1 },
    property(
      "httpAdditionalHeaders", .headers,
      """
      Headers of every request, as name and value. Authorization, Host and a few others are the system's own. The value \
      runtime, such as { User-Agent: runtime }, makes it a member of the generated settings.
      """
    ) { $0.httpAdditionalHeaders = $1 },
    property("requestCachePolicy", .word(CachePolicy.self), "When cached responses are used.") {
      $0.requestCachePolicy.written = $1
    },
    property("urlCache", .nullable(.word(SharedStorage.self)), "The cache: `shared`, or null for none.") {
      $0.urlCache = $1
    },
    property(
      "httpCookieStorage", .nullable(.word(SharedStorage.self)), "The cookies: `shared`, or null for none."
    ) { $0.httpCookieStorage = $1 },
    property("httpShouldSetCookies", .bool, "Whether requests carry cookies from the cookie storage.") {
      $0.httpShouldSetCookies.written = $1
    },
    property("httpCookieAcceptPolicy", .word(CookieAcceptPolicy.self), "Which cookies are accepted.") {
      $0.httpCookieAcceptPolicy.written = $1
    },
    property(
      "urlCredentialStorage", .nullable(.word(SharedStorage.self)),
      "The credentials: `shared`, or null for none."
    ) { $0.urlCredentialStorage = $1 },
    property(
      "protocolClasses", .list(of: .string),
      "URLProtocol classes by name. Linted but not generated; a background session cannot use them."
    ) { $0.protocolClasses = $1 },
  ]

  private static let securityKeys: [Key<Session>] = [
    property("requiresDNSSECValidation", .bool, "Whether names are resolved with DNSSEC only.") {
      $0.requiresDNSSECValidation.written = $1
    },
    property("tlsMinimumSupportedProtocolVersion", .word(TLSVersion.self), "The oldest TLS version.") {
      $0.tlsMinimumSupportedProtocolVersion = $1
    },
    property("tlsMaximumSupportedProtocolVersion", .word(TLSVersion.self), "The newest TLS version.") {
      $0.tlsMaximumSupportedProtocolVersion = $1
    },
    property(
      "proxyConfigurations", .list(of: .string), "Proxies, described in words. Linted but not generated."
    ) { $0.proxyConfigurations = $1 },
    property(
      "connectionProxyDictionary", .headers, "Proxies by the dictionary's keys. Linted but not generated."
    ) { $0.connectionProxyDictionary = $1 },
    property(
      "usesClassicLoadingMode", .bool, "Whether the classic loader is used, which FTP and pipelining need."
    ) {
      $0.usesClassicLoadingMode.written = $1
    },
    property(
      "enablesEarlyData", .bool,
      "Whether TLS early data is sent, which can be replayed; needs usesClassicLoadingMode to be false."
    ) { $0.enablesEarlyData.written = $1 },
  ]

  private static let legacyKeys: [Key<Session>] = [
    property(
      "tlsMinimumSupportedProtocol", .word(LegacyTLSProtocol.self),
      "The oldest TLS version, by the property that tlsMinimumSupportedProtocolVersion replaces."
    ) { $0.tlsMinimumSupportedProtocol = $1 },
    property(
      "tlsMaximumSupportedProtocol", .word(LegacyTLSProtocol.self),
      "The newest TLS version, by the property that tlsMaximumSupportedProtocolVersion replaces."
    ) { $0.tlsMaximumSupportedProtocol = $1 },
    property("httpShouldUsePipelining", .bool, "Deprecated since iOS 18.4.") {
      $0.httpShouldUsePipelining.written = $1
    },
    property("shouldUseExtendedBackgroundIdleMode", .bool, "Deprecated since iOS 18.4: not supported.") {
      $0.shouldUseExtendedBackgroundIdleMode.written = $1
    },
  ]

  /// A property of `URLSessionConfiguration`: its summary also says the default that Apple documents.
  private static func property<Value>(
    _ name: StaticString, _ shape: Shape<Value>, _ summary: String,
    set: @escaping @Sendable (inout Session, Located<Value>) -> Void
  ) -> Key<Session> {
    Key(name, shape, summary + defaultText(of: "\(name)"), set: set)
  }

  /// A switch that may be left to the app.
  private static func runtimeProperty(
    _ name: StaticString, _ setting: any WritableKeyPath<Session, Setting<Bool>> & Sendable, _ summary: String
  ) -> Key<Session> {
    property(
      name, .runtimeBool,
      summary
        + """
         `runtime` makes it a member of the generated settings, for a person's choice; { runtime: false } also gives \
        the value until the app sets another, which the estimate assumes.
        """
    ) { session, value in
      switch value.value {
      case .fixed(let isOn): session[keyPath: setting].written = Located(isOn, at: value.node)
      case .runtime(let initial):
        if let initial { session[keyPath: setting] = Setting(initial) }
        session.runtimeSwitches.append(
          RuntimeSwitch(name: name, initial: session[keyPath: setting].value, node: value.node))
      }
    }
  }

  private static func defaultText(of name: String) -> String {
    guard let values = PlatformFacts.sessionProperty(name)?.defaultValue else { return "" }
    return values.background == values.foreground
      ? " Default: \(values.background)."
      : " Default: \(values.background) in a background session, \(values.foreground) in any other."
  }
}
