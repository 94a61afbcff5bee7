/// The scheme and host of a transfer's URL.
package struct Endpoint: Hashable, Sendable {
  /// The scheme in lowercase; empty if the string has no scheme.
  package let scheme: String
  /// The host in lowercase, without user and port; empty if the string has no host.
  package let host: String

  /// The parts of a URL such as `https://photos.example.com/upload`.
  package init(_ url: String) {
    guard let colon = url.firstIndex(of: ":"), url[..<colon].utf8.allSatisfy(Self.isPartOfScheme) else {
      scheme = ""
      host = ""
      return
    }
    scheme = url[..<colon].lowercased()
    let rest = url[url.index(after: colon)...]
    guard rest.hasPrefix("//") else {
      host = ""
      return
    }
    let authority = rest.dropFirst(2).prefix { !"/?#".contains($0) }
    let afterUser = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
    // The colons of an IPv6 address are in brackets.
    let end =
      afterUser.hasPrefix("[") ? afterUser.firstIndex(of: "]").map { afterUser.index(after: $0) } : nil
    host = (end.map { afterUser[..<$0] } ?? afterUser.prefix { $0 != ":" }).lowercased()
  }

  private static func isPartOfScheme(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
      true
    default: false
    }
  }
}
