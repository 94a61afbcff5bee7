internal import AppFacts

extension ValueNode {
  /// The value as a fact, with the references of its texts resolved.
  func fact(in scope: SettingsScope) -> FactValue {
    switch content {
    case .null: FactValue(.null, .literal, at: location)
    case .bool(let isTrue): FactValue(.bool(isTrue), .literal, at: location)
    case .number(let number): FactValue(.number(number), .literal, at: location)
    case .string(let text): scope.fact(of: text, at: location)
    case .list(let items): FactValue(.list(items.map { $0.fact(in: scope) }), .literal, at: location)
    case .dictionary(let entries):
      FactValue(.dictionary(Self.facts(of: entries, in: scope)), .literal, at: location)
    case .other: FactValue(nil, .unresolved, at: location)
    }
  }

  /// The entries as facts. A repeated key is unresolved, because readers of property lists differ on repeated keys.
  static func facts(of entries: [ValueEntry], in scope: SettingsScope) -> [FactEntry] {
    var counts: [String: Int] = [:]
    for entry in entries { counts[entry.key, default: 0] += 1 }
    var facts: [FactEntry] = []
    for entry in entries {
      if counts[entry.key] == 1 {
        facts.append(FactEntry(entry.key, entry.value.fact(in: scope)))
      } else if counts[entry.key] != nil {
        counts[entry.key] = nil
        facts.append(FactEntry(entry.key, FactValue(nil, .unresolved, at: entry.value.location)))
      }
    }
    return facts
  }

  var texts: [String] {
    switch content {
    case .string(let text): [text]
    case .list(let items): items.flatMap(\.texts)
    case .dictionary(let entries): entries.flatMap(\.value.texts)
    case .null, .bool, .number, .other: []
    }
  }
}
