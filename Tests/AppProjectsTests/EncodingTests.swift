import AppFacts
import Quantities
import Testing

@testable import AppProjects

/// Project files in encodings that another reader may understand.
@Suite struct EncodingTests {
  private static let spec = """
    name: App
    configFiles: { Debug: a.xcconfig, Release: a.xcconfig }
    targets: { App: { type: application, platform: iOS, sources: [], settings: { INFOPLIST_FILE: Info.plist } } }
    """
  private static let files = [
    "project.yml": spec, "a.xcconfig": "#include? \"b.xcconfig\"\nA = $(inherited)", "b.xcconfig": "B = c",
    "Info.plist": "<plist><dict><key>CFBundleIdentifier</key><string>a</string></dict></plist>",
  ]

  private static func encoded(_ text: String, _ encoding: String) -> [UInt8] {
    switch encoding {
    case "utf-16": [0xff, 0xfe] + text.utf16.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] }
    case "utf-16-be": [0xfe, 0xff] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xff)] }
    case "utf-16 without a mark": text.utf16.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] }
    case "latin": Array(text.utf8) + Array("\n".utf8) + [0xe9]
    case "utf-8 with a mark": [0xef, 0xbb, 0xbf] + text.utf8
    default: Array(text.utf8)
    }
  }

  private static func refusals(_ path: String, _ encoding: String) -> [FactLocation] {
    var tree = MemoryTree(files)
    tree.files[path] = encoded(files[path] ?? "", encoding)
    return AppProjects(tree).unread.filter(\.isRefused).map(\.location)
  }

  @Test(
    arguments: ["project.yml", "a.xcconfig", "b.xcconfig"],
    ["utf-16", "utf-16-be", "utf-16 without a mark", "latin"])
  func otherEncodingsAreRefused(_ path: String, _ encoding: String) {
    #expect(Self.refusals(path, encoding).contains(FactLocation(file: path)), "\(path) in \(encoding)")
  }

  @Test(
    arguments: ["project.yml", "a.xcconfig", "b.xcconfig", "Info.plist"], ["utf-8", "utf-8 with a mark"])
  func usualEncodingIsRead(_ path: String, _ encoding: String) {
    #expect(Self.refusals(path, encoding).isEmpty, "\(path) in \(encoding)")
  }

  /// A sign that forms one character with the text beside it, and the place of the sign.
  @Test(arguments: [
    ("A =\u{301} b", 2), ("A \u{600}= b", 4), ("#\u{301}include \"b\"", 0), ("A = \"\u{200D}b\"", 4),
    ("A = \u{e9}\u{301} b", nil),
    ("A = \"\u{20e3}b\"", 4), ("A = #\u{fe0f}\u{20e3}", nil), ("A = \u{1f469}\u{200d}\u{1f4bb}", nil),
    ("A = b\r\n\u{301}", nil),
    ("A = b", nil),
  ])
  func signsWithMarksAreFound(_ text: String, offset: Int?) {
    #expect(JoinedSign.first(in: Array(text.utf8)) == offset)
    var tree = MemoryTree(Self.files)
    tree.files["a.xcconfig"] = Array(text.utf8)
    let isRefused = AppProjects(tree).unread.contains(where: \.isRefused)
    #expect(isRefused == (offset != nil))
  }

  /// Property lists may have UTF-16 with a mark.
  @Test(arguments: [
    ("utf-16", true), ("utf-16-be", true), ("utf-16 without a mark", false), ("latin", false),
  ])
  func propertyListsAreReadInUTF16(_ encoding: String, isRead: Bool) throws {
    var tree = MemoryTree(Self.files)
    tree.files["Info.plist"] = Self.encoded(Self.files["Info.plist"] ?? "", encoding)
    let projects = AppProjects(tree)
    #expect(projects.unread.contains(where: \.isRefused) != isRead)
    #expect((projects.targets.first?.configurations.first?.bundleIdentifier?.string == "a") == isRead)
  }
}
