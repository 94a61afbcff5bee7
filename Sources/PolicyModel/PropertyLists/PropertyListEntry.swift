package import PropertyList

/// A key of a property list with the value that a policy decides.
package struct PropertyListEntry: Sendable {
  /// The value that a policy decides.
  package enum Value: Sendable {
    /// The key has an array that contains at least these strings.
    case list([ListItem])
    /// The key has exactly this value.
    case exactly(PropertyListScalar)
    /// The key gets this value, unless it already has a value.
    case atFirst(PropertyListScalar)

    /// An array that contains each item once; of several equal items, the first item's spelling is kept.
    static func set(_ items: [ListItem]) -> Value {
      // Strings that are equal in Unicode, and have other bytes, are different.
      var seen: Set<[[UInt8]]> = []
      return .list(items.filter { item in seen.insert(item.texts.map { Array($0.utf8) }).inserted })
    }
  }

  /// The key of the top dictionary, such as `UIBackgroundModes`.
  package let key: String
  /// The value that the policy requires, or the items that a list must contain.
  package let value: Value
  /// The node that requires the entry; `nil` for a list, whose items have their own nodes.
  package let node: PolicyNode?

  init(key: String, value: Value, node: PolicyNode? = nil) {
    self.key = key
    self.value = value
    self.node = node
  }

  /// The combined entries of several processes that share a file, in the order of each key's first occurrence.
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

  /// The same entry with the strings of a configuration, by its index.
  package func inConfiguration(_ index: Int) -> PropertyListEntry {
    guard case .list(let items) = value else { return self }
    let chosen = items.map { item in
      var item = item
      item.configuration = index
      return item
    }
    return PropertyListEntry(key: key, value: .list(chosen), node: node)
  }

  /// Whether the entry has no effect, so that generated files omit the entry.
  package var isEmpty: Bool {
    if case .list(let items) = value { items.isEmpty } else { false }
  }
}

/// A string in an array that a policy decides.
package struct ListItem: Sendable {
  /// The string as written in the policy.
  package let written: String
  /// The node that requires the string.
  package let node: PolicyNode
  /// The string with build settings substituted, in each configuration of `BuildSettings`.
  package let texts: [String]
  /// The index of the configuration of `text`.
  fileprivate(set) var configuration = 0

  /// The string with build settings substituted.
  package var text: String { texts[configuration] }

  /// A string as a policy writes it, in an array for a process.
  init(_ written: String, at node: PolicyNode, in process: String, _ settings: BuildSettings) {
    self.written = written
    self.node = node
    texts = settings.expansions(of: written, in: process)
  }
}
