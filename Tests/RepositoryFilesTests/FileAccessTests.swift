import Foundation
import TestSupport
import Testing

@testable import RepositoryFiles

/// Paths that lead out of a repository are refused, for every kind of path and every operation.
@Suite struct FileAccessTests {
  /// A folder with a repository, files outside of the repository, and links of all kinds.
  private func folder(isRepository: Bool = true) throws -> ScratchFolder {
    let folder = try ScratchFolder()
    if isRepository { try folder.write("", to: "app/.git/HEAD") }
    try folder.write("inside", to: "app/inner/file")
    try folder.write("s3cr3t", to: "outside/file")
    let links = [
      "near": "inner/file", "file": "../outside/file", "folder": "../outside", "up": "..", "root": "/",
      "loop": "loop", "gone": "nowhere", "away": "../outside/new", "chain": "file",
      "absolute": folder.path("outside/file"), "inner/back": "../folder/file",
      "chained": "up/outside", "around": "up/app/inner",
    ]
    for (name, target) in links {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path("app/\(name)"), withDestinationPath: target)
    }
    return folder
  }

  private static let leadOut = [
    "file", "folder/file", "chain", "absolute", "inner/back", "up/outside/file", "../outside/file",
    "inner/../../outside/file", "inner/../up/outside/file", "/etc/passwd", "root/etc/passwd", "up", "root",
    "away", "around/../../../outside/file",
    "folder/\u{301}file", "folder/\u{200D}/file", "chained/\u{301}file",
  ]

  @Test(arguments: leadOut) func whatTheRepositoryNamesStaysInIt(_ path: String) throws {
    let folder = try folder()
    let call = FileAccess(allowsOutside: false)
    let named = path.hasPrefix("/") ? path : folder.path("app/\(path)")
    for access in [
      call.repository(around: folder.path("app/policy")), call.app(at: folder.path("app/inner")),
    ] {
      #expect(throws: FileError.self) { try access.read(named, limit: 100) }
      #expect(throws: FileError.self) { try access.names(inFolder: named) }
      #expect(throws: FileError.self) { try access.write([1], to: named) }
      #expect(throws: FileError.self) { try access.makeFolder("\(named)/new") }
      #expect(throws: FileError.self) { try access.remove(named) }
      #expect(access.kind(of: named) == nil)
      #expect(access.refusal(of: named)?.reason.contains("--allow-outside") == true)
    }
    #expect(try String(contentsOfFile: folder.path("outside/file"), encoding: .utf8) == "s3cr3t")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("outside")) == ["file"])
  }

  @Test(arguments: ["inner/file", "near", "./inner/../inner/file", "up/app/inner/file", "around/file"])
  func whatStaysInsideIsRead(_ path: String) throws {
    let folder = try folder()
    let access = FileAccess(allowsOutside: false).repository(around: folder.path("app/policy"))
    #expect(try access.read(folder.path("app/\(path)"), limit: 100) == Array("inside".utf8))
  }

  /// A name that is not UTF-8 is not confused with the text that represents the name, even if a file has this text as its name.
  @Test func namesThatAreNotTextAreApart() throws {
    let folder = try ScratchFolder()
    try folder.write("", to: "A\u{FFFD}.swift")
    for (name, isFolder) in [("A", false), ("B", true)] {
      let bytes = Array("\(folder.path)/\(name)".utf8CString.dropLast()) + [CChar(bitPattern: 0xff)]
      let path = bytes + ".swift".utf8CString
      if isFolder {
        #expect(mkdir(path, 0o755) == 0)
      } else {
        close(open(path, O_CREAT | O_WRONLY, 0o644))
      }
    }
    let access = FileAccess(allowsOutside: false)
    let content = try access.content(ofFolder: folder.path)
    #expect(content.names == ["A\u{FFFD}.swift"])
    #expect(content.others.map(\.name).sorted() == ["A\u{FFFD}.swift", "B\u{FFFD}.swift"])
    #expect(content.others.first { $0.name.hasPrefix("B") }?.kind == .folder)
    #expect(try access.names(inFolder: folder.path).count == 3)
  }

  /// Paths may lead outside if the user allows this, or if the folder has no repository.
  @Test func anythingMayLeadOutIfItMay() throws {
    for folder in [try folder(), try self.folder(isRepository: false)] {
      let hasRoot = FileAccess.kind(of: folder.path("app/.git")) != nil
      let access = FileAccess(allowsOutside: hasRoot).repository(around: folder.path("app/policy"))
      for path in ["file", "folder/file", "chain", "../outside/file"] {
        #expect(try access.read(folder.path("app/\(path)"), limit: 100) == Array("s3cr3t".utf8))
      }
      // An app's folder is a boundary even without a repository, unless the user gives `--allow-outside`.
      let tree = FileAccess(allowsOutside: hasRoot).app(at: folder.path("app"))
      #expect((tree.refusal(of: folder.path("app/file")) == nil) == hasRoot)
    }
  }

  /// A path in the call may lead anywhere. A link in a repository must not lead out of the repository.
  @Test func linksOfARepositoryAreNotTheCalls() throws {
    let folder = try folder()
    let call = FileAccess(allowsOutside: false)
    #expect(try call.read(folder.path("app/../outside/file"), limit: 100) == Array("s3cr3t".utf8))
    #expect(try call.read(folder.path("app/near"), limit: 100) == Array("inside".utf8))
    for path in ["file", "chain", "folder/file", "up/outside/file", "inner/back"] {
      #expect(throws: FileError.self) { try call.read(folder.path("app/\(path)"), limit: 100) }
      #expect(throws: FileError.self) { try call.write([1], to: folder.path("app/\(path)")) }
    }
    // A link outside of repositories belongs to the user.
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("mine"), withDestinationPath: "outside/file")
    try call.write(Array("new".utf8), to: folder.path("mine"))
    #expect(try String(contentsOfFile: folder.path("outside/file"), encoding: .utf8) == "new")
    #expect(FileAccess.isLink(folder.path("mine")))
  }

  #if os(Linux)
    /// The names of the two folders are equal in Unicode, but the folders are different.
    @Test func aFolderWithAnEqualNameIsOutside() throws {
      let folder = try ScratchFolder()
      try folder.write("", to: "caf\u{E9}/.git")
      try folder.write("s3cr3t", to: "cafe\u{301}/file")
      try FileManager.default.createSymbolicLink(
        atPath: folder.path("caf\u{E9}/link"), withDestinationPath: "../cafe\u{301}/file")
      let access = FileAccess(allowsOutside: false).repository(around: folder.path("caf\u{E9}/policy"))
      #expect(throws: FileError.self) { try access.read(folder.path("caf\u{E9}/link"), limit: 100) }
    }

    /// If two names are equal in Unicode, bgpolicy could confuse their files, and a change could hide code in the file that is not read.
    @Test func namesThatAreEqualInUnicodeAreRefused() throws {
      let folder = try ScratchFolder()
      for name in ["caf\u{E9}.yaml", "cafe\u{301}.yaml", "na\u{EF}ve/a.yaml", "other.yaml"] {
        try folder.write("a: 1", to: name)
      }
      let access = FileAccess(allowsOutside: false)
      #expect(throws: FileError.self) { try access.names(inFolder: folder.path) }
      #expect(throws: FileError.self) { try access.checkNames(in: folder.path("cafe\u{301}.yaml")) }
      try access.checkNames(in: folder.path("na\u{EF}ve/a.yaml"))
      try access.checkNames(in: folder.path("other.yaml"))
    }
  #endif

  /// Another user can make links in a folder such as /tmp.
  @Test(.enabled(if: getuid() == 0)) func linksOfOtherUsersAreNotWrittenThrough() throws {
    let folder = try folder(isRepository: false)
    let call = FileAccess(allowsOutside: false)
    #expect(lchown(folder.path("app/near"), 65534, 65534) == 0)
    #expect(throws: FileError.self) { try call.write([1], to: folder.path("app/near")) }
    #expect(try String(contentsOfFile: folder.path("app/inner/file"), encoding: .utf8) == "inside")
    #expect(lchown(folder.path("app/near"), getuid(), getgid()) == 0)
    try call.write(Array("new".utf8), to: folder.path("app/near"))
    #expect(try String(contentsOfFile: folder.path("app/inner/file"), encoding: .utf8) == "new")
  }

  @Test func nothingIsWrittenThroughALink() throws {
    let folder = try folder()
    let call = FileAccess(allowsOutside: false)
    for access in [call, call.repository(around: folder.path("app/policy"))] {
      for path in ["near", "gone"] {
        let error = #expect(throws: FileError.self) {
          try access.write([1], to: folder.path("app/\(path)"))
        }
        #expect(error?.reason == FileError.writtenLink.reason)
        #expect(throws: FileError.self) { try access.remove(folder.path("app/\(path)")) }
      }
    }
    #expect(try String(contentsOfFile: folder.path("app/inner/file"), encoding: .utf8) == "inside")
    #expect(FileAccess.kind(of: folder.path("app/nowhere")) == nil)
  }

  /// Links of the repository that lead to files of Git, with the files below them.
  @Test(arguments: [
    ("hooks", "x"), ("git", "hooks/new"), ("inner/git", "config"), ("twice", "HEAD"), ("GIT", "x"),
  ])
  func nothingIsWrittenThroughALinkToGit(_ link: String, _ file: String) throws {
    let folder = try folder()
    try folder.write("", to: "app/.git/hooks/old")
    try folder.write("", to: "app/.GIT/old")
    for (name, target) in [
      ("hooks", ".git/hooks"), ("git", ".git"), ("inner/git", "../.git"), ("twice", "git"), ("GIT", ".GIT"),
    ] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path("app/\(name)"), withDestinationPath: target)
    }
    let call = FileAccess(allowsOutside: false)
    let path = folder.path("app/\(link)/\(file)")
    for access in [call, call.repository(around: folder.path("app/policy"))] {
      let error = #expect(throws: FileError.self) { try access.write([1], to: path) }
      #expect(error?.reason == FileError.ofGit.reason)
      #expect(throws: FileError.self) { try access.makeFolder(path) }
      #expect(throws: FileError.self) { try access.remove(folder.path("app/hooks/old")) }
    }
    #expect(FileAccess.kind(of: path) == (file == "HEAD" ? .file : nil))
    #expect(FileAccess.kind(of: folder.path("app/.git/hooks/old")) == .file)
    try FileAccess(allowsOutside: true).write([1], to: folder.path("app/hooks/new"))
    try call.write([1], to: folder.path("app/.git/hooks/own"))
  }

  @Test func onlyRegularFilesAreRead() throws {
    let folder = try folder()
    try #require(try Shell.run(["mkfifo", folder.path("app/pipe")]).status == 0)
    let access = FileAccess(allowsOutside: false).repository(around: folder.path("app/policy"))
    for (path, reason) in [
      ("pipe", "It is a device or a pipe"), ("inner", "It is a folder"),
      ("inner/fi\0le", "The path holds a NUL"),
    ] {
      let error = #expect(throws: FileError.self) {
        try access.read(folder.path("app/\(path)"), limit: 100)
      }
      #expect(error?.reason == reason)
      #expect(throws: FileError.self) { try access.write([1], to: folder.path("app/\(path)")) }
    }
    let device = FileAccess(allowsOutside: true).repository(around: folder.path("app/policy"))
    #expect(throws: FileError.self) { try device.read("/dev/zero", limit: 100) }
    let loop = #expect(throws: FileError.self) { try access.read(folder.path("app/loop"), limit: 100) }
    #expect(loop?.reason == FileError(code: ELOOP).reason)
  }
}
