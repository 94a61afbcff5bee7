internal import PlatformFacts
package import Quantities

extension Policy {
  /// The settings of a `URLSessionConfiguration`.
  package struct Session: Named {
    /// The name in the policy.
    package var name: Located<String>
    /// The kind of configuration.
    package var type = Setting(SessionType.background)
    /// The identifier of a background session.
    package var identifier: Located<Identifier>?
    /// The number of sessions that the declaration describes, and their difference; `nil` for a single session.
    package var instances: Located<SessionInstances>?
    /// The process that owns the session.
    package var target = Setting(Policy.Target.app)
    /// The platforms of the session; `nil` for all platforms of its target.
    package var platforms: PlatformList?

    /// `URLSessionConfiguration.isDiscretionary`.
    package var isDiscretionary = Setting(false)
    /// `URLSessionConfiguration.sessionSendsLaunchEvents`.
    package var sessionSendsLaunchEvents = Setting(true)
    /// `URLSessionConfiguration.sharedContainerIdentifier`.
    package var sharedContainerIdentifier: Located<String?>?
    /// `URLSessionConfiguration.waitsForConnectivity`.
    package var waitsForConnectivity = Setting(false)
    /// `URLSessionConfiguration.timeoutIntervalForRequest`.
    package var timeoutIntervalForRequest = Setting(PlatformFacts.requestTimeout.value)
    /// `URLSessionConfiguration.timeoutIntervalForResource`.
    package var timeoutIntervalForResource = Setting(PlatformFacts.resourceTimeout.value)
    /// `URLSessionConfiguration.allowsCellularAccess`.
    package var allowsCellularAccess = Setting(true)
    /// `URLSessionConfiguration.allowsExpensiveNetworkAccess`.
    package var allowsExpensiveNetworkAccess = Setting(true)
    /// `URLSessionConfiguration.allowsConstrainedNetworkAccess`.
    package var allowsConstrainedNetworkAccess = Setting(true)
    /// `URLSessionConfiguration.allowsUltraConstrainedNetworkAccess`; Apple documents no default.
    package var allowsUltraConstrainedNetworkAccess: Located<Bool>?
    /// `URLSessionConfiguration.requiresDNSSECValidation`.
    package var requiresDNSSECValidation = Setting(false)
    /// `URLSessionConfiguration.networkServiceType`.
    package var networkServiceType = Setting(NetworkServiceType.default)
    /// `URLSessionConfiguration.httpMaximumConnectionsPerHost`.
    package var httpMaximumConnectionsPerHost = Setting(PlatformFacts.connectionsPerHost.value)
    /// `URLSessionConfiguration.httpAdditionalHeaders`.
    package var httpAdditionalHeaders: Located<[Header]>?
    /// `URLSessionConfiguration.requestCachePolicy`.
    package var requestCachePolicy = Setting(CachePolicy.useProtocolCachePolicy)
    /// `URLSessionConfiguration.urlCache`.
    package var urlCache: Located<SharedStorage?>?
    /// `URLSessionConfiguration.httpCookieStorage`.
    package var httpCookieStorage: Located<SharedStorage?>?
    /// `URLSessionConfiguration.httpShouldSetCookies`.
    package var httpShouldSetCookies = Setting(true)
    /// `URLSessionConfiguration.httpCookieAcceptPolicy`.
    package var httpCookieAcceptPolicy = Setting(CookieAcceptPolicy.onlyFromMainDocumentDomain)
    /// `URLSessionConfiguration.urlCredentialStorage`.
    package var urlCredentialStorage: Located<SharedStorage?>?
    /// `URLSessionConfiguration.protocolClasses`.
    package var protocolClasses: Located<[Located<String>]>?
    /// `URLSessionConfiguration.multipathServiceType`.
    package var multipathServiceType = Setting(MultipathServiceType.none)
    /// `URLSessionConfiguration.tlsMinimumSupportedProtocolVersion`; Apple documents no default.
    package var tlsMinimumSupportedProtocolVersion: Located<TLSVersion>?
    /// `URLSessionConfiguration.tlsMaximumSupportedProtocolVersion`; Apple documents no default.
    package var tlsMaximumSupportedProtocolVersion: Located<TLSVersion>?
    /// `URLSessionConfiguration.tlsMinimumSupportedProtocol`.
    package var tlsMinimumSupportedProtocol: Located<LegacyTLSProtocol>?
    /// `URLSessionConfiguration.tlsMaximumSupportedProtocol`.
    package var tlsMaximumSupportedProtocol: Located<LegacyTLSProtocol>?
    /// `URLSessionConfiguration.connectionProxyDictionary`.
    package var connectionProxyDictionary: Located<[Header]>?
    /// `URLSessionConfiguration.proxyConfigurations`.
    package var proxyConfigurations: Located<[Located<String>]>?
    /// `URLSessionConfiguration.httpShouldUsePipelining`.
    package var httpShouldUsePipelining = Setting(false)
    /// `URLSessionConfiguration.shouldUseExtendedBackgroundIdleMode`.
    package var shouldUseExtendedBackgroundIdleMode = Setting(false)
    /// `URLSessionConfiguration.usesClassicLoadingMode`.
    package var usesClassicLoadingMode = Setting(true)
    /// `URLSessionConfiguration.enablesEarlyData`.
    package var enablesEarlyData = Setting(false)

    /// The switches that the app decides at run time.
    package var runtimeSwitches: [RuntimeSwitch] = []

    /// The keys in the policy, in order.
    package var writtenKeys: [WrittenKey] = []

    /// Whether the session's transfers continue while the app is not running.
    package var isBackground: Bool { type.value == .background }
  }
}

/// The kind of a `URLSessionConfiguration`.
package enum SessionType: String, StringEnum {
  case background, `default`, ephemeral
}

/// The values of `URLRequest.NetworkServiceType`.
package enum NetworkServiceType: String, StringEnum {
  case `default`, voip, video, background, voice, responsiveData, avStreaming, responsiveAV, callSignaling
}

/// The values of `NSURLRequest.CachePolicy`.
package enum CachePolicy: String, StringEnum {
  case useProtocolCachePolicy, reloadIgnoringLocalCacheData, reloadIgnoringCacheData, returnCacheDataElseLoad
  case returnCacheDataDontLoad, reloadIgnoringLocalAndRemoteCacheData, reloadRevalidatingCacheData
}

/// The values of `HTTPCookie.AcceptPolicy`.
package enum CookieAcceptPolicy: String, StringEnum {
  case always, never, onlyFromMainDocumentDomain
}

/// The values of `URLSessionConfiguration.MultipathServiceType`.
package enum MultipathServiceType: String, StringEnum {
  case none, handover, interactive, aggregate
}

/// The values of `tls_protocol_version_t`, oldest first.
package enum TLSVersion: String, StringEnum, Comparable {
  case TLSv10, TLSv11, TLSv12, TLSv13

  package static func < (left: TLSVersion, right: TLSVersion) -> Bool { left.rawValue < right.rawValue }
}

/// `SSLProtocol`, which `tls_protocol_version_t` replaces.
package enum LegacyTLSProtocol: String, StringEnum {
  case sslProtocol3, tlsProtocol1, tlsProtocol11, tlsProtocol12, tlsProtocol13
}

/// A storage object, such as a cache. The only object that a policy can choose is the shared object.
package enum SharedStorage: String, StringEnum {
  case shared
}
