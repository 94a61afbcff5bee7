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

  private func run(_ words: String..., environment: [String: String] = [:]) throws -> Shell.Result {
    try Shell.run([try #require(Tool.readerPath)] + words, environment: environment)
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
    func name(_ index: Int) -> String { String(repeating: "0", count: 36) + String(1000 + index) }
    // A run that was killed leaves a temporary file.
    for index in 0..<1010 { try folder.write("cache/\(name(index))\(["", "-c", ".7-0.tmp"][index % 3])", "") }
    _ = try run("--cache", "\(folder.path)/cache", "\(folder.path)/App")
    #expect(folder.names(in: "cache").count == 1030)
    for index in 1010..<1030 { try folder.write("cache/\(name(index))", "") }
    _ = try run("--cache", "\(folder.path)/cache", "\(folder.path)/App")
    #expect(folder.names(in: "cache").count == 20)
  }

  /// Only the cache's own files are deleted, whatever else the folder contains.
  @Test func whatIsNoIndexStays() throws {
    let folder = try Folder()
    let files = FileManager.default
    let digits = String(repeating: "a", count: 40)
    for index in 0..<1101 { try folder.write("victim/\(index)", "mine") }
    try folder.write("victim/\(digits).txt", "mine")
    try folder.write("victim/\(digits.uppercased())", "mine")
    try folder.write("victim/\(digits)/inner", "mine")
    // No index of the app has a name that begins with 36 times `b`.
    let old = String(repeating: "b", count: 36)
    for index in 0..<1101 { try folder.write("victim/\(old)\(1000 + index)", "") }
    try files.createSymbolicLink(
      atPath: "\(folder.path)/victim/\(digits)-c", withDestinationPath: "\(folder.path)/App/File0.swift")
    _ = try run("--cache", "\(folder.path)/victim", "\(folder.path)/App")
    let names = folder.names(in: "victim")
    #expect(names.count(where: { $0.count < 5 }) == 1101)
    #expect(names.contains(digits) && folder.names(in: "victim/\(digits)") == ["inner"])
    #expect(names.contains("\(digits).txt") && names.contains(digits.uppercased()))
    #expect(names.contains("\(digits)-c"))
    #expect(names.count(where: { $0.hasPrefix(old) }) == 0, "the cache's own files go")
  }

  /// A folder is not the cache if it is a link, because a pull request may add a link.
  @Test(arguments: [".build/bgpolicy-appreader", ".build"]) func aLinkInTheAppIsNoCache(
    _ link: String
  ) throws {
    let folder = try Folder()
    for index in 0..<1101 { try folder.write("victim/bgpolicy-appreader/\(index)", "mine") }
    try folder.write("App/.build/bgpolicy-appreader/x", "")
    try FileManager.default.removeItem(atPath: "\(folder.path)/App/\(link)")
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/App/\(link)",
      withDestinationPath: link == ".build"
        ? "\(folder.path)/victim" : "\(folder.path)/victim/bgpolicy-appreader")
    #expect(try run("\(folder.path)/App").status == 0)
    #expect(folder.names(in: "victim/bgpolicy-appreader").count == 1101)
    #expect(folder.names(in: "victim") == ["bgpolicy-appreader"])
  }

  /// Gives each entry of a cache the content of the next entry, and sets the permissions of the entries.
  private func exchangeEntries(of cache: String, _ names: [String], mode: Int) throws {
    let contents = try names.map { try Data(contentsOf: URL(filePath: "\(cache)/\($0)")) }
    for (index, name) in names.enumerated() {
      try contents[(index + 1) % contents.count].write(to: URL(filePath: "\(cache)/\(name)"))
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: "\(cache)/\(name)")
    }
  }

  /// Entries decide which facts code has, so entries that another user may have written don't count.
  @Test func onlyTheUsersOwnEntriesAreBelieved() throws {
    let folder = try Folder()
    let cache = "\(folder.path)/cache"
    let plain = try run("\(folder.path)/App").output
    _ = try run("--cache", cache, "\(folder.path)/App")
    let names = folder.names(in: "cache")
    try exchangeEntries(of: cache, names, mode: 0o666)
    #expect(try run("--cache", cache, "\(folder.path)/App").output == plain)
    try exchangeEntries(of: cache, names, mode: 0o600)
    #expect(try run("--cache", cache, "\(folder.path)/App").output != plain, "the test would say nothing")
    if getuid() == 0 {
      for name in names {
        try FileManager.default.setAttributes([.ownerAccountID: 65534], ofItemAtPath: "\(cache)/\(name)")
      }
      #expect(try run("--cache", cache, "\(folder.path)/App").output == plain)
    }
  }

  @Test func aFolderInWhichOthersCanWriteIsNoCache() throws {
    let folder = try Folder()
    try folder.write("cache/x", "")
    let files = FileManager.default
    try files.setAttributes([.posixPermissions: 0o777], ofItemAtPath: "\(folder.path)/cache")
    let open = try run("--cache", "\(folder.path)/cache", "\(folder.path)/App")
    #expect(
      open.status == 2 && open.errors.contains("Another user owns it, or can write in it"), "\(open.errors)")
    // A folder among the user's caches is not used as a cache if other users can write in it.
    let caches = ["XDG_CACHE_HOME": "\(folder.path)/caches"]
    _ = try run("\(folder.path)/App", environment: caches)
    let own = "\(folder.path)/caches/bgpolicy/\(try #require(folder.names(in: "caches/bgpolicy").first))"
    try files.removeItem(atPath: own)
    try files.createDirectory(
      atPath: own, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o777])
    try files.setAttributes([.posixPermissions: 0o777], ofItemAtPath: own)
    #expect(try run("\(folder.path)/App", environment: caches).status == 0)
    #expect(try files.contentsOfDirectory(atPath: own).isEmpty)
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

  @Test(arguments: [
    (["XDG_CACHE_HOME": "caches"], "caches/bgpolicy"),
    (["XDG_CACHE_HOME": "", "HOME": "home"], Self.cachesOfHome),
  ]) func theCacheIsAmongTheCachesOfTheUser(_ variables: [String: String], _ place: String) throws {
    let folder = try Folder()
    let environment = variables.mapValues { $0.isEmpty ? "" : "\(folder.path)/\($0)" }
    try folder.write("App/.build/workspace-state.json", "{}")
    for _ in 0..<2 { #expect(try run("\(folder.path)/App", environment: environment).status == 0) }
    let caches = folder.names(in: place)
    #expect(caches.count == 1)
    let cache = "\(place)/\(try #require(caches.first))"
    #expect(folder.names(in: cache).count == 20)
    let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder.path)/\(cache)")
    #expect(attributes[.posixPermissions] as? Int == 0o700)
    #expect(folder.names(in: "App/.build") == ["workspace-state.json"])
    // Another app has a folder of its own.
    try folder.write("Other/File.swift", "func other() {}\n")
    _ = try run("\(folder.path)/Other", environment: environment)
    #expect(folder.names(in: place).count == 2)
  }

  private static let cachesOfHome: String = {
    #if os(macOS)
      "home/Library/Caches/bgpolicy"
    #else
      "home/.cache/bgpolicy"
    #endif
  }()

  @Test func thereMayBeNoCache() throws {
    let folder = try Folder()
    let caches = ["XDG_CACHE_HOME": "\(folder.path)/caches"]
    #expect(try run("--no-cache", "\(folder.path)/App", environment: caches).status == 0)
    // The environment names a relative folder for caches, or no folder.
    for variables in [["XDG_CACHE_HOME": "caches", "HOME": ""], ["XDG_CACHE_HOME": "", "HOME": "home"]] {
      #expect(try run("\(folder.path)/App", environment: variables).status == 0)
    }
    #expect(folder.names(in: "") == ["App"])
    #expect(try run("--no-cache", "--cache", "\(folder.path)/cache", "\(folder.path)/App").status == 2)
  }

  /// If the cache were in the repository, the repository could misstate the facts of its own code.
  @Test func aCacheInTheRepositoryIsAUsageError() throws {
    let folder = try Folder()
    try folder.write(".git/HEAD", "")
    for cache in ["App/Cache", "App/.build/cache", "cache"] {
      let result = try run("--cache", "\(folder.path)/\(cache)", "\(folder.path)/App")
      #expect(result.status == 2)
      #expect(result.errors.contains("It would be in the repository of the app"), "\(result.errors)")
    }
    let caches = ["XDG_CACHE_HOME": "\(folder.path)/caches"]
    #expect(try run("\(folder.path)/App", environment: caches).status == 0)
    #expect(folder.names(in: "") == [".git", "App"])
    #expect(folder.names(in: "App").count == 20)
    #expect(try run("--cache").status == 2)
    #expect(try run("--other", "a", folder.path).status == 2)
    #expect(try run("\(folder.path)/missing").status == 2)
  }

  /// A command by which root loses the right to read everything; `nil` if the command does not exist.
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

  /// Tests of `bgpolicy` take the facts of this app from a file, because `bgpolicy` may be built without the reader.
  @Test func recordedFactsAreThoseOfTheReader() throws {
    let result = try run(Project.path("Tests/Fixtures/Drift"))
    Snapshot.check(result.output, against: "Tests/Fixtures/Drift/facts.json")
  }

  // MARK: - Links

  /// Files outside of the repository are not read, even if a link leads to them.
  @Test(arguments: [true, false]) func linksOutOfTheRepositoryAreRefused(_ isRepository: Bool) throws {
    let folder = try Folder()
    let files = FileManager.default
    try folder.write(
      "Secret/Secret.swift", "func run() { _ = BGAppRefreshTaskRequest(identifier: \"s3cr3t\") }\n")
    try folder.write("Repository/App/Near.swift", "func near() {}\n")
    if isRepository { try folder.write("Repository/.git/HEAD", "") }
    try files.createSymbolicLink(
      atPath: "\(folder.path)/Repository/App/File.swift",
      withDestinationPath: "../../Secret/Secret.swift")
    try files.createSymbolicLink(
      atPath: "\(folder.path)/Repository/App/sub", withDestinationPath: "\(folder.path)/Secret")
    try files.createSymbolicLink(atPath: "\(folder.path)/Repository/App/root", withDestinationPath: "/")
    let app = "\(folder.path)/Repository/App"
    let result = try run(app)
    #expect(result.status == 0 && !result.output.contains("s3cr3t"), "\(result.output)")
    #expect(result.output.contains("It is outside of the repository, which takes --allow-outside"))
    #expect(result.output.contains("Near.swift"))
    try files.removeItem(atPath: "\(app)/root")
    #expect(try run("--allow-outside", app).output.contains("s3cr3t"))
  }

  /// Twelve folders, each with links to the eleven others, have 12! ways through them.
  @Test func everyFolderIsVisitedOnce() throws {
    let folder = try Folder()
    for index in 0..<12 {
      try folder.write(
        "Knot/f\(index)/Own\(index).swift",
        "func run() { _ = BGAppRefreshTaskRequest(identifier: \"com.example.f\(index)\") }\n")
      for other in 0..<12 where other != index {
        try FileManager.default.createSymbolicLink(
          atPath: "\(folder.path)/Knot/f\(index)/to\(other)", withDestinationPath: "../f\(other)")
      }
    }
    let result = try run("\(folder.path)/Knot")
    #expect(result.status == 0)
    for index in 0..<12 {
      #expect(result.output.split(separator: "\"com.example.f\(index)\"").count == 2, "each file once")
      #expect(result.output.contains("\"f\(index)/Own\(index).swift\""), "by its path without links")
    }
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
