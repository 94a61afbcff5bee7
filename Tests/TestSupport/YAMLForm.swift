internal import PolicySyntax

/// A way to write YAML. The same value has the same meaning in every form.
package struct YAMLForm: Sendable {
  /// The style of mappings and lists.
  package enum Collections: Sendable {
    /// One entry on each line.
    case block
    /// In braces and brackets, on one line.
    case flow
    /// As JSON without spaces.
    case json
  }

  /// The style of strings.
  package enum Quotes: Sendable {
    /// Without quotes if possible.
    case plain
    case single, double
  }

  /// The order of the entries of each mapping.
  package enum Order: Sendable {
    case written
    /// The entries from the last to the first.
    case reversed
    /// The first entry after all other entries.
    case rotated

    func applied<Element>(to elements: [Element]) -> [Element] {
      switch self {
      case .written: elements
      case .reversed: elements.reversed()
      case .rotated: Array(elements.dropFirst() + elements.prefix(1))
      }
    }
  }

  /// The name of the form.
  package var name: String
  /// The style of mappings and lists.
  package var collections = Collections.block
  /// The style of strings.
  package var quotes = Quotes.plain
  /// The order of the entries of each mapping.
  package var order = Order.written
  /// The number of columns by which a level is indented.
  package var indentation = 2
  /// Whether a repeated value is written as an alias.
  package var hasAliases = false
  /// Whether the second half of each mapping's entries is in a mapping that a merge key adds.
  package var hasMergeKeys = false
  /// Whether every line has a comment above it and a comment at its end.
  package var hasComments = false

  /// A form: plain block style, except for the changes of `change`.
  package init(_ name: String, _ change: (inout YAMLForm) -> Void = { _ in }) {
    self.name = name
    change(&self)
  }

  /// `data` in this form.
  package func text(of data: YAMLData) -> String {
    var writer = YAMLWriter(form: self)
    let ordered = data.ordered(order)
    return writer.text(of: hasMergeKeys ? ordered.withMergeKeys() : ordered)
  }
}

/// Writes YAML in a form.
private struct YAMLWriter {
  let form: YAMLForm
  private var counts: [YAMLData: Int] = [:]
  private var anchors: [YAMLData: String] = [:]

  init(form: YAMLForm) {
    self.form = form
  }

  mutating func text(of data: YAMLData) -> String {
    if form.hasAliases { data.count(into: &counts) }
    guard form.collections == .block, !data.isScalar, !data.isEmptyCollection else {
      return inline(data) + "\n"
    }
    var lines = block(data)
    if form.hasComments {
      lines = lines.enumerated().flatMap { index, line in
        [line.prefix { $0 == " " } + "# above \(index) é", line + " # behind \(index) é"]
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: - Block style

  /// The lines of a mapping or list that is not empty.
  private mutating func block(_ data: YAMLData) -> [String] {
    switch data {
    case .scalar: return [inline(data)]
    case .list(let items):
      let dash = "-" + spaces(form.indentation - 1)
      return items.flatMap { item -> [String] in
        let (head, lines) = value(item)
        // A collection begins after the dash, unless an anchor follows the dash.
        guard let first = lines.first, head.isEmpty else { return ["- " + head] + indented(lines) }
        return [dash + first] + indented(Array(lines.dropFirst()))
      }
    case .mapping(let members):
      return members.flatMap { member -> [String] in
        let key = key(member.key) + ":"
        let (head, lines) = value(member.value)
        return [head.isEmpty ? key : key + " " + head] + indented(lines)
      }
    }
  }

  /// The text after a key or a dash, and the lines below it.
  private mutating func value(_ data: YAMLData) -> (head: String, lines: [String]) {
    guard !data.isScalar, !data.isEmptyCollection else { return (inline(data), []) }
    if let alias = anchors[data] { return ("*" + alias, []) }
    return (newAnchor(of: data).map { "&" + $0 } ?? "", block(data))
  }

  private func indented(_ lines: [String]) -> [String] { lines.map { spaces(form.indentation) + $0 } }

  private func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }

  // MARK: - Flow style and scalars

  private mutating func inline(_ data: YAMLData) -> String {
    if let alias = anchors[data] { return "*" + alias }
    let anchor = newAnchor(of: data).map { "&\($0) " } ?? ""
    switch data {
    case .scalar(let text, let isText):
      return anchor + (isText ? string(text) : text.isEmpty ? "null" : text)
    case .list(let items):
      return anchor + (items.isEmpty ? "[]" : "[" + joined(items.map { inline($0) }) + "]")
    case .mapping(let members):
      guard !members.isEmpty else { return anchor + "{}" }
      let isJSON = form.collections == .json
      let texts = members.map { key($0.key) + (isJSON ? ":" : ": ") + inline($0.value) }
      return anchor + (isJSON ? "{" + joined(texts) + "}" : "{ " + joined(texts) + " }")
    }
  }

  private func joined(_ texts: [String]) -> String {
    texts.joined(separator: form.collections == .json ? "," : ", ")
  }

  private func key(_ data: YAMLData) -> String {
    var writer = YAMLWriter(form: form)
    return writer.inline(data)
  }

  /// An anchor for a value that is repeated.
  private mutating func newAnchor(of data: YAMLData) -> String? {
    guard counts[data, default: 0] > 1, !data.isEmptyCollection else { return nil }
    let name = "a\(anchors.count)"
    anchors[data] = name
    return name
  }

  private func string(_ text: String) -> String {
    let needsEscapes = text.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0xA0).contains($0.value) }
    switch form.collections == .json ? .double : form.quotes {
    case .plain where YAMLText.scalar(text) == text: return text
    case .plain, .single: return needsEscapes ? doubleQuoted(text) : "'\(text.replacing("'", with: "''"))'"
    case .double: return doubleQuoted(text)
    }
  }

  /// A text in double quotes, as in JSON.
  private func doubleQuoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\" + String(scalar)
      case _ where scalar.value < 0x20 || (0x7F...0xA0).contains(scalar.value):
        let code = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - code.count) + code
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
