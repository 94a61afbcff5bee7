internal import Quantities

/// A property of `URLSessionConfiguration`, or the factory of one.
package struct SessionPropertyFact: Sendable {
  /// The property as Swift names it.
  package var name: String { "\(key)" }
  /// The same name, to compare it without making a text of it.
  fileprivate let key: StaticString
  /// Which systems have it.
  package let availability: Availability
  /// Its value where nobody sets it, in a background and in any other session; `nil` where Apple doesn't say.
  package let defaultValue: (background: String, foreground: String)?
  /// Where that is written.
  package let citations: [Citation]
}

extension PlatformFacts {
  /// What is known of a property of `URLSessionConfiguration`.
  package static func sessionProperty(_ name: String) -> SessionPropertyFact? {
    sessionProperties.first { $0.name == name }
  }

  /// The properties that not every system which an app is likely to run on has.
  ///
  /// The rest came before iOS 13 and its contemporaries, and exists on every platform.
  private static let scarceSessionProperties = sessionProperties.filter { property in
    Platform.allCases.contains { property.availability.introduced[$0] == nil }
      || property.availability.introduced[.iOS].map { $0 > Version(12) } ?? true
  }

  /// Which systems have a property that not every one has; `nil` for any other name.
  package static func scarceAvailability(ofSessionProperty name: StaticString) -> Availability? {
    let properties = scarceSessionProperties
    for index in properties.indices where isSame(properties[index].key, name) {
      return properties[index].availability
    }
    return nil
  }

  /// The properties of `URLSessionConfiguration`, in the order in which generated code sets them.
  package static let sessionProperties: [SessionPropertyFact] = [
    property(
      "isDiscretionary", since7(macOS: Version(10, 10)), "false", "ignored", [.downloadingInBackground]),
    property("sessionSendsLaunchEvents", since7(macOS: Version(11)), "true", "ignored"),
    property(
      "sharedContainerIdentifier", since8, "nil", "nil", [.urlSessionHeader, .configurationReference]),
    property("waitsForConnectivity", since11, "ignored, the session always waits", "false"),
    property("timeoutIntervalForRequest", since7(), "60s", "60s"),
    property("timeoutIntervalForResource", since7(), "7d", "7d"),
    property("allowsCellularAccess", since7(), "true", "true"),
    property(
      "allowsExpensiveNetworkAccess", since13, "true", "true", [.configurationReference, .wwdc19Networking]),
    property(
      "allowsConstrainedNetworkAccess", since13, "true", "true", [.configurationReference, .wwdc23Transfers]),
    property(
      "allowsUltraConstrainedNetworkAccess", every(Version(26, 1)), nil, nil,
      [.urlSessionHeader, .ultraConstrainedNetworks]),
    property(
      "requiresDNSSECValidation",
      Availability(
        iOS: Version(16), macOS: Version(13), watchOS: Version(9), tvOS: Version(16), visionOS: Version(1)),
      "false", "false"),
    property(
      "networkServiceType", since7(), "default", "default", [.configurationReference, .urlSessionHeader]),
    property("httpMaximumConnectionsPerHost", since7(), "6", "6", [.downloadingInBackground]),
    property("httpAdditionalHeaders", since7(), "none", "none", [.urlSessionHeader, .urlRequestHeader]),
    property("requestCachePolicy", since7(), "useProtocolCachePolicy", "useProtocolCachePolicy"),
    property("urlCache", since7(), "nil", "shared"),
    property("httpCookieStorage", since7(), "shared", "shared"),
    property("httpShouldSetCookies", since7(), "true", "true"),
    property(
      "httpCookieAcceptPolicy", since7(), "onlyFromMainDocumentDomain", "onlyFromMainDocumentDomain",
      [.configurationReference]),
    property("urlCredentialStorage", since7(), "shared", "shared"),
    property("protocolClasses", since7(), "none", "none"),
    property(
      "multipathServiceType",
      Availability(iOS: Version(11), macOS: nil, watchOS: nil, tvOS: nil, visionOS: Version(1)), "none",
      "none"),
    property("tlsMinimumSupportedProtocolVersion", since13, nil, nil),
    property("tlsMaximumSupportedProtocolVersion", since13, nil, nil),
    property("tlsMinimumSupportedProtocol", legacyTLS, nil, nil),
    property("tlsMaximumSupportedProtocol", legacyTLS, nil, nil),
    property("connectionProxyDictionary", since7(), "none", "none", [.configurationReference]),
    property(
      "proxyConfigurations",
      Availability(
        iOS: Version(17), macOS: Version(14), watchOS: Version(10), tvOS: Version(17), visionOS: Version(1)),
      "none", "none", [.configurationReference]),
    property(
      "httpShouldUsePipelining",
      Availability(
        iOS: Version(7), macOS: Version(10, 9), watchOS: Version(2), tvOS: Version(9), visionOS: Version(1),
        deprecated: deprecatedInSpring2025), "false", "false"),
    property(
      "shouldUseExtendedBackgroundIdleMode",
      Availability(
        iOS: Version(9), macOS: Version(10, 11), watchOS: Version(2), tvOS: Version(9), visionOS: Version(1),
        deprecated: deprecatedInSpring2025), "false", "false"),
    property(
      "usesClassicLoadingMode",
      Availability(
        iOS: Version(18, 4), macOS: Version(15, 4), watchOS: Version(11, 4), tvOS: Version(18, 4),
        visionOS: Version(2, 4)), "true", "true"),
    property("enablesEarlyData", every(Version(26)), "false", "false"),
  ]

  private static let since8 = Availability(
    iOS: Version(8), macOS: Version(10, 10), watchOS: Version(2), tvOS: Version(9), visionOS: Version(1))
  private static let since11 = Availability(
    iOS: Version(11), macOS: Version(10, 13), watchOS: Version(4), tvOS: Version(11), visionOS: Version(1))
  private static let since13 = Availability(
    iOS: Version(13), macOS: Version(10, 15), watchOS: Version(6), tvOS: Version(13), visionOS: Version(1))
  private static let legacyTLS = Availability(
    iOS: Version(7), macOS: Version(10, 9), watchOS: Version(2), tvOS: Version(9), visionOS: Version(1))
  private static let deprecatedInSpring2025 = VersionsByPlatform(
    iOS: Version(18, 4), macOS: Version(15, 4), macCatalyst: Version(18, 4), tvOS: Version(18, 4),
    watchOS: Version(11, 4), visionOS: Version(2, 4))

  private static func since7(macOS: Version = Version(10, 9)) -> Availability {
    Availability(iOS: Version(7), macOS: macOS, watchOS: Version(2), tvOS: Version(9), visionOS: Version(1))
  }

  private static func every(_ version: Version) -> Availability {
    Availability(iOS: version, macOS: version, watchOS: version, tvOS: version, visionOS: version)
  }

  private static func isSame(_ left: StaticString, _ right: StaticString) -> Bool {
    guard left.utf8CodeUnitCount == right.utf8CodeUnitCount else { return false }
    for offset in 0..<left.utf8CodeUnitCount where left.utf8Start[offset] != right.utf8Start[offset] {
      return false
    }
    return true
  }

  private static func property(
    _ key: StaticString, _ availability: Availability, _ background: String?, _ foreground: String?,
    _ citations: [Citation] = [.urlSessionHeader]
  ) -> SessionPropertyFact {
    let defaultValue = background.flatMap { background in foreground.map { (background, $0) } }
    return SessionPropertyFact(
      key: key, availability: availability, defaultValue: defaultValue, citations: citations)
  }
}
