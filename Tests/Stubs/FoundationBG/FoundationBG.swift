// What Darwin's Foundation has and Foundation on Linux lacks, as Apple's headers declare it, so that code which imports
// only Foundation can be compiled unchanged: -Xfrontend -import-module -Xfrontend FoundationBG.

@_exported import Foundation
@_exported import FoundationNetworking

public struct tls_protocol_version_t: RawRepresentable, Sendable {
  public var rawValue: UInt16
  public init(rawValue: UInt16) { self.rawValue = rawValue }
  public static let TLSv10 = tls_protocol_version_t(rawValue: 0x0301)
  public static let TLSv11 = tls_protocol_version_t(rawValue: 0x0302)
  public static let TLSv12 = tls_protocol_version_t(rawValue: 0x0303)
  public static let TLSv13 = tls_protocol_version_t(rawValue: 0x0304)
}

public enum SSLProtocol: Int32, Sendable {
  case sslProtocol3 = 2
  case tlsProtocol1 = 4
  case tlsProtocol11 = 7
  case tlsProtocol12 = 8
  case tlsProtocol13 = 10
}

public enum BGMultipathServiceType: Int, Sendable {
  case none, handover, interactive, aggregate
}

extension URLSessionConfiguration {
  public class func background(withIdentifier identifier: String) -> URLSessionConfiguration { .default }
  public var sessionSendsLaunchEvents: Bool {
    get { true }
    set {}
  }
  public var sharedContainerIdentifier: String? {
    get { nil }
    set {}
  }
  public var waitsForConnectivity: Bool {
    get { false }
    set {}
  }
  public var allowsExpensiveNetworkAccess: Bool {
    get { true }
    set {}
  }
  public var allowsConstrainedNetworkAccess: Bool {
    get { true }
    set {}
  }
  public var allowsUltraConstrainedNetworkAccess: Bool {
    get { true }
    set {}
  }
  public var requiresDNSSECValidation: Bool {
    get { false }
    set {}
  }
  public var tlsMinimumSupportedProtocolVersion: tls_protocol_version_t {
    get { .TLSv12 }
    set {}
  }
  public var tlsMaximumSupportedProtocolVersion: tls_protocol_version_t {
    get { .TLSv13 }
    set {}
  }
  public var tlsMinimumSupportedProtocol: SSLProtocol {
    get { .tlsProtocol12 }
    set {}
  }
  public var tlsMaximumSupportedProtocol: SSLProtocol {
    get { .tlsProtocol13 }
    set {}
  }
  public var multipathServiceType: BGMultipathServiceType {
    get { .none }
    set {}
  }
  public var usesClassicLoadingMode: Bool {
    get { true }
    set {}
  }
  public var enablesEarlyData: Bool {
    get { false }
    set {}
  }
}

extension URLRequest.NetworkServiceType {
  public static var responsiveData: URLRequest.NetworkServiceType { .default }
  public static var avStreaming: URLRequest.NetworkServiceType { .default }
  public static var responsiveAV: URLRequest.NetworkServiceType { .default }
  public static var callSignaling: URLRequest.NetworkServiceType { .default }
}
