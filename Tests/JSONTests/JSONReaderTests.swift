import Foundation
import JSON
import TestSupport
import Testing

/// Tests of the JSON reader, which is compared with Foundation's reader.
@Suite struct JSONReaderTests {
  static let values: [(text: String, value: JSONValue)] = [
    ("null", .null), (" true ", true), ("false\n", false), ("0", 0), ("-0", 0), ("12", 12), ("-7", -7),
    ("9223372036854775807", .int(.max)), ("9223372036854775808", .double(9_223_372_036_854_775_808)),
    ("1.5", 1.5), ("1e2", 100.0), ("-2.5E-1", -0.25), ("\"\"", ""), ("[]", []), ("{}", .object([])),
    ("[1, [2], {\"a\": null}]", [1, [2], ["a": .null]]),
    ("{\"b\": 1, \"a\": {\"c\": \"d\"}}", ["b": 1, "a": ["c": "d"]]),
    (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{c}\n\r\t"),
    (#""\u0041\u00e9\u00E9""#, "Aéé"), (#""\ud83d\ude00""#, "😀"), (#""\uD83D\uDE00!""#, "😀!"),
    (#""\ud83d""#, "\u{FFFD}"), (#""\ude00""#, "\u{FFFD}"), (#""\ud83dx""#, "\u{FFFD}x"),
    (#""\ud83d\u0041""#, "\u{FFFD}A"), (#""\ud83d\ud83d\ude00""#, "\u{FFFD}😀"),
    ("\"\u{2028}\u{85}\u{7f}é😀\"", "\u{2028}\u{85}\u{7f}é😀"),
    ("\u{FEFF}[1]", [1]),
    ("\"" + String(repeating: "k", count: 5_000) + "\"", .string(String(repeating: "k", count: 5_000))),
  ]

  @Test(arguments: values) func readsValues(_ text: String, _ value: JSONValue) throws {
    #expect(try JSONReader.read(Array(text.utf8)) == value)
  }

  static let mistakes: [(text: String, offset: Int)] = [
    ("", 0), (" ", 1), ("nul", 0), ("True", 0), ("'a'", 0), ("+1", 0), ("01", 1), ("1.", 2), (".5", 0),
    ("1e", 2),
    ("-", 1), ("[1,]", 3), ("[1 2]", 3), ("[,1]", 1), ("[1", 2), ("{\"a\"}", 4), ("{\"a\":}", 5),
    ("{a: 1}", 1),
    ("{\"a\": 1,}", 8), ("{,}", 1), ("[1}", 2), ("1 2", 2), ("[] []", 3), ("\"a", 0), ("\"a\nb\"", 2),
    (#""\x""#, 2), (#""\u12g4""#, 2), ("\"\t\"", 1), ("# note\n1", 0), ("// note\n1", 0), ("NaN", 0),
  ]

  @Test(arguments: mistakes) func reportsTheFirstMistake(_ text: String, _ offset: Int) {
    do throws(JSONSyntaxError) {
      _ = try JSONReader.read(Array(text.utf8))
      Issue.record("It was read")
    } catch {
      #expect(error.offset == offset)
    }
  }

  static let invalidUTF8: [[UInt8]] = [
    [0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
  ]

  @Test(arguments: invalidUTF8) func refusesInvalidUTF8(_ bytes: [UInt8]) {
    do throws(JSONSyntaxError) {
      _ = try JSONReader.read(bytes)
      Issue.record("It was read")
    } catch {
      #expect(error.offset == 1 && error.message == "The text is not valid UTF-8")
    }
  }

  @Test(arguments: [(512, true), (513, false), (100_000, false)]) func nestingIsBounded(
    _ depth: Int, _ isRead: Bool
  ) {
    let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let value = try? JSONReader.read(Array(text.utf8))
    #expect((value != nil) == isRead)
  }

  /// A damaged text is JSON for this reader exactly if Foundation accepts the text.
  @Test func agreesWithFoundation() throws {
    var random = SplitMix(seed: 8259)
    let whole = Array(
      #"{"a": [1, -2.5e+3, true, null, "x\u00e9\n"], "b\\": {"c": {}, "d": []}, "e": "é"}"#.utf8)
    let alphabet = Array(#"{}[]",:\0123eE.+-truefalsn "#.utf8)
    var accepted = 0
    for _ in 0..<4_000 {
      var bytes = whole
      for _ in 0..<random.below(3) {
        let index = random.below(bytes.count)
        let byte = alphabet[random.below(alphabet.count)]
        switch random.below(3) {
        case 0: bytes[index] = byte
        case 1: bytes.remove(at: index)
        default: bytes.insert(byte, at: index)
        }
      }
      // Foundation accepts a comma at the end of an object, which RFC 8259 doesn't allow.
      guard !String(decoding: bytes, as: UTF8.self).contains(",}") else { continue }
      let expected = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
      let value = try? JSONReader.read(bytes)
      #expect((value != nil) == (expected != nil), "\(String(decoding: bytes, as: UTF8.self))")
      if let value, let expected {
        accepted += 1
        let written = try JSONSerialization.jsonObject(with: Data(value.compactText.utf8)) as? NSObject
        // Foundation keeps only one of several members with the same name, so texts with such members are not compared.
        if !value.hasRepeatedNames { #expect(written == expected as? NSObject) }
      }
    }
    #expect(accepted > 500)
  }
}

extension JSONValue {
  fileprivate var hasRepeatedNames: Bool {
    switch self {
    case .array(let values): values.contains(where: \.hasRepeatedNames)
    case .object(let members):
      Set(members.map(\.name)).count < members.count || members.contains(where: \.value.hasRepeatedNames)
    default: false
    }
  }
}
