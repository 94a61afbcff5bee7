import TestSupport
import Testing

/// A Git repository in a scratch folder, with the branch `main`.
struct GitRepository {
  let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try git("init", "-q", "-b", "main")
  }

  func git(_ words: String...) throws { try git(words) }

  func git(_ words: [String]) throws {
    let author = ["-c", "user.name=scratch", "-c", "user.email=scratch@example.com"]
    #expect(try Shell.run(["git"] + author + words, in: folder.path).status == 0, "git \(words)")
  }

  /// Commits everything in the folder.
  func commit(_ message: String) throws {
    try git("add", "-A")
    try git("commit", "-q", "-m", message)
  }

  /// Runs bgpolicy in the folder.
  func bgpolicy(_ words: String...) throws -> Shell.Result { try Tool.run(words: words, in: folder.path) }
}
