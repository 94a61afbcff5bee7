internal import AppFacts

/// Keys that a project file has twice with different values. Xcode may take one of the two values, and
/// bgpolicy the other value.
enum RepeatedKeys {
  /// The first repeated key among the objects of a project, and in each object; `nil` if no key is repeated. Build settings are deeper in
  /// the objects: a setting that a configuration has twice counts as unknown instead.
  static func first(among objects: [ValueEntry]) -> (name: String, node: ValueNode)? {
    repeated(in: objects) ?? objects.lazy.compactMap { repeated(in: $0.value.entries) }.first
  }

  /// The first key of a dictionary that also has another value.
  static func repeated(in entries: [ValueEntry]) -> (name: String, node: ValueNode)? {
    var values: [String: ValueNode] = [:]
    for entry in entries {
      if let other = values.updateValue(entry.value, forKey: entry.key), !isEqual(other, entry.value) {
        return (entry.key, entry.value)
      }
    }
    return nil
  }

  static func isEqual(_ one: ValueNode, _ other: ValueNode) -> Bool {
    switch (one.content, other.content) {
    case (.null, .null): true
    case (.bool(let one), .bool(let other)): one == other
    case (.number(let one), .number(let other)): one == other
    case (.string(let one), .string(let other)): one.utf8.elementsEqual(other.utf8)
    case (.list(let one), .list(let other)): one.elementsEqual(other, by: isEqual)
    case (.dictionary(let one), .dictionary(let other)):
      one.elementsEqual(other) { $0.key == $1.key && isEqual($0.value, $1.value) }
    default: false
    }
  }
}
