internal import PlatformFacts
internal import PolicyModel
internal import Quantities

/// A property of a configuration and what it is set to.
struct SessionProperty {
  private enum Value {
    case expression(String)
    case dictionary([(key: String, value: String)])
  }

  /// The property's name.
  let name: String
  private let value: Value

  /// What it does, and where that is written.
  var documentation: String? {
    guard let rule = PlatformFacts.sessionPropertyRule(name),
      let fact = PlatformFacts.sessionProperty(name)
    else { return nil }
    return "`\(name)`: \(rule) (\(CitationText.titles(fact.citations)))."
  }

  /// The protocol through which deprecated properties are set: a use of their own would warn.
  static let deprecatedProtocol = "DeprecatedSessionConfiguration"

  /// Writes its assignment.
  func write(to writer: inout CodeWriter) {
    let receiver =
      Self.isDeprecated(name) ? "(configuration as any \(Self.deprecatedProtocol))" : "configuration"
    switch value {
    case .expression(let text): writer.assignment("\(receiver).\(name)", text)
    case .dictionary(let entries): writer.dictionary("\(receiver).\(name) =", entries)
    }
  }

  /// The deprecated properties that any of the sessions sets.
  static func deprecated(in sessions: [Session], _ target: GenerationContext) -> [String] {
    PlatformFacts.sessionProperties.map(\.name).filter { name in
      isDeprecated(name) && sessions.contains { expression(of: name, in: $0, target) != nil }
    }
  }

  private static func isDeprecated(_ name: String) -> Bool {
    PlatformFacts.sessionProperty(name)?.availability.deprecated != nil
  }

  /// What a policy sets, in the order of Apple's table.
  ///
  /// `sessionSendsLaunchEvents` of a background session is always set: the documentation and folklore disagree on its
  /// default. Properties that hold classes of other frameworks are linted but not set.
  static func assignments(of session: Session, _ target: GenerationContext) -> [SessionProperty] {
    PlatformFacts.sessionProperties.compactMap { fact in
      value(of: fact.name, in: session, target).map { SessionProperty(name: fact.name, value: $0) }
    }
  }

  private static func value(of name: String, in session: Session, _ target: GenerationContext) -> Value? {
    if name == "httpAdditionalHeaders" {
      return session.httpAdditionalHeaders.map { headers in
        .dictionary(
          headers.value.filter { !$0.isRuntime }.map {
            (SwiftText.literal($0.name), target.literal($0.value))
          })
      }
    }
    return expression(of: name, in: session, target).map { .expression($0) }
  }

  private static func expression(of name: String, in session: Session, _ target: GenerationContext) -> String?
  {
    switch name {
    case "isDiscretionary": bool(session.isDiscretionary)
    case "sessionSendsLaunchEvents":
      bool(session.sessionSendsLaunchEvents)
        ?? (session.isBackground ? "\(session.sessionSendsLaunchEvents.value)" : nil)
    case "sharedContainerIdentifier":
      session.sharedContainerIdentifier.map { container in
        container.value.map { target.literal($0, at: container.node) } ?? "nil"
      }
    case "waitsForConnectivity": bool(session.waitsForConnectivity)
    case "timeoutIntervalForRequest": seconds(session.timeoutIntervalForRequest)
    case "timeoutIntervalForResource": seconds(session.timeoutIntervalForResource)
    case "allowsCellularAccess": bool("allowsCellularAccess", \.allowsCellularAccess, session, target)
    case "allowsExpensiveNetworkAccess":
      bool("allowsExpensiveNetworkAccess", \.allowsExpensiveNetworkAccess, session, target)
    case "allowsConstrainedNetworkAccess":
      bool("allowsConstrainedNetworkAccess", \.allowsConstrainedNetworkAccess, session, target)
    case "allowsUltraConstrainedNetworkAccess":
      session.allowsUltraConstrainedNetworkAccess.map { "\($0.value)" }
    case "requiresDNSSECValidation": bool(session.requiresDNSSECValidation)
    case "networkServiceType": member(session.networkServiceType)
    case "httpMaximumConnectionsPerHost": session.httpMaximumConnectionsPerHost.written.map { "\($0.value)" }
    case "requestCachePolicy": member(session.requestCachePolicy)
    case "urlCache": shared(session.urlCache, "URLCache")
    case "httpCookieStorage": shared(session.httpCookieStorage, "HTTPCookieStorage")
    case "httpShouldSetCookies": bool(session.httpShouldSetCookies)
    case "httpCookieAcceptPolicy": member(session.httpCookieAcceptPolicy)
    case "urlCredentialStorage": shared(session.urlCredentialStorage, "URLCredentialStorage")
    case "multipathServiceType": member(session.multipathServiceType)
    case "tlsMinimumSupportedProtocolVersion": member(session.tlsMinimumSupportedProtocolVersion)
    case "tlsMaximumSupportedProtocolVersion": member(session.tlsMaximumSupportedProtocolVersion)
    case "tlsMinimumSupportedProtocol": member(session.tlsMinimumSupportedProtocol)
    case "tlsMaximumSupportedProtocol": member(session.tlsMaximumSupportedProtocol)
    case "httpShouldUsePipelining": bool(session.httpShouldUsePipelining)
    case "shouldUseExtendedBackgroundIdleMode": bool(session.shouldUseExtendedBackgroundIdleMode)
    case "usesClassicLoadingMode": bool(session.usesClassicLoadingMode)
    case "enablesEarlyData": bool(session.enablesEarlyData)
    default: nil
    }
  }

  // MARK: - Values

  /// A switch that the policy sets, or the member of the settings that does.
  private static func bool(
    _ name: StaticString, _ setting: KeyPath<Session, Setting<Bool>>, _ session: Session,
    _ target: GenerationContext
  ) -> String? {
    session.runtimeSwitch(name).flatMap { target.settings.member(at: $0.node) }
      ?? bool(session[keyPath: setting])
  }

  private static func bool(_ setting: Setting<Bool>) -> String? { setting.written.map { "\($0.value)" } }

  private static func seconds(_ setting: Setting<TimeSpan>) -> String? {
    setting.written.map { SwiftText.seconds($0.value) }
  }

  private static func member<Word: StringEnum>(_ setting: Setting<Word>) -> String? {
    member(setting.written)
  }

  private static func member<Word: StringEnum>(_ word: Located<Word>?) -> String? {
    word.map { ".\(SwiftName.escaped($0.value.rawValue))" }
  }

  private static func shared(_ storage: Located<SharedStorage?>?, _ type: String) -> String? {
    storage.map { $0.value == nil ? "nil" : "\(type).shared" }
  }
}
