// The API of Darwin's Foundation that Foundation on Linux lacks or has in other modules, as Apple's headers
// declare it, so that code which imports only Foundation can be compiled unchanged: -Xfrontend -import-module
// -Xfrontend FoundationBG.
//
// The sessions are fakes: a `Device`, which a driver controls, checks the use of sessions against their documented contracts.

@_exported import Foundation

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

public class URLCache: NSObject, @unchecked Sendable {
  public static let shared = URLCache()
}

public class HTTPCookieStorage: NSObject, @unchecked Sendable {
  public static let shared = HTTPCookieStorage()
}

public class URLCredentialStorage: NSObject, @unchecked Sendable {
  public static let shared = URLCredentialStorage()
}

public class HTTPCookie: NSObject, @unchecked Sendable {
  public enum AcceptPolicy: UInt, Sendable {
    case always, never, onlyFromMainDocumentDomain
  }
}

public class NSURLRequest: NSObject, @unchecked Sendable {
  public enum CachePolicy: UInt, Sendable {
    case useProtocolCachePolicy, reloadIgnoringLocalCacheData, returnCacheDataElseLoad
    case returnCacheDataDontLoad, reloadIgnoringLocalAndRemoteCacheData, reloadRevalidatingCacheData
    public static let reloadIgnoringCacheData = CachePolicy.reloadIgnoringLocalCacheData
  }
  public enum NetworkServiceType: UInt, Sendable {
    case `default`, voip, video, background, voice
    case responsiveData = 6
    case avStreaming = 8
    case responsiveAV, callSignaling = 11
  }
}

public struct URLRequest: Hashable, Sendable {
  public typealias CachePolicy = NSURLRequest.CachePolicy
  public typealias NetworkServiceType = NSURLRequest.NetworkServiceType
  public var url: URL?
  public var httpMethod: String? = "GET"
  public var allHTTPHeaderFields: [String: String]?
  public var httpBody: Data?
  public var allowsCellularAccess = true
  public var allowsExpensiveNetworkAccess = true
  public var allowsConstrainedNetworkAccess = true
  public init(url: URL) { self.url = url }
  public func value(forHTTPHeaderField field: String) -> String? {
    allHTTPHeaderFields?.first { $0.key.lowercased() == field.lowercased() }?.value
  }
  public mutating func setValue(_ value: String?, forHTTPHeaderField field: String) {
    allHTTPHeaderFields = (allHTTPHeaderFields ?? [:]).merging([field: value ?? ""]) { $1 }
  }
}

public class URLResponse: NSObject, @unchecked Sendable {
  public let url: URL?
  public var mimeType: String? { "text/plain" }
  public var suggestedFilename: String? { "picture.txt" }
  init(_ url: URL?) { self.url = url }
}

public final class HTTPURLResponse: URLResponse, @unchecked Sendable {
  public let statusCode: Int
  public let allHeaderFields: [AnyHashable: Any]
  public init?(url: URL, statusCode: Int, httpVersion: String?, headerFields: [String: String]?) {
    self.statusCode = statusCode
    allHeaderFields = headerFields ?? [:]
    super.init(url)
  }
}

extension URLError {
  public enum BackgroundTaskCancelledReason: Int, Sendable {
    case userForceQuitApplication, backgroundUpdatesDisabled, insufficientSystemResources
  }
  public var backgroundTaskCancelledReason: BackgroundTaskCancelledReason? {
    (userInfo["NSURLErrorBackgroundTaskCancelledReasonKey"] as? Int).flatMap(
      BackgroundTaskCancelledReason.init)
  }
  public var downloadTaskResumeData: Data? { userInfo["NSURLSessionDownloadTaskResumeData"] as? Data }
}

/// The key of the resume data with which an upload continues.
public let NSURLSessionUploadTaskResumeData = "NSURLSessionUploadTaskResumeData"

extension FileManager {
  /// The container of an app group; Linux has no app groups.
  public func containerURL(forSecurityApplicationGroupIdentifier group: String) -> URL? {
    let support = try? url(
      for: .applicationSupportDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
    return support?.appendingPathComponent(group)
  }
}

/// A class for the loading of requests, which the fake does not use.
open class URLProtocol: NSObject {
  open class func canInit(with request: URLRequest) -> Bool { false }
  open class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
  open func startLoading() {}
  open func stopLoading() {}
}
