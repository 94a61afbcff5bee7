internal import Testing

/// A Git repository in a scratch folder, with the branch `main`.
package struct ScratchRepository {
  package let folder: ScratchFolder

  package init() throws {
    folder = try ScratchFolder()
    try git("init", "-q", "-b", "main")
  }

  package func git(_ words: String...) throws { try git(words) }

  package func git(_ words: [String]) throws {
    let author = ["-c", "user.name=scratch", "-c", "user.email=scratch@example.com"]
    #expect(try Shell.run(["git"] + author + words, in: folder.path).status == 0, "git \(words)")
  }

  /// Commits everything in the folder.
  package func commit(_ message: String) throws {
    try git("add", "-A")
    try git("commit", "-q", "-m", message)
  }

  /// Runs bgpolicy in the folder.
  package func bgpolicy(_ words: String...) throws -> Shell.Result {
    try Tool.run(words: words, in: folder.path)
  }
}
