package import PolicyModel
package import PropertyList

/// A property list of the app into which the entries that a policy requires are merged.
///
/// The merge removes nothing, because entries that the policy does not declare belong to other parts of the app.
package struct PropertyListMerge: Sendable {
  /// The change of a key.
  package enum Change: Sendable {
    /// Strings that were added to the key's array.
    case added(key: String, [String])
    /// The new value of the key.
    case set(key: String, PropertyListScalar)
  }

  /// The property list with the changes.
  package private(set) var document: PropertyListDocument
  /// The changes, in the order of the entries. Empty if the file already has all entries.
  package private(set) var changes: [Change] = []

  /// Merges the entries that a policy requires into a file.
  ///
  /// `process` is the process that owns the file: a target's name, or `Target.app`. The build settings of the process are replaced before
  /// entries are compared. A value of another type than the policy's value is a problem, because a merge would have to remove it.
  package init(
    _ entries: [PropertyListEntry], into bytes: [UInt8], of process: String, _ settings: BuildSettings
  ) throws(PropertyListProblem) {
    document = try PropertyListDocument(bytes)
    for entry in entries {
      switch entry.value {
      case .list(let items): try add(items, to: entry.key, of: process, settings: settings)
      case .exactly(let value): try set(entry.key, to: value)
      case .atFirst(let value):
        if try document.value(for: entry.key) == nil { try write(entry.key, value) }
      }
    }
  }

  private mutating func add(
    _ items: [ListItem], to key: String, of process: String, settings: BuildSettings
  ) throws(PropertyListProblem) {
    var strings: [String] = []
    if let value = try document.value(for: key) {
      guard case .array(let elements) = value else { throw mismatch(key, value: value, expected: "an array") }
      for case .string(let written) in elements { strings.append(written) }
    }
    let known = PropertyListStrings(strings, in: process, settings)
    // Each of the processes that share a file may require the same string.
    var missing: [ListItem] = []
    for item in items where !known.configurations(without: item).isEmpty {
      if !missing.contains(where: { $0.texts == item.texts }) { missing.append(item) }
    }
    let added = missing.map(\.written)
    guard !added.isEmpty else { return }
    try document.append(added, to: key)
    changes.append(.added(key: key, added))
  }

  private mutating func set(_ key: String, to value: PropertyListScalar) throws(PropertyListProblem) {
    switch (try document.value(for: key), value) {
    case (.boolean(let old)?, .boolean(let new)):
      if old != new { try write(key, value) }
    case (.string(let old)?, .string(let new)):
      if !old.isExactly(new) { try write(key, value) }
    case (nil, _): try write(key, value)
    case (let other?, .boolean): throw mismatch(key, value: other, expected: "a Boolean")
    case (let other?, .string): throw mismatch(key, value: other, expected: "a string")
    }
  }

  private mutating func write(_ key: String, _ value: PropertyListScalar) throws(PropertyListProblem) {
    try document.set(key, to: value)
    changes.append(.set(key: key, value))
  }

  private func mismatch(_ key: String, value: PropertyListValue, expected: String) -> PropertyListProblem {
    PropertyListProblem("\(key) should be \(expected), and it is \(value.kind)", at: document.offset(of: key))
  }
}
