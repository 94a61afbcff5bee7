internal import CBuild
internal import PlatformFacts
package import PolicyLint
package import PolicySyntax

/// The site of the documentation, which has a page for each rule.
package struct DocumentationSite: Sendable {
  /// The address of the site without a slash at its end. `nil` without a site.
  private let address: String?

  /// The site at an address. An empty address means that there is no site.
  package init(at address: String) {
    let end = address.lastIndex { $0 != "/" }
    self.address = end.map { String(address[...$0]) }
  }

  /// The site that `BGPOLICY_DOCUMENTATION_ADDRESS` names when bgpolicy is built.
  package static let current = DocumentationSite(at: String(cString: bgpolicy_documentation_address()))

  /// The address of a rule's page. `nil` without a site. All requirements share one page.
  package func page(of rule: RuleName) -> String? { address.map { "\($0)/rules/\(rule.text).html" } }
}

extension Finding {
  /// The page of the rule. Without a site, the first address of the rule's sources. `nil` if neither exists.
  package func address(in site: DocumentationSite) -> String? {
    site.page(of: rule.name) ?? (name.isRequirement ? nil : rule.citations.lazy.compactMap(\.address).first)
  }
}
