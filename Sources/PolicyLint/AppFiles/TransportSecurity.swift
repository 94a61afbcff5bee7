internal import PropertyList

/// The exceptions from App Transport Security in an Info.plist, as they apply to URLSession.
///
/// An exception counts as blocking only if it certainly blocks HTTP. A value of an unknown type and an
/// undocumented case may allow HTTP.
struct TransportSecurity {
  /// The key of the Info.plist.
  static let key = "NSAppTransportSecurity"

  private static let exceptions = "NSExceptionDomains"
  /// The keys of exceptions that do not apply to URLSession. If one of these keys is present, the system ignores NSAllowsArbitraryLoads.
  private static let otherLoads = ["NSAllowsArbitraryLoadsForMedia", "NSAllowsArbitraryLoadsInWebContent"]
  /// The keys that allow HTTP to a domain. The last two keys are former names.
  private static let insecureLoads = [
    "NSExceptionAllowsInsecureHTTPLoads", "NSThirdPartyExceptionAllowsInsecureHTTPLoads",
    "NSTemporaryExceptionAllowsInsecureHTTPLoads",
  ]

  private let file: ComparedFile

  /// The exceptions in an Info.plist.
  init(in file: ComparedFile) {
    self.file = file
  }

  /// Whether HTTP to a host name is certainly blocked.
  func blocksHTTP(to host: String) -> Bool {
    let domains: [String]
    switch (file.value(of: Self.key), file.value(at: [Self.key, Self.exceptions])) {
    case (.success(nil), _): return true
    case (.success(.dictionary), .success(nil)): domains = []
    case (.success(.dictionary), .success(.dictionary(let keys))): domains = keys
    default: return false
    }
    let covering = domains.filter { mayCover(host, domain: $0) }
    // Apple does not document which of two exceptions takes effect if both cover a host.
    guard covering.allSatisfy(blocksHTTP(inDomain:)) else { return false }
    return !mayAllowArbitraryLoads || covering.contains { covers(host, domain: $0) }
  }

  /// Whether an exception for a domain may apply to a host. A build setting in the domain may have any value.
  private func mayCover(_ host: String, domain: String) -> Bool {
    let name = domain.lowercased()
    return name == host || name.contains("$")
      || host.hasSuffix("." + name) && may("NSIncludesSubdomains", in: domain)
  }

  /// Whether an exception for a domain certainly applies to a host. Apple documents that subdomains with one
  /// more component are included.
  private func covers(_ host: String, domain: String) -> Bool {
    if domain == host { return true }
    guard host.hasSuffix("." + domain), !host.dropLast(domain.utf8.count + 1).contains("."),
      case .success(.boolean(true)) = value("NSIncludesSubdomains", in: domain)
    else { return false }
    return true
  }

  private func blocksHTTP(inDomain domain: String) -> Bool {
    guard case .success(.dictionary) = file.value(at: [Self.key, Self.exceptions, domain]) else {
      return false
    }
    return !Self.insecureLoads.contains { may($0, in: domain) }
  }

  private var mayAllowArbitraryLoads: Bool {
    if case .success(.boolean(true)) = value("NSAllowsLocalNetworking") { return false }
    let isIgnored = Self.otherLoads.contains {
      if case .success(.some) = value($0) { true } else { false }
    }
    return !isIgnored && may("NSAllowsArbitraryLoads")
  }

  /// Whether a flag may be on: the flag is true, or its value is not a Boolean.
  private func may(_ flag: String, in domain: String? = nil) -> Bool {
    switch value(flag, in: domain) {
    case .success(nil), .success(.boolean(false)): false
    default: true
    }
  }

  private func value(
    _ flag: String, in domain: String? = nil
  ) -> Result<PropertyListValue?, PropertyListProblem> {
    file.value(at: [Self.key] + (domain.map { [Self.exceptions, $0] } ?? []) + [flag])
  }
}
