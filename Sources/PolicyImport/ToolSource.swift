/// The source of the bgpolicy that a set-up installs: the release of a version, or a build of a commit.
package struct ToolSource: Equatable, Sendable {
  /// The version of the release.
  package let version: String
  /// The HTTPS address of the repository with the sources, from which git fetches; `nil` if the build did not know the address.
  package let address: String?
  /// The commit to build, as 40 hexadecimal digits; `nil` if `address` is `nil`.
  package let commit: String?

  /// The sources at a commit. An empty address or commit is unknown. If either is unknown, both are `nil`, because an address is useless
  /// without a commit.
  package init(version: String, address: String, commit: String) {
    self.version = version
    let isKnown = !address.isEmpty && !commit.isEmpty
    self.address = isKnown ? address : nil
    self.commit = isKnown ? commit : nil
  }
}
