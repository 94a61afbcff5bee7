import Foundation
import PropertyList
import TestSupport
import Testing

/// Changes of whole property lists, checked by Foundation's reader.
@Suite struct PropertyListDocumentTests {
  static let fixtures: [String] = ((try? Project.names(in: "Tests/Fixtures/PropertyLists")) ?? []).filter {
    $0.hasSuffix(".plist")
  }

  /// The entries that are added to every property list.
  static let identifiers = [
    "com.example.plain", "quote \" & <tag> </string> ]]>", "line\nfeed\rreturn\u{202E}mark é",
  ]

  private static func changed(_ bytes: [UInt8]) throws -> PropertyListDocument {
    var document = try PropertyListDocument(bytes)
    try document.append(identifiers, to: "BGTaskSchedulerPermittedIdentifiers")
    try document.append(["fetch"], to: "UIBackgroundModes")
    try document.set("com.example.flag", to: .boolean(true))
    try document.set("com.example.text", to: .string("a & b"))
    return document
  }

  @Test(arguments: fixtures) func textStaysAsItIs(_ name: String) throws {
    let text = try Project.text("Tests/Fixtures/PropertyLists/\(name)")
    let document = try Self.changed(Array(text.utf8))
    #expect(document.form == .xml)
    let result = String(decoding: document.bytes, as: UTF8.self)
    Snapshot.check(result, against: "Tests/Fixtures/PropertyLists/Changed/\(name)")
    // All bytes of the original are still present, in the same order.
    var rest = Array(result.utf8)[...]
    for byte in text.utf8 {
      let index = try #require(rest.firstIndex(of: byte), "\(name) has lost something")
      rest = rest[(index + 1)...]
    }
  }

  /// The fixtures that Foundation can read. Foundation rejects the directives that the C preprocessor removes.
  static let plainFixtures = fixtures.filter { $0 != "preprocessed.plist" }

  @Test(arguments: plainFixtures, ["xml", "binary"]) func foundationReadsTheSameAndTheAdditions(
    _ name: String, form: String
  ) throws {
    let data = try Data(contentsOf: URL(filePath: Project.path("Tests/Fixtures/PropertyLists/\(name)")))
    let before = try Self.dictionary(data)
    let bytes = form == "xml" ? Array(data) : try Self.binary(before)
    let document = try Self.changed(bytes)
    var expected = before
    for (key, added) in [
      ("BGTaskSchedulerPermittedIdentifiers", Self.identifiers), ("UIBackgroundModes", ["fetch"]),
    ] {
      expected[key] = (before[key] as? [String] ?? []) + added
    }
    expected["com.example.flag"] = true
    expected["com.example.text"] = "a & b"
    let after = try Self.dictionary(Data(document.bytes))
    #expect(NSDictionary(dictionary: after).isEqual(to: expected))
  }

  @Test(arguments: plainFixtures, ["xml", "binary"]) func valuesAreReadBack(_ name: String, form: String)
    throws
  {
    let data = try Data(contentsOf: URL(filePath: Project.path("Tests/Fixtures/PropertyLists/\(name)")))
    let bytes = form == "xml" ? Array(data) : try Self.binary(try Self.dictionary(data))
    let document = try PropertyListDocument(Self.changed(bytes).bytes)
    guard case .array(let items) = try document.value(for: "BGTaskSchedulerPermittedIdentifiers") else {
      Issue.record("no array")
      return
    }
    let texts = items.suffix(Self.identifiers.count).map { item in
      if case .string(let text) = item { text } else { "" }
    }
    #expect(texts.map { Array($0.utf8) } == Self.identifiers.map { Array($0.utf8) })
    guard case .boolean(true) = try document.value(for: "com.example.flag") else {
      Issue.record("no flag")
      return
    }
    #expect(try document.value(for: "com.example.missing") == nil)
  }

  @Test(arguments: ["\n", "\r\n", ""]) func placesAreThoseOfTheText(_ newline: String) throws {
    let lines = [
      "<plist version=\"1.0\">", "«<dict>»", "<key>«list»</key>",
      "<array><string>«a &amp; é😀»</string>«<integer>7</integer>»«<string/>»</array>",
      "<key>«flag»</key>", "«<true/>»", "<key>«text»</key>", "<string>«b»</string>", "</dict>", "</plist>",
    ]
    let marked = MarkedText(lines.joined(separator: newline))
    let document = try PropertyListDocument(Array(marked.text.utf8))
    let list = try #require(document.locations(of: "list"))
    let flag = try #require(document.locations(of: "flag"))
    let text = try #require(document.locations(of: "text"))
    let root = try #require(document.rootTag)
    #expect(
      [root, list.key] + list.items + [flag.key, flag.value, text.key, text.value] == marked.spans)
    #expect(document.locations(of: "missing") == nil)
    let binary = try PropertyListDocument(Self.binary(["list": ["a"]]))
    #expect(binary.locations(of: "list") == nil && binary.rootTag == nil)
  }

  private static func dictionary(_ data: Data) throws -> [String: Any] {
    try #require(try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any])
  }

  private static func binary(_ dictionary: [String: Any]) throws -> [UInt8] {
    Array(try PropertyListSerialization.data(fromPropertyList: dictionary, format: .binary, options: 0))
  }
}

/// Binary property lists that Foundation doesn't write.
@Suite struct BinaryPropertyListTests {
  /// A root whose two keys share one array.
  private static let shared: [UInt8] =
    Array("bplist00".utf8) + [0xD2, 1, 2, 3, 3, 0x51, 0x61, 0x51, 0x62, 0xA1, 4, 0x51, 0x78]
    + [8, 13, 15, 17, 19] + [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, 5]
    + [0, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 0, 21]

  @Test func sharedArraysPart() throws {
    var document = try PropertyListDocument(Self.shared)
    try document.append(["y"], to: "a")
    let list = try PropertyListSerialization.propertyList(from: Data(document.bytes), format: nil)
    #expect(list as? [String: [String]] == ["a": ["x", "y"], "b": ["x"]])
  }

  @Test func moreThan255ObjectsGetWiderReferences() throws {
    let many = (0..<250).map { "text \($0)" }
    let data = try PropertyListSerialization.data(
      fromPropertyList: ["many": many], format: .binary, options: 0)
    var document = try PropertyListDocument(Array(data))
    let added = (0..<300).map { "added \($0) ж" }
    try document.append(added, to: "many")
    let list = try PropertyListSerialization.propertyList(from: Data(document.bytes), format: nil)
    #expect(list as? [String: [String]] == ["many": many + added])
  }

  /// With any wrong byte, reading returns a property list or throws a problem.
  @Test func damageIsNoFault() throws {
    let data = try PropertyListSerialization.data(
      fromPropertyList: ["a": ["x", "é"], "b": 7, "c": ["d": Date(timeIntervalSince1970: 0)]],
      format: .binary, options: 0)
    let bytes = Array(data)
    var readable = 0
    for index in bytes.indices {
      for flip: UInt8 in [0x01, 0x0F, 0x80, 0xF0, 0xFF] {
        var damaged = bytes
        damaged[index] ^= flip
        guard var document = try? PropertyListDocument(damaged) else { continue }
        readable += 1
        try? document.append(["y"], to: "a")
      }
      #expect(throws: PropertyListProblem.self) { _ = try PropertyListDocument(Array(bytes[..<index])) }
    }
    #expect(readable > 0)
  }
}

/// Tests of texts with a damaged byte at any position.
@Suite struct DamagedTextTests {
  /// With any wrong byte, reading and changing return a property list or throw a problem.
  @Test(arguments: PropertyListDocumentTests.fixtures) func isNoFault(_ name: String) throws {
    let bytes = Array(
      try Data(contentsOf: URL(filePath: Project.path("Tests/Fixtures/PropertyLists/\(name)"))))
    for index in bytes.indices {
      let replacements = ["<", ">", "/", "&", "\"", "#", "\n", "\0"]
      for replacement in [replacements[index % 8], replacements[(index + index / 8) % 8]] {
        var damaged = bytes
        damaged[index] = replacement.utf8.first ?? 0
        guard var document = try? PropertyListDocument(damaged) else { continue }
        do {
          try document.append(["added"], to: "UIBackgroundModes")
        } catch { continue }
        guard case .array(let items) = try document.value(for: "UIBackgroundModes") else {
          Issue.record("no array with \(replacement) at \(index)")
          continue
        }
        guard case .string("added")? = items.last else {
          Issue.record("nothing added with \(replacement) at \(index)")
          continue
        }
      }
      _ = try? PropertyListDocument(Array(bytes[..<index]))
    }
  }
}

/// Tests of the characters that XML can contain, checked by Foundation's reader.
@Suite struct XMLTextTests {
  @Test func everythingElseArrives() throws {
    let scalars =
      (0..<0x500).map { $0 } + (0x2000..<0x2100).map { $0 } + [0xFDD0, 0xFEFF, 0xFFFD, 0x1FFFE, 0x10FFFF]
    let text = String(
      String.UnicodeScalarView(scalars.compactMap { Unicode.Scalar($0) }.filter { !XMLText.isUnwritable($0) })
    )
    var writer = PropertyListWriter(comment: ["two -- hyphens --> and more"])
    writer.array("list", [text])
    let list = try PropertyListSerialization.propertyList(from: Data(writer.text.utf8), format: nil)
    let read = try #require((list as? [String: [String]])?["list"]?.first)
    #expect(Array(read.utf8) == Array(text.utf8))
  }

  @Test(arguments: [0x00, 0x07, 0x0B, 0x1F, 0xFFFE, 0xFFFF]) func someCanNotBeWritten(_ value: UInt32) throws
  {
    #expect(XMLText.isUnwritable(try #require(Unicode.Scalar(value))))
  }
}

/// Files into which the policy's entries can't be merged, and the messages about these files.
@Suite struct PropertyListProblemTests {
  private static let cases: [(text: String, message: String, offset: Int?)] = [
    ("", "It is empty", 0),
    (" \n", "It is empty", 0),
    ("hello", "It is not a property list: it begins with neither < nor bplist00", 0),
    (
      "\n{ a = b; }",
      "It is an OpenStep or JSON property list, which can only be rewritten as a whole; convert it with `plutil -convert xml1` first",
      1
    ),
    (
      "// !$*UTF8*$!\n{}",
      "It is an OpenStep or JSON property list, which can only be rewritten as a whole; convert it with `plutil -convert xml1` first",
      0
    ),
    (
      "bplist17",
      "It is a binary property list of another version than 00; convert it with `plutil -convert xml1`", nil
    ),
    ("bplist00", "The binary property list is damaged: it ends too soon", nil),
    ("<html></html>", "It is not a property list: its root must be <plist>; found <html>", 0),
    ("<plist><array/></plist>", "The root of the property list must be a dictionary", 7),
    ("<plist/>", "The property list is empty", 0),
    ("<plist><dict>", "The file ends within an element", 13),
    ("<plist><dict><key>a</key></dict></plist>", "The key a has no value", 13),
    ("<plist><dict><true/></dict></plist>", "A value has no key", 13),
    ("<plist><dict><key>a</key><key>b</key></dict></plist>", "A key has no value", 13),
    ("<plist><array><key>a</key></array></plist>", "An array can't contain keys", 14),
    ("<plist><dict><key>a</key><set/></dict></plist>", "A property list has no element <set>", 25),
    ("<plist><dict>a</dict></plist>", "There is text between elements", 13),
    ("<plist><dict></array></plist>", "<dict> is closed by </array>", 13),
    ("<plist><dict/></plist><dict/>", "There is text after the end of the property list", 22),
    (
      "<plist><dict><key>a&b;</key><true/></dict></plist>",
      "The & does not begin a valid reference; write &amp; for an ampersand", 19
    ),
    (
      "<plist><dict><key>a&#7;</key><true/></dict></plist>",
      "The & does not begin a valid reference; write &amp; for an ampersand", 19
    ),
    (
      "<!DOCTYPE plist [<!ENTITY a \"b\">]><plist><dict/></plist>",
      "It declares its own document type, which is not supported", 16
    ),
    (
      "<!DOCTYPE plist PUBLIC \"<plist><dict/></plist>\"><plist><dict/></plist>",
      "Its document type has < or > in quotation marks, which readers take for its end", 24
    ),
    ("<plist><!-- <dict/></plist>", "The comment has no end", 7),
    // XML readers find the ends of these tags at different positions.
    (
      "<plist a=\"0b=\"1\"><dict/></plist>x\"><dict/></plist>",
      "The tag <plist has an attribute that is not written as name=\"value\"", 14
    ),
    (
      "<plist a--\"><dict/></plist>\n\"><dict/></plist>",
      "The tag <plist has an attribute that is not written as name=\"value\"", 6
    ),
    (
      "<plist a=\"<\"><dict/></plist>",
      "The tag <plist has an attribute that is not written as name=\"value\"", 6
    ),
    (
      "<plist><dict><key>a\u{1}</key><true/></dict></plist>",
      "It contains U+0001, which no XML property list can contain", 19
    ),
    (
      "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><plist><dict/></plist>",
      "It declares the encoding iso-8859-1; convert it with `plutil -convert xml1`, which writes UTF-8",
      0
    ),
    (
      "<plist><dict><key>a</key><true/><key>a</key><false/></dict></plist>",
      "The key a occurs twice, but only one of them takes effect; remove one", 32
    ),
    (
      "<plist><dict><key>a</key><string>b</string></dict></plist>",
      "a must be an array; found a string", 25
    ),
  ]

  @Test(arguments: cases.indices) func isReported(_ index: Int) throws {
    let (text, message, offset) = Self.cases[index]
    #expect(throws: PropertyListProblem(message, at: offset)) {
      var document = try PropertyListDocument(Array(text.utf8))
      try document.append(["x"], to: "a")
    }
  }

  @Test func otherEncodingsAreReported() {
    let utf16: [UInt8] = [0xFF, 0xFE, 0x3C, 0x00]
    let latin1 = Array("<plist><dict><key>".utf8) + [0xE9] + Array("</key><true/></dict></plist>".utf8)
    for (bytes, offset) in [(utf16, 0), (latin1, 18)] {
      #expect(
        throws: PropertyListProblem(
          "It is not UTF-8; convert it with `plutil -convert xml1`, which writes UTF-8", at: offset
        )
      ) { _ = try PropertyListDocument(bytes) }
    }
  }

  @Test func depthHasABound() {
    let text = "<plist>" + String(repeating: "<array>", count: 100_000)
    let problem = PropertyListProblem(
      "Elements are nested deeper than 512 levels", at: 7 + 512 * 7, isLimit: true)
    #expect(throws: problem) {
      _ = try PropertyListDocument(Array(text.utf8))
    }
  }
}
