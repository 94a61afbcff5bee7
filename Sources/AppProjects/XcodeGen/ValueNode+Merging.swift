/// Merges values as XcodeGen does.
extension ValueNode {
  /// The value merged onto another value: dictionaries are merged, lists are joined, any other value replaces the other value.
  ///
  /// A key that ends with `:REPLACE` replaces the other value as a whole.
  func merged(onto base: ValueNode, depth: Int = 0) -> ValueNode {
    guard depth < 64, case .dictionary(let own) = content, case .dictionary(let others) = base.content else {
      return self
    }
    var result = others
    var indices: [String: Int] = [:]
    for (index, entry) in others.enumerated() { indices[entry.key] = index }
    for entry in own {
      let replaces = entry.key.hasSuffix(":REPLACE")
      let key = replaces ? String(entry.key.dropLast(":REPLACE".count)) : entry.key
      guard let index = indices[key] else {
        indices[key] = result.count
        result.append(ValueEntry(key, at: entry.offset, entry.value))
        continue
      }
      let other = result[index].value
      var value = entry.value
      if !replaces {
        if case .list(let items) = entry.value.content, case .list(let first) = other.content {
          value = ValueNode(.list(first + items), in: entry.value.file, at: entry.value.offset)
        } else {
          value = entry.value.merged(onto: other, depth: depth + 1)
        }
      }
      result[index] = ValueEntry(key, at: entry.offset, value)
    }
    return ValueNode(.dictionary(result), in: file, at: offset)
  }

  /// The number of values inside the value, including the value itself.
  var count: Int {
    switch content {
    case .list(let items): items.reduce(1) { $0 + $1.count }
    case .dictionary(let entries): entries.reduce(1) { $0 + $1.value.count }
    case .null, .bool, .number, .string, .other: 1
    }
  }

  /// The value with `${name}` replaced in its texts and keys.
  func replacing(_ variables: [String: String]) -> ValueNode {
    guard !variables.isEmpty else { return self }
    func replaced(_ text: String) -> String {
      guard text.contains("${") else { return text }
      return variables.reduce(text) { $0.replacing("${\($1.key)}", with: $1.value) }
    }
    switch content {
    case .string(let text): return ValueNode(.string(replaced(text)), in: file, at: offset)
    case .list(let items):
      return ValueNode(.list(items.map { $0.replacing(variables) }), in: file, at: offset)
    case .dictionary(let entries):
      let replaced = entries.map { entry in
        ValueEntry(replaced(entry.key), at: entry.offset, entry.value.replacing(variables))
      }
      return ValueNode(.dictionary(replaced), in: file, at: offset)
    case .null, .bool, .number, .other: return self
    }
  }

  /// The value with the values of some of its keys changed.
  func mapping(_ keys: [String], _ change: (ValueNode) -> ValueNode) -> ValueNode {
    guard case .dictionary(let entries) = content else { return self }
    let changed = entries.map { entry in
      keys.contains(entry.key) ? ValueEntry(entry.key, at: entry.offset, change(entry.value)) : entry
    }
    return ValueNode(.dictionary(changed), in: file, at: offset)
  }

  /// The value with all values of its keys changed.
  func mappingAll(_ change: (ValueNode) -> ValueNode) -> ValueNode {
    mapping(entries.map(\.key), change)
  }

  /// The text of a reference to a file or a name: the value itself, or the value of a key.
  func string(or key: String) -> String? { string ?? self[key]?.string }
}
