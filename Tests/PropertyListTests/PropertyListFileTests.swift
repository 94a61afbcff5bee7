import Foundation
import Testing

@testable import PropertyList

/// Whole property lists, checked by Foundation's reader.
@Suite struct PropertyListFileTests {
  static let openStep = [
    "{}", "()", "{ a = b; }",
    "// !$*UTF8*$!\n{ /* c */ key = \"a \\\"quoted\\\" text\"; list = ( 1, two, ); }",
    "{ a = { b = { c = ( { d = e; }, () ); }; }; }", "{ \"a-b\" = /path/to_x.$y:z-1; 'single' = 'it'; }",
    "{ tabs = \"a\\tb\\nc\\\\d\"; unicode = \"\\U00e9t\\U00e9\"; octal = \"\\101\"; }", "{ é = \"ü\"; }",
    "key = value;\n\"other key\" = \"other value\";", "( a , b,c )",
    "{ a = b; // c\u{2028} d = e;\n // f\u{2029} g = h;\n}", "{\"x[sdk=iphoneos*]\" = y;}",
  ]

  @Test(arguments: openStep) func openStepIsReadAsFoundationDoes(_ text: String) throws {
    // Foundation accepts a key outside of ASCII only in quotation marks.
    let quoted = text.replacing("é = ", with: "\"é\" = ")
    let list = try PropertyListSerialization.propertyList(from: Data(quoted.utf8), format: nil)
    #expect(try PropertyListFile(Array(quoted.utf8)).root.described == Self.described(list))
  }

  @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
  func formsHaveTheSameValues(_ form: PropertyListSerialization.PropertyListFormat) throws {
    let list: [String: Any] = [
      "text": "a & é <b>", "yes": true, "no": false, "number": 42, "negative": -7, "real": 1.5,
      "large": 5_000_000_000, "list": ["a", ["b": "c"], [] as [String]], "data": Data([1, 2]), "empty": "",
    ]
    let data = try PropertyListSerialization.data(fromPropertyList: list, format: form, options: 0)
    #expect(try PropertyListFile(Array(data)).root.described == Self.described(list))
  }

  @Test(arguments: [true, false]) func readsUTF16(isBigEndian: Bool) throws {
    let text = "{ \"clé\" = \"𝄞 value\"; }"
    var bytes: [UInt8] = isBigEndian ? [0xFE, 0xFF] : [0xFF, 0xFE]
    for unit in text.utf16 {
      let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
      bytes += isBigEndian ? [high, low] : [low, high]
    }
    let file = try PropertyListFile(bytes)
    #expect(file.root.described == #"{"clé"="𝄞 value"}"#)
  }

  @Test(arguments: [
    ("{ a = «b»; }", "a"), ("{ a = \"«b c»\"; }", "a"), ("{\n  x = 1;\n  a = «(» 1 );\n}", "a"),
    ("<plist><dict><key>a</key>\n <string>«b»</string></dict></plist>", "a"),
    ("<plist><dict><key>a</key>«<true/>»</dict></plist>", "a"),
  ])
  func valuesHaveTheirPlaces(_ marked: String, key: String) throws {
    let text = marked.filter { $0 != "«" && $0 != "»" }
    let start = try #require(marked.firstIndex(of: "«"))
    guard case .dictionary(let entries) = try PropertyListFile(Array(text.utf8)).root.content else {
      Issue.record("no dictionary")
      return
    }
    let value = try #require(entries.first { $0.key == key }?.value)
    #expect(value.offset == marked[..<start].utf8.count)
  }

  @Test(arguments: [
    ("{ a = b", "A semicolon should follow the value of a"), ("{ a = ( b", "A comma should follow"),
    ("{ a = \"b", "The string has no end"), ("{ a = b; } c", "There is text after the end"),
    ("/* a", "The comment has no end"), ("  ", "It is empty"), ("{ a = <0g>; }", "The data has no end"),
    ("{\n<<<<<<< HEAD\n}", "A value should begin here"),
    (String(repeating: "(", count: 100_000), "Values are nested deeper than"),
  ])
  func damageIsReported(_ text: String, message: String) {
    let problem = #expect(throws: PropertyListProblem.self) { try PropertyListFile(Array(text.utf8)) }
    #expect(problem?.message.hasPrefix(message) == true)
  }

  @Test func everyBeginningOfAFileIsReadOrReported() throws {
    let text = Self.openStep[3] + Self.openStep[6]
    let list = ["text": "a", "list": ["b", "c"]] as [String: Any]
    let binary = try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
    let xml = try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
    for file in [Array(text.utf8), Array(binary), Array(xml)] {
      for end in file.indices { _ = try? PropertyListFile(Array(file[..<end])) }
    }
  }

  /// A value from Foundation in the format of `PropertyListNode.described`.
  private static func described(_ value: Any) -> String {
    switch value {
    case let list as [Any]: return "(" + list.map(described).joined(separator: ",") + ")"
    case let dictionary as [String: Any]:
      let entries = dictionary.sorted { $0.key < $1.key }.map { "\"\($0.key)\"=\(described($0.value))" }
      return "{" + entries.joined(separator: ",") + "}"
    case let text as String: return "\"\(text)\""
    case let number as NSNumber:
      if CFGetTypeIDIsBoolean(number) { return number.boolValue ? "true" : "false" }
      return "\(number.doubleValue)"
    default: return "other"
    }
  }

  /// Whether a number is a Boolean, which only the type of the number shows.
  private static func CFGetTypeIDIsBoolean(_ number: NSNumber) -> Bool {
    String(cString: number.objCType) == "c" || number === NSNumber(value: true)
      || number === NSNumber(value: false)
  }
}

extension PropertyListNode {
  /// The value as a text that does not depend on the order of keys.
  fileprivate var described: String {
    switch content {
    case .string(let text): return "\"\(text)\""
    case .boolean(let isTrue): return isTrue ? "true" : "false"
    case .number(let number): return "\(number)"
    case .array(let items): return "(" + items.map(\.described).joined(separator: ",") + ")"
    case .dictionary(let entries):
      let texts = entries.sorted { $0.key < $1.key }.map { "\"\($0.key)\"=\($0.value.described)" }
      return "{" + texts.joined(separator: ",") + "}"
    case .other: return "other"
    }
  }
}
