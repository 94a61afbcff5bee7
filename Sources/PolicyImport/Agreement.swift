internal import AppFacts
internal import JSON

/// The value that several facts about one declaration state.
enum Agreement {
  /// No fact states the value.
  case absent
  /// Every fact states this value, or states no value while the platform's default equals this value.
  case value(FactValue, locations: [FactLocation])
  /// A fact states the value, but only a run of the app shows it.
  case unresolved(FactValue)
  /// The facts differ in the value.
  case conflict([FactValue])

  /// Compares the values of a name in facts.
  ///
  /// A fact that does not state the value counts as stating `fallback`, the platform's default.
  init(_ name: String, in facts: [CodeFact], fallback: FactValue.Content = .null) {
    let values = facts.compactMap { $0[name] }
    guard let first = values.first else {
      self = .absent
      return
    }
    if let unresolved = values.first(where: { $0.content == nil }) {
      self = .unresolved(unresolved)
    } else if values.contains(where: { !$0.isSame(as: first) })
      || values.count < facts.count && !first.isSame(as: fallback)
    {
      self = .conflict(values)
    } else {
      self = .value(first, locations: values.map(\.location))
    }
  }
}

extension FactValue {
  fileprivate func isSame(as content: Content) -> Bool { self.content == content }
}

extension AppImport {
  /// The entry of a key for which facts agree on a value, or a comment that the value is open; `nil` if no fact states the value.
  ///
  /// `write` returns the value in the form of a policy. `runtime` replaces a value that only a run of the app shows.
  mutating func entry(
    _ key: String, _ agreement: Agreement, path: String, section: String, runtime: DraftValue? = nil,
    write: (FactValue) -> DraftValue?
  ) -> DraftItem? {
    let path = "\(path).\(key)"
    switch agreement {
    case .absent: return nil
    case .unresolved(let value):
      if let runtime, let expression = value.expression {
        return .entry(key, runtime.at(value.location, remark: "`\(expression)`"))
      }
      return todo(path, value.unresolvedText, at: [value.location])
    case .conflict(let values):
      let texts = values.map { "\(write($0)?.shortText ?? "another value") at \($0.location.text)" }
      let reason = texts.count == 1 ? "\(texts[0]), but unset elsewhere" : texts.joined(separator: ", but ")
      return todo(path, reason, at: values.map(\.location))
    case .value(let value, let locations):
      guard let written = write(value), Self.accepts(written, for: key, in: section) else {
        return todo(path, "a policy can't have \(value.shortText)", at: locations)
      }
      return .entry(key, written.at(locations))
    }
  }
}

extension DraftValue {
  /// The value as part of a sentence.
  fileprivate var shortText: String { line ?? json.compactText }
}

extension FactValue {
  /// The value as part of a sentence.
  fileprivate var shortText: String { expression.map { "`\($0)`" } ?? written?.shortText ?? "this value" }

  /// The value in the form of a policy, without conversions; `nil` if a part of the value is unresolved.
  var written: DraftValue? {
    switch content {
    case nil: return nil
    case .null?: return .null
    case .bool(let isTrue)?: return .bool(isTrue)
    case .number(let number)?: return .number(number)
    case .string(let text)?: return .string(text)
    case .list(let values)?:
      let elements = values.compactMap(\.written)
      return elements.count == values.count ? DraftValue(content: .list(elements)) : nil
    case .dictionary(let entries)?:
      let items = entries.compactMap { entry in entry.value.written.map { DraftItem.entry(entry.key, $0) } }
      return items.count == entries.count ? .inline(items) : nil
    }
  }
}
