extension AppFileTests {
  private static let photos = """
    sessions: { library: { identifier: com.example.library, timeoutIntervalForResource: 1d } }
    transfers: { photos: { session: library, size: 4MB, endpoint: "http://photos.example.com/all" } }
    """

  private static func security(_ name: String, isFound: Bool, _ entries: String) -> Case {
    let key = isFound ? "«NSAppTransportSecurity»" : "NSAppTransportSecurity"
    return Case(
      "App Transport Security with \(name)", photos, "<key>\(key)</key>\n<dict>\(entries)</dict>\n",
      isFound ? ["session-cleartext-http"] : [])
  }

  private static func flag(_ key: String, _ value: Bool = true) -> String { "<key>\(key)</key><\(value)/>" }

  private static func domains(_ domains: (String, String)...) -> String {
    let entries = domains.map { "<key>\($0)</key><dict>\($1)</dict>" }.joined()
    return "<key>NSExceptionDomains</key><dict>\(entries)</dict>"
  }

  private static let all = flag("NSAllowsArbitraryLoads")
  private static let insecure = flag("NSExceptionAllowsInsecureHTTPLoads")
  private static let formerly = flag("NSTemporaryExceptionAllowsInsecureHTTPLoads")
  private static let subdomains = flag("NSIncludesSubdomains")

  /// Exceptions for one endpoint over plain HTTP, within and beyond the forms that Apple documents.
  static let transportSecurity = [
    security("nothing in it", isFound: true, ""),
    security("all loads", isFound: false, all),
    security("no loads", isFound: true, flag("NSAllowsArbitraryLoads", false)),
    security(
      "all loads as a string", isFound: false, "<key>NSAllowsArbitraryLoads</key><string>YES</string>"),
    security("all loads in web views", isFound: true, flag("NSAllowsArbitraryLoadsInWebContent")),
    // If a narrower key is present, even with the value false, the system ignores the key for all loads.
    security(
      "all loads and those of media", isFound: true, all + flag("NSAllowsArbitraryLoadsForMedia", false)),
    security("all loads and local networks", isFound: true, all + flag("NSAllowsLocalNetworking")),
    security("all loads and no local networks", isFound: false, all + flag("NSAllowsLocalNetworking", false)),
    security("the host", isFound: false, domains(("photos.example.com", insecure))),
    security("the host without HTTP", isFound: true, domains(("photos.example.com", ""))),
    security("all loads but those of the host", isFound: true, all + domains(("photos.example.com", ""))),
    security("all loads and another host", isFound: false, all + domains(("example.org", ""))),
    security("another host", isFound: true, domains(("example.org", insecure + subdomains))),
    security("a host that ends alike", isFound: true, domains(("otos.example.com", insecure + subdomains))),
    security("the domain", isFound: true, domains(("example.com", insecure))),
    security(
      "the domain and its subdomains", isFound: false, domains(("example.com", insecure + subdomains))),
    security("all loads but those of the domain", isFound: true, all + domains(("example.com", subdomains))),
    // Apple documents that the exception for subdomains covers one more component, and that only lowercase names are valid.
    security("all loads but those of a domain above", isFound: false, all + domains(("com", subdomains))),
    security("the domain above", isFound: false, domains(("com", insecure + subdomains))),
    security("the host in capitals", isFound: false, domains(("Photos.Example.com", insecure))),
    security("the host under a former name", isFound: false, domains(("photos.example.com", formerly))),
    security("a build setting", isFound: false, domains(("$(HOST)", insecure))),
    security(
      "the domain, but not the host", isFound: false,
      domains(("example.com", insecure + subdomains), ("photos.example.com", ""))),
    security("domains of another type", isFound: false, "<key>NSExceptionDomains</key><array/>"),
  ]
}
