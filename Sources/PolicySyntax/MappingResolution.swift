// The entries of a mapping after duplicate keys are reported and merge keys (`<<`) are resolved.
extension NodeTree {
  /// The mapping's own entries in order, followed by the merged entries with other keys; and diagnostics about the entries. `nil` for a
  /// mapping without duplicate keys and merge keys.
  func resolved(_ written: [NodeEntry]) -> (entries: [NodeEntry], diagnostics: [Diagnostic])? {
    var entries = written
    var diagnostics = removeDuplicates(from: &entries)
    let mergeKeys = entries.filter { isMergeKey($0.key) }
    guard !mergeKeys.isEmpty else { return diagnostics.isEmpty ? nil : (entries, diagnostics) }
    entries.removeAll { isMergeKey($0.key) }
    var keys = Set(entries.map { bytes(of: $0.key) })
    for entry in mergeKeys {
      if let diagnostic = merge(entry, into: &entries, &keys) { diagnostics.append(diagnostic) }
    }
    return (entries, diagnostics)
  }

  private func isMergeKey(_ key: NodeID) -> Bool {
    isText(of: key, equalTo: "<<") && style(of: key) == .plain && tag(of: key) != .string
  }

  /// Keeps the first of several equal keys and reports the remaining keys.
  private func removeDuplicates(from entries: inout [NodeEntry]) -> [Diagnostic] {
    let duplicates = duplicates(in: entries)
    guard !duplicates.isEmpty else { return [] }
    let all = entries
    let removed = Set(duplicates.map(\.later))
    entries = all.indices.filter { !removed.contains($0) }.map { all[$0] }
    return duplicates.map { duplicate in
      let (later, first) = (all[duplicate.later], all[duplicate.first])
      return Diagnostic(
        rule: .yamlDuplicateKey, span: spanAsWritten(of: later.key),
        message: "The key \(text(of: later.key)) occurs twice in this mapping",
        help: "keep one of the two",
        related: [Related(span: spanAsWritten(of: first.key), message: "the first one")],
        fixes: duplicateFixes(of: later, first))
    }
  }

  /// A fix that removes the later of two entries with the same key, if both entries have the same value.
  private func duplicateFixes(of later: NodeEntry, _ first: NodeEntry) -> [Fix] {
    let values = [later.value, first.value].map { value in
      bytes(spanAsWritten(of: value))[spanAsWritten(of: value).range]
    }
    guard values[0].elementsEqual(values[1]), tag(of: later.value) == tag(of: first.value) else { return [] }
    let edits = removal(of: later.key, from: later.container)
    return edits.isEmpty ? [] : [Fix("Remove the second one", safety: .safe, edits: edits)]
  }

  /// The entries whose keys have the text of an earlier key, each with the first such entry.
  private func duplicates(in entries: [NodeEntry]) -> [(later: Int, first: Int)] {
    var firsts: [ArraySlice<UInt8>: Int] = [:]
    var duplicates: [(later: Int, first: Int)] = []
    for (index, entry) in entries.enumerated() where kind(of: entry.key) == .scalar {
      let key = bytes(of: entry.key)
      if let first = firsts[key] { duplicates.append((index, first)) } else { firsts[key] = index }
    }
    return duplicates
  }

  /// Adds the entries of a merge key: the entries of a mapping, or of a list of mappings, in the order of the list.
  private func merge(
    _ entry: NodeEntry, into entries: inout [NodeEntry], _ keys: inout Set<ArraySlice<UInt8>>
  ) -> Diagnostic? {
    switch kind(of: entry.value) {
    case .mapping:
      add(self.entries(of: entry.value), to: &entries, &keys)
    case .sequence where items(of: entry.value).allSatisfy { kind(of: $0) == .mapping }:
      for item in items(of: entry.value) { add(self.entries(of: item), to: &entries, &keys) }
    default:
      return Diagnostic(
        rule: .yamlSyntax, span: spanAsWritten(of: entry.value),
        message: "The merge key << must have an alias of a mapping, or a list of such aliases")
    }
    return nil
  }

  private func add(
    _ merged: [NodeEntry], to entries: inout [NodeEntry], _ keys: inout Set<ArraySlice<UInt8>>
  ) {
    entries += merged.filter { keys.insert(bytes(of: $0.key)).inserted }
  }
}
