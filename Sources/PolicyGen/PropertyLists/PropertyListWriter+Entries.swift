internal import PolicyModel
internal import PropertyList

extension PropertyListWriter {
  /// Writes the entries. Empty arrays are left out.
  mutating func entries(_ entries: [PropertyListEntry]) {
    for entry in entries where !entry.isEmpty {
      switch entry.value {
      case .list(let items): array(entry.key, items.map(\.written))
      case .exactly(let value), .atFirst(let value): scalar(entry.key, value)
      }
    }
  }
}
