internal import PolicyModel
package import PolicySyntax

/// A text that fits at an offset of a policy.
package struct Completion: Hashable, Sendable {
  /// The kind of text.
  package enum Kind: String, Sendable {
    /// A key of a mapping.
    case key
    /// A value of a key.
    case value
    /// A name that the policy gives to a declaration.
    case name
  }

  /// The word to write at the cursor, such as `isDiscretionary`.
  package let text: String
  /// The part of an entry that the word would be.
  package let kind: Kind
  /// The meaning of the text; empty for a name that the policy chooses.
  package let summary: String
}

/// The completions at an offset of a policy, which need not be complete YAML.
package struct Completions: Sendable {
  /// The completions, in the order in which they are offered.
  package let all: [Completion]

  /// The completions at a byte of a text, without keys that the mapping already has.
  package init(at offset: Int, in source: SourceText, _ reference: LanguageReference) {
    let cursor = Cursor(at: offset, in: source.bytes)
    // The marker replaces the word at the cursor, so that the text before and after the cursor can be read.
    let text = SourceText(name: source.name, bytes: cursor.marked)
    let reading = PolicyReader.read(text)
    guard let node = reading.nodes.node(atByte: cursor.markerOffset) else {
      all = cursor.isValue ? [] : Self.keys(of: [], besides: [], reference)
      return
    }
    let steps = reading.nodes.steps(to: node)
    if cursor.isValue {
      all =
        reference.values(at: steps).map { Completion(text: $0, kind: .value, summary: "") }
        + Self.names(at: steps, in: reading.policy)
    } else {
      let siblings = reading.nodes.parent(of: node).map { reading.nodes.keys(of: $0) } ?? []
      all = Self.keys(of: steps.dropLast(), besides: siblings, reference)
    }
  }

  private static func keys(
    of steps: [String?], besides siblings: [String], _ reference: LanguageReference
  ) -> [Completion] {
    reference.keys(of: steps).filter { !siblings.contains($0.name) }.map {
      Completion(text: $0.name, kind: .key, summary: $0.summary)
    }
  }

  /// The names that can be the value of a key that refers to a declaration.
  private static func names(at steps: [String?], in policy: Policy?) -> [Completion] {
    guard let policy, let key = steps.last(where: { $0 != nil }) ?? nil else { return [] }
    let names: [String] =
      switch key {
      case "session": policy.sessions.map(\.name.value)
      case "target": policy.targets.map(\.name.value)
      case "startsTransfers", "after", "transfer": policy.transfers.map(\.name.value)
      case "extends" where steps.count > 1: policy.scenarios.map(\.name.value)
      default: []
      }
    return names.map { Completion(text: $0, kind: .name, summary: "") }
  }
}

/// A cursor in a text, with a marker for the word at the cursor.
private struct Cursor {
  static let marker = "bgpolicy-completion"

  /// Whether the word is a value, after a colon or a dash.
  let isValue: Bool
  /// The text with the marker in place of the word.
  let marked: [UInt8]
  /// The byte of the marker.
  let markerOffset: Int

  init(at offset: Int, in bytes: [UInt8]) {
    let offset = min(max(0, offset), bytes.count)
    let isWord: (UInt8) -> Bool = { byte in
      byte > 0x7F || UnicodeScalar(byte).properties.isAlphabetic || (0x30...0x39).contains(byte)
        || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
    }
    let lineStart = bytes[..<offset].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let start = bytes[lineStart..<offset].lastIndex { !isWord($0) }.map { $0 + 1 } ?? lineStart
    let end = bytes[offset...].firstIndex { !isWord($0) } ?? bytes.count
    let before = bytes[lineStart..<start].filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
    isValue =
      before.last == UInt8(ascii: ":") || before.last == UInt8(ascii: "-") || before.last == UInt8(ascii: "[")
    let rest = bytes[end...].prefix { $0 != UInt8(ascii: "\n") }
    let hasColon = rest.first { $0 != UInt8(ascii: " ") } == UInt8(ascii: ":")
    let suffix = isValue || hasColon ? "" : ":"
    marked = bytes[..<start] + Array((Self.marker + suffix).utf8) + bytes[end...]
    markerOffset = start
  }
}
