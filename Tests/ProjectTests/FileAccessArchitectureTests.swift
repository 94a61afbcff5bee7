import Foundation
import TestSupport
import Testing

/// Only `FileAccess` uses the disk: no other code opens, lists, writes, removes or resolves files.
@Suite struct FileAccessArchitectureTests {
  /// The folder of the target that may use the disk.
  private static let door = "Sources/RepositoryFiles/"

  /// The folder of the library that belongs to the apps.
  private static let runtime = "BackgroundRuntime/"

  @Test func nothingElseUsesTheDisk() throws {
    let files = try #require(FileManager.default.enumerator(atPath: Project.path("Sources")))
      .compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") && !$0.hasPrefix(Self.runtime) }.map {
        "Sources/\($0)"
      }.sorted()
    #expect(files.count > 500)
    var users: Set<String> = []
    for file in files {
      let uses = DiskUses.all(in: try Project.text(file))
      if file.hasPrefix(Self.door) { users.formUnion(uses) } else { #expect(uses == [], "\(file)") }
    }
    // If the target itself had no such uses, the test would prove nothing.
    #expect(
      users.isSuperset(of: ["open(", "opendir(", "mkdir(", "rename(", "unlink(", "openat("]), "\(users)")
  }

  @Test(arguments: [
    ("internal import Libc\nlet a = open(path, O_RDONLY)", ["open("]),
    ("import Foundation\nlet a = try Data(contentsOf: url)", ["(contentsOf:"]),
    ("import Foundation\nlet a = try String(contentsOfFile: path)", ["(contentsOfFile:"]),
    ("import Foundation\nlet a = FileManager.default", ["FileManager"]),
    ("internal import Glibc\nif Glibc.unlink(a) == 0 { lstat(b, &c) }", ["unlink(", "lstat("]),
    ("import Foundation\ntry data.write(to: url)", [".write(to:"]),
    ("import Foundation\nlet a = FileHandle(forReadingAtPath: path)", ["FileHandle("]),
    ("internal import Foundation\nlet a = NSData(contentsOf: url)", ["(contentsOf:"]),
    // Methods of the project itself, strings and comments are not uses of the disk.
    ("mutating func open(_ index: Int) { app.open(); open(1) }", []),
    ("import Foundation\napp.open()\nfunc rename(_ a: Int) {}", []),
    ("import Foundation\n// open(a) and FileManager\nlet a = \"FileManager open(\"", []),
    (
      "import Foundation\nlet a = \"\"\"\n  open(a)\n  \\(b) FileManager\n  \"\"\"\nlet c = #\"\"\"\n  unlink(a)\n  \"\"\"#",
      []
    ),
    ("import Foundation\nlist.append(contentsOf: a)", []),
  ]) func findsUses(_ text: String, _ uses: [String]) {
    #expect(DiskUses.all(in: text) == uses)
  }
}

/// The uses of the disk in a source text.
private enum DiskUses {
  /// Types and labels of Foundation.
  private static let names = [
    "FileManager", "FileHandle(", "(contentsOfFile:", "(contentsOfDirectory", ".write(to:",
    ".write(toFile:", "InputStream(", "OutputStream(", ".resolvingSymlinksInPath(", "FileWrapper(",
  ]
  /// Functions of the C library. Only a file that imports the C library or Foundation can call them.
  private static let functions = [
    "open", "openat", "creat", "fopen", "freopen", "fdopen", "opendir", "fdopendir", "scandir", "nftw", "ftw",
    "glob", "mkdir", "mkdirat", "mkstemp", "mkdtemp", "mknod", "mkfifo", "unlink", "unlinkat", "rmdir",
    "remove",
    "rename", "renameat", "link", "linkat", "symlink", "symlinkat", "readlink", "readlinkat", "realpath",
    "truncate", "chmod", "chown", "lchown", "utimes", "stat", "lstat", "fstatat", "access", "faccessat",
  ]

  static func all(in text: String) -> [String] {
    let code = withoutTextsAndComments(text)
    // A file without these imports can't call the functions.
    guard code.contains(/import (Libc|Foundation|Glibc|Darwin|Musl)\b/) else { return [] }
    var found = names.filter(code.contains)
    if code.contains(/\b[A-Z]\w*\(contentsOf:/) { found.append("(contentsOf:") }
    let calls = code.matches(of: /(func\s+|[\w?!\])]+\.|\.)?([A-Za-z_]\w*)\(/)
    for call in calls where functions.contains(String(call.2)) {
      let before = call.1.map(String.init) ?? ""
      let isOfLibrary = ["", "Libc.", "Glibc.", "Darwin.", "Musl.", "Foundation."].contains(before)
      let name = "\(call.2)("
      if isOfLibrary, !found.contains(name) { found.append(name) }
    }
    return found
  }

  private static func withoutTextsAndComments(_ text: String) -> String {
    text.replacing(/(#*)"""(?s:.*?)"""\1/, with: "\"\"")
      .replacing(/\/\/.*/, with: "")
      .replacing(/"(?:[^"\\\n]|\\.)*"/, with: "\"\"")
  }
}
