internal import CBuild
internal import PlatformFacts
package import PolicyLint
package import PolicySyntax

/// The site of the documentation, which has a page for each rule.
package struct DocumentationSite: Sendable {
  /// The address of the site without a slash at its end; `nil` if there is none.
  private let address: String?

  /// The site at an address; none if it is empty.
  package init(at address: String) {
    let end = address.lastIndex { $0 != "/" }
    self.address = end.map { String(address[...$0]) }
  }

  /// The site that `BGPOLICY_DOCUMENTATION_ADDRESS` names when bgpolicy is built.
  package static let current = DocumentationSite(at: String(cString: bgpolicy_documentation_address()))

  /// The address of the page of a rule; `nil` if there is no site. A requirement has the page of all requirements.
  package func page(of rule: RuleName) -> String? { address.map { "\($0)/rules/\(rule.text).html" } }
}

extension Finding {
  /// The page of the rule, or without a site the first address at which the rule's source can be read; `nil` for a rule without a
  /// source outside bgpolicy.
  package func address(in site: DocumentationSite) -> String? {
    site.page(of: rule.name) ?? (name.isRequirement ? nil : rule.citations.lazy.compactMap(\.address).first)
  }
}
