package import PolicyModel
internal import PolicySyntax

/// A property in which two sessions differ, defaults included.
struct SessionDifference {
  /// The property.
  let key: StaticString
  /// Where the session sets it, or the session where it doesn't.
  let node: PolicyNode

  /// The first property, in the order of Apple's documentation, in which `session` differs from `other`.
  static func first(of session: Session, from other: Session, but ignored: [StaticString])
    -> SessionDifference?
  {
    for (key, areEqual) in properties
    where !areEqual(session, other) && !ignored.contains(where: { $0.isEqual(to: key) }) {
      let written = session.writtenKeys.first { $0.name.isEqual(to: key) }
      return SessionDifference(key: key, node: written?.node ?? session.name.node)
    }
    return nil
  }

  private typealias Comparison = @Sendable (Session, Session) -> Bool

  private static let properties: [(key: StaticString, areEqual: Comparison)] = [
    ("identifier", { $0.identifier?.value.text == $1.identifier?.value.text }),
    ("isDiscretionary", { $0.isDiscretionary.value == $1.isDiscretionary.value }),
    ("sessionSendsLaunchEvents", { $0.sessionSendsLaunchEvents.value == $1.sessionSendsLaunchEvents.value }),
    (
      "sharedContainerIdentifier",
      { $0.sharedContainerIdentifier?.value == $1.sharedContainerIdentifier?.value }
    ),
    (
      "timeoutIntervalForRequest",
      { $0.timeoutIntervalForRequest.value == $1.timeoutIntervalForRequest.value }
    ),
    (
      "timeoutIntervalForResource",
      { $0.timeoutIntervalForResource.value == $1.timeoutIntervalForResource.value }
    ),
    ("allowsCellularAccess", { isAlike("allowsCellularAccess", $0, $1, \.allowsCellularAccess) }),
    (
      "allowsExpensiveNetworkAccess",
      { isAlike("allowsExpensiveNetworkAccess", $0, $1, \.allowsExpensiveNetworkAccess) }
    ),
    (
      "allowsConstrainedNetworkAccess",
      { isAlike("allowsConstrainedNetworkAccess", $0, $1, \.allowsConstrainedNetworkAccess) }
    ),
    (
      "allowsUltraConstrainedNetworkAccess",
      { $0.allowsUltraConstrainedNetworkAccess?.value == $1.allowsUltraConstrainedNetworkAccess?.value }
    ),
    ("requiresDNSSECValidation", { $0.requiresDNSSECValidation.value == $1.requiresDNSSECValidation.value }),
    ("networkServiceType", { $0.networkServiceType.value == $1.networkServiceType.value }),
    (
      "httpMaximumConnectionsPerHost",
      { $0.httpMaximumConnectionsPerHost.value == $1.httpMaximumConnectionsPerHost.value }
    ),
    ("httpAdditionalHeaders", { texts($0.httpAdditionalHeaders) == texts($1.httpAdditionalHeaders) }),
    ("requestCachePolicy", { $0.requestCachePolicy.value == $1.requestCachePolicy.value }),
    ("urlCache", { $0.urlCache?.value == $1.urlCache?.value }),
    ("httpCookieStorage", { $0.httpCookieStorage?.value == $1.httpCookieStorage?.value }),
    ("httpShouldSetCookies", { $0.httpShouldSetCookies.value == $1.httpShouldSetCookies.value }),
    ("httpCookieAcceptPolicy", { $0.httpCookieAcceptPolicy.value == $1.httpCookieAcceptPolicy.value }),
    ("urlCredentialStorage", { $0.urlCredentialStorage?.value == $1.urlCredentialStorage?.value }),
    ("multipathServiceType", { $0.multipathServiceType.value == $1.multipathServiceType.value }),
    (
      "tlsMinimumSupportedProtocolVersion",
      { $0.tlsMinimumSupportedProtocolVersion?.value == $1.tlsMinimumSupportedProtocolVersion?.value }
    ),
    (
      "tlsMaximumSupportedProtocolVersion",
      { $0.tlsMaximumSupportedProtocolVersion?.value == $1.tlsMaximumSupportedProtocolVersion?.value }
    ),
    (
      "connectionProxyDictionary",
      { texts($0.connectionProxyDictionary) == texts($1.connectionProxyDictionary) }
    ),
    ("usesClassicLoadingMode", { $0.usesClassicLoadingMode.value == $1.usesClassicLoadingMode.value }),
    ("enablesEarlyData", { $0.enablesEarlyData.value == $1.enablesEarlyData.value }),
  ]

  /// Whether two sessions have the same switch, or both leave it to the app.
  private static func isAlike(
    _ name: StaticString, _ one: Session, _ other: Session, _ setting: KeyPath<Session, Setting<Bool>>
  ) -> Bool {
    one[keyPath: setting].value == other[keyPath: setting].value
      && one.isRuntime(name) == other.isRuntime(name)
  }

  /// Headers whatever their order.
  private static func texts(_ headers: Located<[Header]>?) -> [String] {
    (headers?.value ?? []).map { "\($0.name): \($0.value.value)" }.sorted()
  }
}

extension Session {
  /// Whether it has the same properties as another session, defaults included; some keys may be left out of that.
  package func isConfigured(like other: Session, butFor ignored: [StaticString]) -> Bool {
    SessionDifference.first(of: self, from: other, but: ignored) == nil
  }
}
