internal import AppFacts
internal import PropertyList

/// A value of a project file, property list or spec, with the file and the place of the value.
struct ValueNode {
  /// The kinds of values.
  enum Content {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case list([ValueNode])
    case dictionary([ValueEntry])
    /// A date or data.
    case other
  }

  let content: Content
  let file: TextFile
  /// The byte in the file at which the value begins; `nil` for the file as a whole.
  let offset: Int?

  init(_ content: Content, in file: TextFile, at offset: Int?) {
    self.content = content
    self.file = file
    self.offset = offset
  }

  /// A value of a property list in a file.
  init(_ node: PropertyListNode, in file: TextFile) {
    self.file = file
    offset = node.offset
    switch node.content {
    case .string(let text): content = .string(text)
    case .boolean(let isTrue): content = .bool(isTrue)
    case .number(let number): content = .number(number)
    case .array(let items): content = .list(items.map { ValueNode($0, in: file) })
    case .dictionary(let entries):
      content = .dictionary(
        entries.map { ValueEntry($0.key, at: $0.offset, ValueNode($0.value, in: file)) })
    case .other: content = .other
    }
  }

  /// The place of the value.
  var location: FactLocation { file.location(of: offset) }

  /// The text; `nil` if the value is not a text.
  var string: String? {
    if case .string(let text) = content { text } else { nil }
  }

  /// The elements; empty if the value is not a list.
  var list: [ValueNode] {
    if case .list(let items) = content { items } else { [] }
  }

  /// The texts among the elements.
  var strings: [String] { list.compactMap(\.string) }

  /// The entries; empty if the value is not a dictionary.
  var entries: [ValueEntry] {
    if case .dictionary(let entries) = content { entries } else { [] }
  }

  /// The value of a key. The last value counts if the key is repeated.
  subscript(_ key: String) -> ValueNode? {
    entries.last { $0.key == key }?.value
  }

  /// The value as the text of a build setting: a list's elements are separated by spaces.
  var settingText: String? {
    switch content {
    case .string(let text): text
    case .bool(let isTrue): isTrue ? "YES" : "NO"
    case .number(let number): Int64(exactly: number).map { "\($0)" } ?? "\(number)"
    case .list(let items): items.compactMap(\.settingText).joined(separator: " ")
    case .null: ""
    case .dictionary, .other: nil
    }
  }
}

/// A key of a dictionary, the place of the key, and its value.
struct ValueEntry {
  let key: String
  let offset: Int?
  let value: ValueNode

  init(_ key: String, at offset: Int?, _ value: ValueNode) {
    self.key = key
    self.offset = offset
    self.value = value
  }
}
