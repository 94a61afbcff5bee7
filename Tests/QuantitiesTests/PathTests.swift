import Quantities
import Testing

/// Parts of paths, in which marks of Unicode follow slashes.
@Suite struct PathTests {
  @Test(arguments: [
    ("a/b", ["a", "b"]), ("/a//b/", ["a", "b"]), ("", []), ("/", []),
    ("link/\u{301}x", ["link", "\u{301}x"]),
    ("/\u{301}x", ["\u{301}x"]), ("a/\u{200D}/b", ["a", "\u{200D}", "b"]),
  ])
  func pathsAreDividedAtEachSlash(_ path: String, _ names: [String]) {
    #expect(path.pathNames.map { Array($0.utf8) } == names.map { Array($0.utf8) })
    #expect(path.isAbsolutePath == path.utf8.starts(with: "/".utf8))
    #expect(path.hasSlash == path.utf8.contains(UInt8(ascii: "/")))
  }

  @Test(arguments: [
    ("a/b/c", "a/b", "c"), ("a", nil, "a"), ("/a", "", "a"), ("a/", "a", ""), ("a/\u{301}b", "a", "\u{301}b"),
  ])
  func pathsHaveAFolderAndAName(_ path: String, _ folder: String?, _ name: String) {
    #expect(path.pathFolder.map(String.init) == folder)
    #expect(Array(path.pathName.utf8) == Array(name.utf8))
  }

  @Test(arguments: [
    ("a/b/c", "a/b", "c"), ("a/b", "a/b", nil), ("a/bc", "a/b", nil), ("a", "a/b", nil),
    ("a/\u{301}b", "a", "\u{301}b"),
    ("caf\u{e9}/b", "cafe\u{301}", "b"), ("cafe\u{301}/b/c", "caf\u{e9}/b", "c"),
    ("caf\u{e9}s/b", "cafe\u{301}", nil),
    ("caf\u{e9}", "cafe\u{301}", nil),
  ])
  func pathsAreBelowFolders(_ path: String, _ folder: String, _ rest: String?) {
    #expect(path.path(below: folder).map { Array($0.utf8) } == rest.map { Array($0.utf8) })
    #expect(path.isBelow(folder) == (rest != nil))
  }
}
