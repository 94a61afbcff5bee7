package import PropertyList

/// What a policy decides of one key of a property list.
package struct PropertyListEntry: Sendable {
  /// What the key has to say.
  package enum Value: Sendable {
    /// An array that holds at least these.
    case list([ListItem])
    /// This, and nothing else.
    case exactly(PropertyListScalar)
    /// This, unless something else is there already.
    case atFirst(PropertyListScalar)

    /// An array that holds each of these once, as the first of equal ones spells it.
    static func set(_ items: [ListItem]) -> Value {
      var unique: [ListItem] = []
      for item in items where !unique.contains(where: { $0.isSame(as: item) }) {
        unique.append(item)
      }
      return .list(unique)
    }
  }

  /// The key.
  package let key: String
  /// Its value.
  package let value: Value
  /// Where the policy calls for it; `nil` for a list, whose items each have their own place.
  package let node: PolicyNode?

  init(key: String, value: Value, node: PolicyNode? = nil) {
    self.key = key
    self.value = value
    self.node = node
  }

  /// What several processes decide of one file that they share, by key in the order of their first mention.
  package static func combined(_ lists: [[PropertyListEntry]]) -> [PropertyListEntry] {
    var entries: [PropertyListEntry] = []
    for entry in lists.joined() {
      guard let index = entries.firstIndex(where: { $0.key == entry.key }) else {
        entries.append(entry)
        continue
      }
      guard case .list(let items) = entries[index].value, case .list(let more) = entry.value else { continue }
      entries[index] = PropertyListEntry(key: entry.key, value: .list(items + more))
    }
    return entries
  }

  /// The same entry with the texts of a configuration, by its index.
  package func inConfiguration(_ index: Int) -> PropertyListEntry {
    guard case .list(let items) = value else { return self }
    let chosen = items.map { item in
      var item = item
      item.configuration = index
      return item
    }
    return PropertyListEntry(key: key, value: .list(chosen), node: node)
  }

  /// Whether a file without the key says the same, so that no generated file has it.
  package var isEmpty: Bool {
    if case .list(let items) = value { items.isEmpty } else { false }
  }
}

/// A string in an array that a policy decides.
package struct ListItem: Sendable {
  /// The text as the policy spells it.
  package let written: String
  /// Where the policy calls for it.
  package let node: PolicyNode
  /// The text with build settings in place, in each configuration of `BuildSettings`.
  package let texts: [String]
  /// The index of the configuration that `text` is of.
  fileprivate(set) var configuration = 0

  /// The text with build settings in place.
  package var text: String { texts[configuration] }

  /// A text of a process.
  init(_ written: String, at node: PolicyNode, in process: String, _ settings: BuildSettings) {
    self.written = written
    self.node = node
    texts = settings.expansions(of: written, in: process)
  }

  /// Whether it is the same string in every configuration.
  func isSame(as other: ListItem) -> Bool {
    texts.count == other.texts.count && zip(texts, other.texts).allSatisfy { $0.isExactly($1) }
  }
}
