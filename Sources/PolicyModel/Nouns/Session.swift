internal import PlatformFacts
package import Quantities

/// A `URLSessionConfiguration`.
package struct Session: Named {
  package var name: Placed<String>
  /// How the configuration is made.
  package var type = Setting(SessionType.background)
  /// The identifier of a background session.
  package var identifier: Placed<Identifier>?
  /// The process that owns the session.
  package var target = Setting(Target.app)

  package var isDiscretionary = Setting(false)
  package var sessionSendsLaunchEvents = Setting(true)
  package var sharedContainerIdentifier: Placed<String?>?
  package var waitsForConnectivity = Setting(false)
  package var timeoutIntervalForRequest = Setting(PlatformFacts.requestTimeout.value)
  package var timeoutIntervalForResource = Setting(PlatformFacts.resourceTimeout.value)
  package var allowsCellularAccess = Setting(true)
  package var allowsExpensiveNetworkAccess = Setting(true)
  package var allowsConstrainedNetworkAccess = Setting(true)
  /// Apple documents no default.
  package var allowsUltraConstrainedNetworkAccess: Placed<Bool>?
  package var requiresDNSSECValidation = Setting(false)
  package var networkServiceType = Setting(NetworkServiceType.default)
  package var httpMaximumConnectionsPerHost = Setting(PlatformFacts.connectionsPerHost.value)
  package var httpAdditionalHeaders: Placed<[Header]>?
  package var requestCachePolicy = Setting(CachePolicy.useProtocolCachePolicy)
  package var urlCache: Placed<SharedStorage?>?
  package var httpCookieStorage: Placed<SharedStorage?>?
  package var httpShouldSetCookies = Setting(true)
  package var httpCookieAcceptPolicy = Setting(CookieAcceptPolicy.onlyFromMainDocumentDomain)
  package var urlCredentialStorage: Placed<SharedStorage?>?
  package var protocolClasses: Placed<[Placed<String>]>?
  package var multipathServiceType = Setting(MultipathServiceType.none)
  /// Apple documents no default.
  package var tlsMinimumSupportedProtocolVersion: Placed<TLSVersion>?
  /// Apple documents no default.
  package var tlsMaximumSupportedProtocolVersion: Placed<TLSVersion>?
  package var tlsMinimumSupportedProtocol: Placed<LegacyTLSProtocol>?
  package var tlsMaximumSupportedProtocol: Placed<LegacyTLSProtocol>?
  package var connectionProxyDictionary: Placed<[Header]>?
  package var proxyConfigurations: Placed<[Placed<String>]>?
  package var httpShouldUsePipelining = Setting(false)
  package var shouldUseExtendedBackgroundIdleMode = Setting(false)
  package var usesClassicLoadingMode = Setting(true)
  package var enablesEarlyData = Setting(false)

  /// The keys that are there, in order.
  package var writtenKeys: [WrittenKey] = []

  /// Whether it works on while the app doesn't run.
  package var isBackground: Bool { type.value == .background }
}

/// How a configuration is made.
package enum SessionType: String, PolicyWord {
  case background, `default`, ephemeral
}

/// `URLRequest.NetworkServiceType`.
package enum NetworkServiceType: String, PolicyWord {
  case `default`, voip, video, background, voice, responsiveData, avStreaming, responsiveAV, callSignaling
}

/// `NSURLRequest.CachePolicy`.
package enum CachePolicy: String, PolicyWord {
  case useProtocolCachePolicy, reloadIgnoringLocalCacheData, reloadIgnoringCacheData, returnCacheDataElseLoad
  case returnCacheDataDontLoad, reloadIgnoringLocalAndRemoteCacheData, reloadRevalidatingCacheData
}

/// `HTTPCookie.AcceptPolicy`.
package enum CookieAcceptPolicy: String, PolicyWord {
  case always, never, onlyFromMainDocumentDomain
}

/// `URLSessionConfiguration.MultipathServiceType`.
package enum MultipathServiceType: String, PolicyWord {
  case none, handover, interactive, aggregate
}

/// `tls_protocol_version_t`, oldest first.
package enum TLSVersion: String, PolicyWord, Comparable {
  case TLSv10, TLSv11, TLSv12, TLSv13

  package static func < (left: TLSVersion, right: TLSVersion) -> Bool { left.rawValue < right.rawValue }
}

/// `SSLProtocol`, which `tls_protocol_version_t` replaces.
package enum LegacyTLSProtocol: String, PolicyWord {
  case sslProtocol3, tlsProtocol1, tlsProtocol11, tlsProtocol12, tlsProtocol13
}

/// A storage object of which a policy can name only the shared one.
package enum SharedStorage: String, PolicyWord {
  case shared
}
