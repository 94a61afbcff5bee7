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
      for item in items where !unique.contains(where: { $0.text.isExactly(item.text) }) {
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
  package let place: Place?

  init(key: String, value: Value, place: Place? = nil) {
    self.key = key
    self.value = value
    self.place = place
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

  /// Whether a file without the key says the same.
  package var isEmpty: Bool {
    if case .list(let items) = value { items.isEmpty } else { false }
  }
}

/// A string in an array that a policy decides.
package struct ListItem: Sendable {
  /// The text as the policy spells it.
  package let written: String
  /// The text with the bundle identifier in its place.
  package let text: String
  /// Where the policy calls for it.
  package let place: Place
}
