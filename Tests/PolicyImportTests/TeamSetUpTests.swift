import Testing

@testable import PolicyImport

/// The bgpolicy that the workflow of a set-up installs; SetUpTests runs the files of an app.
@Suite struct TeamSetUpTests {
  private static let commit = String(repeating: "0a", count: 20)

  private static func environment(address: String, commit: String) -> [Substring] {
    let tool = ToolSource(version: "1.2.3", address: address, commit: commit)
    return TeamSetUp(baseline: nil, app: nil, tool: tool).workflow.split(separator: "\n").filter {
      $0.hasPrefix("  BGPOLICY_")
    }
  }

  @Test func workflowBuildsTheCommitOfThisBuild() {
    #expect(
      Self.environment(address: "https://git.example/bgpolicy.git", commit: Self.commit) == [
        "  BGPOLICY_REPOSITORY: https://git.example/bgpolicy.git", "  BGPOLICY_COMMIT: \(Self.commit)",
        "  BGPOLICY_RELEASES: ${{ vars.BGPOLICY_RELEASES }}", "  BGPOLICY_VERSION: \"1.2.3\"",
      ])
  }

  /// An address without a commit, or a commit without an address, names no sources.
  @Test(arguments: [("", ""), ("https://git.example/bgpolicy.git", ""), ("", commit)])
  func repositorySaysWhatIsBuiltIfTheBuildDoesNotKnow(address: String, commit: String) {
    #expect(
      Self.environment(address: address, commit: commit).prefix(2) == [
        "  BGPOLICY_REPOSITORY: ${{ vars.BGPOLICY_REPOSITORY }}",
        "  BGPOLICY_COMMIT: ${{ vars.BGPOLICY_COMMIT }}",
      ])
  }
}
