import Foundation
import TestSupport
import Testing

@testable import RepositoryFiles

/// Several files are written together or not at all.
@Suite struct StagedFilesTests {
  private let access = FileAccess(allowsOutside: false)

  private func text(_ folder: ScratchFolder, _ name: String) -> String? {
    try? String(contentsOfFile: folder.path(name), encoding: .utf8)
  }

  private func names(_ folder: ScratchFolder) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  @Test func allFilesAreWritten() throws {
    let folder = try ScratchFolder()
    try folder.write("old", to: "a")
    var files = StagedFiles()
    try files.add(Array("new".utf8), to: folder.path("a"), access)
    try files.add(Array("b".utf8), to: folder.path("x/y/b"), access, makesFolders: true)
    #expect(text(folder, "a") == "old")
    try files.finish()
    #expect(text(folder, "a") == "new" && text(folder, "x/y/b") == "b")
    #expect(try names(folder) == ["a", "x"])
  }

  /// The arguments are a name that is too long, the name of a folder, a path with a NUL, and a path in a missing folder.
  @Test(arguments: [String(repeating: "n", count: 300), "folder", "nul\0l", "missing/file"])
  func anErrorLeavesEverything(_ name: String) throws {
    let folder = try ScratchFolder()
    try folder.write("old", to: "a")
    try folder.write("", to: "folder/x")
    var files = StagedFiles()
    try files.add(Array("new".utf8), to: folder.path("a"), access)
    try files.add(Array("b".utf8), to: folder.path("made/b"), access, makesFolders: true)
    #expect(throws: FileError.self) { try files.add([1], to: folder.path(name), access) }
    #expect(text(folder, "a") == "old")
    #expect(try names(folder) == ["a", "folder"])
  }

  /// If one file can't be replaced, the other files are restored.
  @Test func aPlaceThatIsTakenMeanwhileUndoesTheOthers() throws {
    let folder = try ScratchFolder()
    try folder.write("old", to: "a")
    var files = StagedFiles()
    for name in ["a", "b", "c"] { try files.add(Array("new".utf8), to: folder.path(name), access) }
    try folder.write("", to: "c/inner")
    #expect(throws: FileError.self) { try files.finish() }
    #expect(text(folder, "a") == "old")
    #expect(try names(folder) == ["a", "c"])
  }

  /// The user's own file is not mistaken for a temporary file of a killed run.
  @Test func filesOfOthersStay() throws {
    let folder = try ScratchFolder()
    try folder.write("mine", to: "a.bgpolicy.tmp")
    try access.write(Array("new".utf8), to: folder.path("a"))
    #expect(text(folder, "a.bgpolicy.tmp") == "mine" && text(folder, "a") == "new")
  }
}
