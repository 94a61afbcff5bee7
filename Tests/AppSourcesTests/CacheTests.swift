import AppSources
import Foundation
import TestSupport
import Testing

/// The reader as a program: its arguments, its cache, and folders that are hard to read.
@Suite struct CacheTests {
  /// A folder with an app, which is deleted at the end.
  private final class Folder {
    let path: String

    init() throws {
      let url = FileManager.default.temporaryDirectory.appending(path: "bgpolicy-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      path = url.path
      for index in 0..<20 {
        try write(
          "App/File\(index).swift",
          "func run\(index)() { _ = BGAppRefreshTaskRequest(identifier: \"com.example.\(index)\") }\n")
      }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ name: String, _ text: String) throws {
      let url = URL(filePath: "\(path)/\(name)")
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
    }

    func names(in folder: String) -> [String] {
      ((try? FileManager.default.contentsOfDirectory(atPath: "\(path)/\(folder)")) ?? []).sorted()
    }
  }

  private func run(_ words: String...) throws -> Shell.Result {
    try Shell.run([try #require(Tool.readerPath)] + words)
  }

  @Test func factsAreTheSameWithACache() throws {
    let folder = try Folder()
    let plain = try run("\(folder.path)/App")
    #expect(plain.output.contains("com.example.19"))
    let cache = "\(folder.path)/cache"
    for _ in 0..<2 { #expect(try run("--cache", cache, "\(folder.path)/App").output == plain.output) }
    let entries = folder.names(in: "cache")
    #expect(entries.count == 20)

    // Damaged, cut and empty files count as missing.
    for (index, entry) in entries.enumerated() {
      let whole = try Data(contentsOf: URL(filePath: "\(cache)/\(entry)"))
      let damaged = [whole.prefix(whole.count / 2), Data(), Data(whole.map { $0 ^ 1 })][index % 3]
      try damaged.write(to: URL(filePath: "\(cache)/\(entry)"))
    }
    #expect(try run("--cache", cache, "\(folder.path)/App").output == plain.output)

    // Only the file that changed is read again.
    try folder.write("App/File3.swift", "func other() {}\n")
    let changed = try run("\(folder.path)/App")
    #expect(changed.output != plain.output)
    #expect(try run("--cache", cache, "\(folder.path)/App").output == changed.output)
    #expect(folder.names(in: "cache").count == 21)
  }

  #if os(Linux)
    /// The system may take only some of the bytes that a call writes.
    @Test(arguments: ["0:1", "0:7", "1:0"]) func shortWritesDamageNoIndex(_ cut: String) throws {
      let folder = try Folder()
      let library = "\(folder.path)/short-writes.so"
      let source = Project.path("Scripts/short-writes.c")
      let compiled = try Shell.run(["clang", "-shared", "-fPIC", "-o", library, source])
      try #require(compiled.status == 0, "\(compiled.errors)")
      try folder.write("counter", "\0\0\0\0\0\0\0\0")
      let (whole, short) = ("\(folder.path)/whole", "\(folder.path)/short")
      let plain = try run("--cache", whole, "\(folder.path)/App")
      let result = try Shell.run(
        [try #require(Tool.readerPath), "--cache", short, "\(folder.path)/App"],
        environment: [
          "LD_PRELOAD": library, "WRITES_COUNTED": "\(folder.path)/counter", "SHORT_WRITE": cut,
        ])
      #expect(result.status == 0 && result.output == plain.output, "\(result.errors)")
      #expect(folder.names(in: "short") == folder.names(in: "whole"))
      for name in folder.names(in: "whole") {
        let files = try [short, whole].map { try Data(contentsOf: URL(filePath: "\($0)/\(name)")) }
        #expect(files[0] == files[1], "\(name) is damaged")
      }
      #expect(try Data(contentsOf: URL(filePath: "\(folder.path)/counter")).contains { $0 != 0 })
    }
  #endif

  @Test(.enabled(if: CodeReader.readsObjectiveC))
  func factsOfObjectiveCAreTheSameWithACache() throws {
    let folder = try Folder()
    let app = Project.path("Tests/Fixtures/Apps/Radio")
    let plain = try run(app)
    #expect(plain.output.contains("EpisodeCleanup.m"))
    let cache = "\(folder.path)/cache"
    for _ in 0..<2 { #expect(try run("--cache", cache, app).output == plain.output) }
    let entries = folder.names(in: "cache").filter { $0.hasSuffix("-c") }
    #expect(!entries.isEmpty)

    for (index, entry) in entries.enumerated() {
      let whole = try Data(contentsOf: URL(filePath: "\(cache)/\(entry)"))
      let damaged = index % 2 == 0 ? whole.prefix(whole.count / 2) : Data(whole.map { $0 ^ 1 })
      try damaged.write(to: URL(filePath: "\(cache)/\(entry)"))
    }
    #expect(try run("--cache", cache, app).output == plain.output)
  }

  @Test func aCacheThatGrewKeepsWhatTheAppNeeds() throws {
    let folder = try Folder()
    for index in 0..<1010 { try folder.write("cache/\(index)", "") }
    _ = try run("--cache", "\(folder.path)/cache", "\(folder.path)/App")
    #expect(folder.names(in: "cache").count == 1030)
    for index in 1010..<1030 { try folder.write("cache/\(index)", "") }
    _ = try run("--cache", "\(folder.path)/cache", "\(folder.path)/App")
    #expect(folder.names(in: "cache").count == 20)
  }

  @Test func severalReadersMayShareACache() async throws {
    let folder = try Folder()
    let plain = try run("\(folder.path)/App").output
    let path = folder.path
    let outputs = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<8 { group.addTask { try run("--cache", "\(path)/cache", "\(path)/App").output } }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(outputs == [plain])
    #expect(folder.names(in: "cache").count == 20)
  }

  @Test func theFolderOfTheBuildHoldsTheCacheIfItIsThere() throws {
    let folder = try Folder()
    _ = try run(folder.path)
    #expect(folder.names(in: "") == ["App"])
    try folder.write(".build/workspace-state.json", "{}")
    _ = try run(folder.path)
    #expect(folder.names(in: ".build/bgpolicy-appreader").count == 20)
  }

  @Test func aCacheAmongTheSourcesIsAUsageError() throws {
    let folder = try Folder()
    let result = try run("--cache", "\(folder.path)/App/Cache", folder.path)
    #expect(result.status == 2)
    #expect(result.errors.contains("would be among the sources"))
    #expect(folder.names(in: "App").count == 20)
    #expect(try run("--cache").status == 2)
    #expect(try run("--other", "a", folder.path).status == 2)
    #expect(try run("\(folder.path)/missing").status == 2)
  }

  /// A command by which root loses the right to read everything; `nil` if there is none.
  private static let withoutRights: [String]? = {
    guard getuid() == 0 else { return [] }
    let path = "/usr/bin/setpriv"
    return FileManager.default.isExecutableFile(atPath: path)
      ? [path, "--reuid", "65534", "--clear-groups"] : nil
  }()

  @Test(.enabled(if: withoutRights != nil)) func whatCannotBeReadIsNamed() throws {
    let folder = try Folder()
    try folder.write("App/Locked/File.swift", "func locked() {}\n")
    let reader = "\(folder.path)/reader"
    let copied = try Shell.run(["/bin/cp", try #require(Tool.readerPath), reader])
    try #require(copied.status == 0)
    for (path, mode) in [("", 0o755), ("App", 0o755), ("App/File7.swift", 0), ("App/Locked", 0)] {
      try FileManager.default.setAttributes(
        [.posixPermissions: mode], ofItemAtPath: "\(folder.path)/\(path)")
    }
    defer {
      try? FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: "\(folder.path)/App/Locked")
    }
    let result = try Shell.run(try #require(Self.withoutRights) + [reader, "\(folder.path)/App"])
    #expect(result.status == 0)
    #expect(result.output.contains("com.example.8") && !result.output.contains("com.example.7"))
    #expect(result.output.contains("It can't be read: permission denied"), "\(result.errors)")
    #expect(result.output.contains("The folder can't be read: permission denied"))
  }

  /// Tests of `bgpolicy` take the facts of this app from a file, as it is built without the reader in places.
  @Test func recordedFactsAreThoseOfTheReader() throws {
    let result = try run(Project.path("Tests/Fixtures/Drift"))
    Snapshot.check(result.output, against: "Tests/Fixtures/Drift/facts.json")
  }

  @Test func linksAndOddFilesEndNothing() throws {
    let folder = try Folder()
    let plain = try run(folder.path).output
    let files = FileManager.default
    try files.createSymbolicLink(atPath: "\(folder.path)/App/loop", withDestinationPath: folder.path)
    try files.createSymbolicLink(atPath: "\(folder.path)/App/gone.swift", withDestinationPath: "nowhere")
    try files.createDirectory(atPath: "\(folder.path)/App/Folder.swift", withIntermediateDirectories: true)
    for index in 0..<500 { try folder.write("Data/\(index).bin", "") }
    let result = try run(folder.path)
    #expect(result.status == 0)
    #expect(result.output.contains("com.example.19"))
    #expect(result.output.contains("It is a symbolic link to a folder that it is in"))
    #expect(!plain.isEmpty)
  }
}
