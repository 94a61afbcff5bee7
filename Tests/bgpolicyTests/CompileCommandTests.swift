import Foundation
import TestSupport
import Testing

/// `bgpolicy compile`, called as a user calls it.
@Suite struct CompileCommandTests {
  private static let policy = """
    schema: 1
    app: { name: Notes, bundleIdentifier: com.example.notes, deploymentTarget: { iOS: "16.0" } }
    sessions: { sync: { identifier: com.example.notes.sync, timeoutIntervalForResource: 1d } }
    transfers: { notes: { session: sync, size: 1MB } }

    """

  private func folder(_ policy: String = policy) throws -> ScratchFolder {
    let folder = try ScratchFolder()
    try folder.write(policy, to: "Notes/bgpolicy.yaml")
    return folder
  }

  @Test func writesBesideThePolicy() throws {
    let folder = try folder()
    let result = try Tool.run("compile", in: folder.path)
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      result.output.contains(
        "Generated 25 files: 25 written\n  Wrote Notes/Generated/NotesBackground.swift\n"))
    #expect(result.output.contains("\n  and 21 more\n"))
    #expect(result.output.contains("half done by") && result.output.contains("95 % done by"))
    #expect(FileManager.default.fileExists(atPath: folder.path("Notes/Generated/NotesSessions.swift")))
    #expect(result.errors == "")
  }

  /// All files are there when an estimate begins, and an interruption is no failure of the files.
  @Test func anInterruptedEstimateLeavesTheFiles() throws {
    let folder = try folder(Self.policy.replacing("size: 1MB", with: "size: 1MB, count: 1000000"))
    let process = Process()
    process.executableURL = URL(filePath: Tool.path)
    process.arguments = ["compile", "--max-events", "1000000000"]
    process.currentDirectoryURL = URL(filePath: folder.path)
    let errors = folder.path("errors")
    try Data().write(to: URL(filePath: errors))
    process.standardError = try FileHandle(forWritingTo: URL(filePath: errors))
    process.standardOutput = nil
    try process.run()
    let file = folder.path("Notes/Generated/NotesBackground.swift")
    while process.isRunning, !FileManager.default.fileExists(atPath: file) {}
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 0)
    let text = try String(contentsOfFile: errors, encoding: .utf8)
    #expect(text.hasSuffix("bgpolicy: The estimate was interrupted; all files are written\n"), "\(text)")
    #expect(try Tool.run("compile", "--check", in: folder.path).status == 0)
  }

  @Test func outputIsRelativeToTheWorkingFolder() throws {
    let folder = try folder()
    #expect(
      try Tool.run("compile", "Notes/bgpolicy.yaml", "--output", "Out/Deep", in: folder.path).status == 0)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path("Out/Deep")).sorted() == [
        "NotesBackground.swift", "NotesHandler.swift", "NotesInfo.plist",
        "NotesSessions.swift", "NotesTestPlan.md", "NotesTransfers.swift", "Runtime",
      ])
  }

  @Test func unchangedFilesAreNotTouched() throws {
    let folder = try folder()
    _ = try Tool.run("compile", in: folder.path)
    let file = folder.path("Notes/Generated/NotesSessions.swift")
    let old = Date(timeIntervalSince1970: 1_000_000)
    try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: file)
    let again = try Tool.run("compile", in: folder.path)
    #expect(again.output.contains("Generated 25 files: 25 unchanged\n"))
    #expect(try FileManager.default.attributesOfItem(atPath: file)[.modificationDate] as? Date == old)
  }

  @Test func checkTellsWhatIsStale() throws {
    let folder = try folder()
    let missing = try Tool.run("compile", "--check", in: folder.path)
    #expect(missing.status == 1)
    #expect(missing.output.contains("Notes/Generated/NotesSessions.swift is missing"))
    #expect(!FileManager.default.fileExists(atPath: folder.path("Notes/Generated")))
    _ = try Tool.run("compile", in: folder.path)
    #expect(try Tool.run("compile", "--check", in: folder.path).status == 0)
    try folder.write(Self.policy.replacingOccurrences(of: "1d", with: "2d"), to: "Notes/bgpolicy.yaml")
    let stale = try Tool.run("compile", "--check", in: folder.path)
    #expect(stale.status == 1)
    #expect(stale.output.contains("Notes/Generated/NotesSessions.swift is out of date"))
  }

  @Test func errorsKeepAnythingFromBeingWritten() throws {
    let folder = try folder(Self.policy.replacingOccurrences(of: "session: sync", with: "session: snyc"))
    let result = try Tool.run("compile", in: folder.path)
    #expect(result.status == 1)
    #expect(result.output.contains("No session is called snyc, did you mean sync?"))
    #expect(!FileManager.default.fileExists(atPath: folder.path("Notes/Generated")))
  }

  @Test(arguments: ["a file", "a link"]) func foreignFilesAreLeftAlone(_ kind: String) throws {
    let folder = try folder()
    try folder.write("// mine\n", to: "Notes/Generated/Other.swift")
    let path = folder.path("Notes/Generated/NotesSessions.swift")
    if kind == "a link" {
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "Other.swift")
    } else {
      try folder.write("// mine\n", to: "Notes/Generated/NotesSessions.swift")
    }
    let result = try Tool.run("compile", in: folder.path)
    #expect(result.status == 2)
    #expect(result.errors.contains("NotesSessions.swift"))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "// mine\n")
    #expect(!FileManager.default.fileExists(atPath: folder.path("Notes/Generated/NotesInfo.plist")))
  }

  @Test func brokenBudgetIsExitStatusOne() throws {
    let broken = try folder(Self.policy + "budgets: { notes: { completion: { p50: 0s } } }\n")
    let result = try Tool.run("compile", in: broken.path)
    #expect(result.status == 1)
    #expect(result.output.contains("✗ 1 budget: 0 kept, 0 uncertain, 1 broken\n  notes.completion.p50 is"))
    let tolerated = try folder(
      Self.policy + "budgets: { notes: { completion: { p50: 0s }, severity: warning } }\n")
    #expect(try Tool.run("compile", in: tolerated.path).status == 0)
  }

  @Test func basePolicyCompilesToNothing() throws {
    let folder = try folder("schema: 1\nmodel: { limiter.base: 30s }\n")
    let result = try Tool.run("compile", in: folder.path)
    #expect(result.status == 0)
    #expect(!FileManager.default.fileExists(atPath: folder.path("Notes/Generated")))
  }

  // MARK: In builds

  @Test func singleFileHoldsTheSwiftAlone() throws {
    let folder = try folder(
      Self.policy + "tasks: { sync: { type: appRefresh, identifier: com.example.notes } }\n")
    let result = try Tool.run(
      "compile", "Notes/bgpolicy.yaml", "--single-file", "Out/Background.swift", in: folder.path)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.hasSuffix("Wrote Out/Background.swift\n"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("Out")) == ["Background.swift"])
    #expect(!FileManager.default.fileExists(atPath: folder.path("Notes/Generated")))
    let text = try String(contentsOfFile: folder.path("Out/Background.swift"), encoding: .utf8)
    #expect(text.hasPrefix("// Generated by bgpolicy "))
    #expect(text.contains("enum NotesSessionConfiguration") && text.contains("enum NotesTasks"))
    let check = ["compile", "Notes/bgpolicy.yaml", "--single-file", "Out/Background.swift", "--check"]
    #expect(try Tool.run(words: check, in: folder.path).status == 0)
    try folder.write("// mine\n", to: "Out/Background.swift")
    #expect(try Tool.run(words: check, in: folder.path).status == 2)
  }

  /// A build expects the file even if a policy has no code for it.
  @Test func singleFileOfABasePolicyIsEmpty() throws {
    let folder = try folder("schema: 1\nmodel: { limiter.base: 30s }\n")
    #expect(try Tool.run("compile", "--single-file", "Background.swift", in: folder.path).status == 0)
    let text = try String(contentsOfFile: folder.path("Background.swift"), encoding: .utf8)
    #expect(text.split(separator: "\n").allSatisfy { $0.hasPrefix("//") })
  }

  @Test func singleFileIsForOnePolicyAndSaysWhereItGoes() throws {
    let folder = try folder()
    try folder.write(Self.policy, to: "Other/bgpolicy.yaml")
    let two = try Tool.run("compile", "--single-file", "Background.swift", in: folder.path)
    #expect(two.status == 2)
    #expect(two.errors.contains("name one of Notes/bgpolicy.yaml, Other/bgpolicy.yaml"))
    let both = try Tool.run(
      "compile", "Notes/bgpolicy.yaml", "--single-file", "a.swift", "--output", "b", in: folder.path)
    #expect(both.status == 2)
    #expect(both.errors.contains("so --output has no effect"))
    #expect(
      try Tool.run("compile", "Notes/bgpolicy.yaml", "--single-file", "b/", in: folder.path).status == 2)
  }

  @Test func findingsAsCompilersPrintThem() throws {
    let folder = try folder(Self.policy.replacingOccurrences(of: "session: sync", with: "session: snyc"))
    let path = folder.path("Notes/bgpolicy.yaml")
    let result = try Tool.run(
      "compile", path, "--single-file", folder.path("a.swift"), "--format", "gcc", "--quiet", in: folder.path)
    #expect(result.status == 1)
    #expect(
      result.output.hasPrefix(
        "\(path):4:32: error: No session is called snyc, did you mean sync? [policy-dangling-reference]\n"),
      "\(result.output)")
    #expect(result.errors == "")
    #expect(!FileManager.default.fileExists(atPath: folder.path("a.swift")))
  }

  /// Standard output contains only the report, so that programs can parse it.
  @Test func reportForProgramsStandsAlone() throws {
    let folder = try folder()
    let result = try Tool.run("compile", "--format", "json", "--format", "gcc=lines", in: folder.path)
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("{") && result.output.hasSuffix("}\n"))
    #expect(
      result.errors.contains("  Wrote Notes/Generated/NotesBackground.swift\n")
        && result.errors.contains("half done by"))
    #expect(FileManager.default.fileExists(atPath: folder.path("lines")))
    #expect(try Tool.run("compile", "--format", "json", "--quiet", in: folder.path).errors == "")
  }
}
