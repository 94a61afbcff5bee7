/// A bgpolicy that a set-up installs: the release of a version, or the build of a commit of its sources.
package struct ToolSource: Equatable, Sendable {
  /// The version of the release.
  package let version: String
  /// The https address of the repository with the sources, from which git fetches; `nil` if the build did not know it.
  package let address: String?
  /// The commit that is built, as 40 hexadecimal digits; `nil` if the address is.
  package let commit: String?

  /// The sources at a commit; an empty address or commit is unknown, and one is worth nothing without the other.
  package init(version: String, address: String, commit: String) {
    self.version = version
    let isKnown = !address.isEmpty && !commit.isEmpty
    self.address = isKnown ? address : nil
    self.commit = isKnown ? commit : nil
  }
}
