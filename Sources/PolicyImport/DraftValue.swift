internal import AppFacts
internal import JSON
internal import PolicyModel
internal import PolicySyntax
internal import Quantities

/// A value of a policy that is being written, with the locations that state it.
struct DraftValue: Equatable, Sendable {
  /// The value without its comment.
  indirect enum Content: Equatable, Sendable {
    /// A scalar: its spelling in YAML, and its value.
    case scalar(String, JSONValue)
    case list([DraftValue])
    case mapping([DraftItem])
  }

  var content: Content
  /// The locations that state the value, for its comment; empty for a mapping whose values have their own locations.
  var locations: [FactLocation] = []
  /// A remark that precedes the locations in the comment, such as the expression that computes the value.
  var remark: String?
  /// Whether a mapping is written on one line.
  var isInline = false
}

/// A line or an entry of a mapping that is being written.
enum DraftItem: Equatable, Sendable {
  case entry(String, DraftValue)
  case todo(ImportTodo)
  /// A comment that suppresses the findings of a rule in the next entry.
  case suppression(RuleName, reason: String)

  /// The key of an entry; `nil` for a comment.
  var key: String? { if case .entry(let key, _) = self { key } else { nil } }
  /// The value of an entry; `nil` for a comment.
  var value: DraftValue? { if case .entry(_, let value) = self { value } else { nil } }
}

// MARK: - Scalars

extension DraftValue {
  /// A string, in quotes if YAML requires them.
  static func string(_ text: String) -> DraftValue {
    DraftValue(content: .scalar(YAMLText.scalar(text), .string(text)))
  }

  /// A string that looks like a number, such as a version.
  static func quoted(_ text: String) -> DraftValue {
    DraftValue(content: .scalar(YAMLText.doubleQuoted(text), .string(text)))
  }

  static func bool(_ isTrue: Bool) -> DraftValue {
    DraftValue(content: .scalar(isTrue ? "true" : "false", .bool(isTrue)))
  }

  static let null = DraftValue(content: .scalar("null", .null))

  static func number(_ number: Double) -> DraftValue {
    guard let whole = Int64(exactly: number) else {
      return DraftValue(content: .scalar("\(number)", .double(number)))
    }
    return DraftValue(content: .scalar("\(whole)", .int(whole)))
  }

  /// A duration in seconds, to the millisecond; `nil` if the duration is negative or too long for a policy.
  static func duration(_ seconds: Double) -> DraftValue? {
    guard seconds >= 0, seconds <= Quantity.longestDuration.seconds else { return nil }
    return string(TimeSpan(milliseconds: Int64((seconds * 1_000).rounded())).description)
  }

  /// A list of strings.
  static func strings(_ texts: [String]) -> DraftValue {
    DraftValue(content: .list(texts.map { string($0) }))
  }

  /// A mapping on one line.
  static func inline(_ entries: KeyValuePairs<String, DraftValue>) -> DraftValue {
    inline(entries.map { .entry($0.key, $0.value) })
  }

  /// A mapping on one line.
  static func inline(_ items: [DraftItem]) -> DraftValue {
    DraftValue(content: .mapping(items), isInline: true)
  }

  /// The same value with the locations that state it.
  func at(_ locations: FactLocation..., remark: String? = nil) -> DraftValue { at(locations, remark: remark) }

  /// The same value with the locations that state it, sorted and without duplicates.
  func at(_ locations: [FactLocation], remark: String? = nil) -> DraftValue {
    var copy = self
    copy.locations = Set(locations).sorted()
    copy.remark = remark
    return copy
  }
}

// MARK: - Reading

extension DraftValue {
  /// The string of a scalar; `nil` if the value is not a string.
  var text: String? { if case .scalar(_, .string(let text)) = content { text } else { nil } }

  /// The items of a mapping; empty if the value is not a mapping.
  var items: [DraftItem] { if case .mapping(let items) = content { items } else { [] } }

  /// The value of a key; `nil` if the mapping does not have the key.
  subscript(key: String) -> DraftValue? { items.first { $0.key == key }?.value }

  /// The value as data, without comments.
  var json: JSONValue {
    switch content {
    case .scalar(_, let value): value
    case .list(let elements): .array(elements.map(\.json))
    case .mapping(let items):
      .object(
        items.compactMap { item in item.key.flatMap { key in item.value.map { JSONMember(key, $0.json) } } })
    }
  }

  /// Every string in the value, in order.
  var strings: [String] {
    switch content {
    case .scalar: text.map { [$0] } ?? []
    case .list(let elements): elements.flatMap(\.strings)
    case .mapping(let items): items.compactMap(\.value).flatMap(\.strings)
    }
  }

  /// The number of values with a location, including nested values.
  var statedValues: Int {
    switch content {
    case .scalar: locations.isEmpty ? 0 : 1
    case .list(let elements): locations.isEmpty ? elements.map(\.statedValues).reduce(0, +) : 1
    case .mapping(let items):
      isInline && !locations.isEmpty ? 1 : items.compactMap { $0.value?.statedValues }.reduce(0, +)
    }
  }
}
