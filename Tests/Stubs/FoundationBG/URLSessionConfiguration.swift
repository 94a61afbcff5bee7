import FakeDevice

public final class URLSessionConfiguration: NSObject, @unchecked Sendable {
  public enum MultipathServiceType: Int, Sendable {
    case none, handover, interactive, aggregate
  }

  public let identifier: String?
  let isBackground: Bool

  private init(identifier: String?, isBackground: Bool) {
    self.identifier = identifier
    self.isBackground = isBackground
  }

  public class var `default`: URLSessionConfiguration { .init(identifier: nil, isBackground: false) }
  public class var ephemeral: URLSessionConfiguration { .init(identifier: nil, isBackground: false) }
  public class func background(withIdentifier identifier: String) -> URLSessionConfiguration {
    .init(identifier: identifier, isBackground: true)
  }

  public var protocolClasses: [AnyClass]?
  public var isDiscretionary = false
  public var sessionSendsLaunchEvents = true
  public var sharedContainerIdentifier: String?
  public var waitsForConnectivity = false
  public var timeoutIntervalForRequest: TimeInterval = 60
  public var timeoutIntervalForResource: TimeInterval = 604_800
  public var allowsCellularAccess = true
  public var allowsExpensiveNetworkAccess = true
  public var allowsConstrainedNetworkAccess = true
  public var allowsUltraConstrainedNetworkAccess = true {
    didSet { FakeSystem.shared.use("allowsUltraConstrainedNetworkAccess", since: "26.1") }
  }
  public var requiresDNSSECValidation = false {
    didSet { FakeSystem.shared.use("requiresDNSSECValidation", since: "16.0") }
  }
  public var networkServiceType = URLRequest.NetworkServiceType.default
  public var httpMaximumConnectionsPerHost = 6
  public var httpAdditionalHeaders: [AnyHashable: Any]?
  public var requestCachePolicy = URLRequest.CachePolicy.useProtocolCachePolicy
  public var urlCache: URLCache?
  public var httpCookieStorage: HTTPCookieStorage? = .shared
  public var httpShouldSetCookies = true
  public var httpCookieAcceptPolicy = HTTPCookie.AcceptPolicy.onlyFromMainDocumentDomain
  public var urlCredentialStorage: URLCredentialStorage? = .shared
  public var multipathServiceType = MultipathServiceType.none
  public var tlsMinimumSupportedProtocolVersion = tls_protocol_version_t.TLSv12
  public var tlsMaximumSupportedProtocolVersion = tls_protocol_version_t.TLSv13
  public var tlsMinimumSupportedProtocol = SSLProtocol.tlsProtocol12
  public var tlsMaximumSupportedProtocol = SSLProtocol.tlsProtocol13
  public var httpShouldUsePipelining = false
  public var shouldUseExtendedBackgroundIdleMode = false
  public var usesClassicLoadingMode = true {
    didSet { FakeSystem.shared.use("usesClassicLoadingMode", since: "18.4") }
  }
  public var enablesEarlyData = false {
    didSet { FakeSystem.shared.use("enablesEarlyData", since: "26.0") }
  }

  /// The settings as text, to compare the configuration before and after a relaunch.
  public var settings: [String] {
    [
      "isDiscretionary=\(isDiscretionary)", "sessionSendsLaunchEvents=\(sessionSendsLaunchEvents)",
      "sharedContainerIdentifier=\(sharedContainerIdentifier ?? "nil")",
      "timeoutIntervalForRequest=\(timeoutIntervalForRequest)",
      "timeoutIntervalForResource=\(timeoutIntervalForResource)",
      "allowsCellularAccess=\(allowsCellularAccess)",
      "allowsExpensiveNetworkAccess=\(allowsExpensiveNetworkAccess)",
      "allowsConstrainedNetworkAccess=\(allowsConstrainedNetworkAccess)",
      "networkServiceType=\(networkServiceType)",
      "httpMaximumConnectionsPerHost=\(httpMaximumConnectionsPerHost)",
      "httpShouldSetCookies=\(httpShouldSetCookies)",
      "requestCachePolicy=\(requestCachePolicy)",
    ]
  }
}
