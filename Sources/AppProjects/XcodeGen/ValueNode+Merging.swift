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

  /// The value with another value of a key, or without the key.
  func setting(_ key: String, to value: ValueNode?) -> ValueNode {
    let others = entries.filter { $0.key != key }
    let own = value.map { [ValueEntry(key, at: $0.offset, $0)] } ?? []
    return ValueNode(.dictionary(others + own), in: file, at: offset)
  }

  /// A key that ends with `:REPLACE` beside the key without the ending; `nil` if there is no such key.
  /// XcodeGen may take either of the two keys first.
  var keyBesideReplacement: ValueEntry? {
    let ending = ":REPLACE"
    if let twin = entries.first(where: {
      $0.key.hasSuffix(ending) && self[String($0.key.dropLast(ending.count))] != nil
    }) {
      return twin
    }
    for value in list + entries.map(\.value) {
      if let twin = value.keyBesideReplacement { return twin }
    }
    return nil
  }

  var isDictionary: Bool {
    if case .dictionary = content { true } else { false }
  }

  var isList: Bool {
    if case .list = content { true } else { false }
  }

  var isFalse: Bool {
    if case .bool(false) = content { true } else { false }
  }

  /// Whether a text without quotes may be a number, a date or the like for XcodeGen.
  var mayBeNoText: Bool {
    guard case .string = content, let offset, offset < file.bytes.count else { return false }
    let first = file.bytes[offset]
    return (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
      || [UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "&"), UInt8(ascii: "!")]
        .contains(first)
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
