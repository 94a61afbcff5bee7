internal import AppFacts
internal import PolicySyntax
internal import Quantities

/// Writes the draft of a policy as YAML.
struct DraftYAML {
  private(set) var text = ""

  /// The maximum number of locations that a comment lists.
  private static let mostLocations = 3

  /// The YAML of a policy, with comments at its head and a blank line before each section.
  static func text(of policy: [DraftItem], head: [String]) -> String {
    var yaml = DraftYAML()
    for line in head { yaml.text += "# \(comment(line))\n" }
    var previous: DraftItem?
    for item in policy {
      // Scalars at the top level and comments after comments follow without a blank line.
      let isScalar =
        item.value.map { if case .scalar = $0.content { true } else { false } } ?? (previous?.key == nil)
      if !isScalar { yaml.text += "\n" }
      yaml.write(item, indent: "")
      previous = item
    }
    return yaml.text
  }

  /// The YAML of one entry, without comments.
  static func text(of key: String, _ value: DraftValue) -> String {
    var yaml = DraftYAML()
    yaml.write(.entry(key, value), indent: "")
    return yaml.text
  }

  private mutating func write(_ item: DraftItem, indent: String) {
    switch item {
    case .todo(let todo): text += "\(indent)# TODO: \(Self.comment(todo.comment))\n"
    case .suppression(let rule, let reason):
      text += "\(indent)# bgpolicy:ignore \(rule.text) -- \(reason)\n"
    case .entry(let key, let value):
      // A mapping of comments alone would be null.
      if !value.items.isEmpty, value.items.allSatisfy({ $0.key == nil }) {
        for item in value.items { write(item, indent: indent) }
        write(value.empty, after: "\(indent)\(YAMLText.scalar(key)):", indent: indent)
      } else {
        write(value, after: "\(indent)\(YAMLText.scalar(key)):", indent: indent)
      }
    }
  }

  /// Writes a value after its key or its dash.
  private mutating func write(_ value: DraftValue, after start: String, indent: String) {
    if let line = value.line {
      text += "\(start) \(line)\(Self.trailing(value))\n"
      return
    }
    text += "\(start)\(Self.trailing(value))\n"
    switch value.content {
    case .scalar: break
    case .list(let elements):
      for element in elements { write(element, after: "\(indent)  -", indent: indent + "  ") }
    case .mapping(let items):
      for item in items { write(item, indent: indent + "  ") }
    }
  }

  private static func trailing(_ value: DraftValue) -> String {
    guard !value.locations.isEmpty || value.remark != nil else { return "" }
    var parts = [value.remark].compactMap(\.self) + value.locations.prefix(mostLocations).map(\.text)
    if value.locations.count > mostLocations {
      parts.append("and \(value.locations.count - mostLocations) more")
    }
    return "  # " + comment(parts.joined(separator: ", "))
  }

  /// A text as part of a comment: line breaks and characters that YAML does not print are escaped.
  private static func comment(_ text: String) -> String {
    let quoted = YAMLText.doubleQuoted(text)
    guard quoted.contains("\\u") || text.contains(where: \.isNewline) || text.contains("\t") else {
      return text
    }
    return String(quoted.dropFirst().dropLast())
  }
}

extension DraftValue {
  /// The mapping without its items.
  fileprivate var empty: DraftValue {
    DraftValue(content: .mapping([]), locations: locations, remark: remark)
  }

  /// The value on one line; `nil` if the value needs several lines.
  var line: String? {
    switch content {
    case .scalar(let text, _): return text
    case .list(let elements):
      guard elements.allSatisfy({ $0.locations.isEmpty && $0.remark == nil }) else { return nil }
      let lines = elements.compactMap(\.line)
      return lines.count == elements.count ? "[\(lines.joined(separator: ", "))]" : nil
    case .mapping(let items):
      guard !items.isEmpty else { return "{}" }
      guard isInline else { return nil }
      let entries = items.compactMap { item in
        item.key.flatMap { key in item.value?.line.map { "\(YAMLText.scalar(key)): \($0)" } }
      }
      return entries.count == items.count ? "{ \(entries.joined(separator: ", ")) }" : nil
    }
  }
}

extension FactLocation {
  /// The location as `file:line`, or the file if the location has no line.
  package var text: String { line == 0 ? file : "\(file):\(line)" }
}
