extension Expression {
  /// The text on one line of at most 120 characters, as the fact's `expression` shows it.
  var summary: String {
    let text = text
    return text.count <= 120 ? text : text.prefix(119) + "…"
  }

  /// The text, close to how it is written; the bodies of closures are left out.
  var text: String {
    switch form {
    case .text(let parts): "\"" + parts.map(\.text).joined() + "\""
    case .number(let number): Int(exactly: number).map { "\($0)" } ?? "\(number)"
    case .bool(let isTrue): "\(isTrue)"
    case .null: "nil"
    case .name(let name): name
    case .member(let base, let name): "\(base?.text ?? "").\(name)"
    case .call(let callee, let arguments):
      callee.text
        + (arguments.first?.isTrailing ?? false
          ? "" : "(" + arguments.filter { !$0.isTrailing }.text + ")")
        + (arguments.contains(where: \.isTrailing) ? " {…}" : "")
    case .element(let base, let arguments): "\(base.text)[\(arguments.text)]"
    case .closure: "{…}"
    case .array(let elements): "[" + elements.map(\.text).joined(separator: ", ") + "]"
    case .dictionary(let entries):
      entries.isEmpty
        ? "[:]" : "[" + entries.map { "\($0.key.text): \($0.value.text)" }.joined(separator: ", ") + "]"
    case .prefix(let sign, let inner): sign + inner.text
    case .binary(let sign, let left, let right): "\(left.text) \(sign) \(right.text)"
    case .ternary(let condition, let first, let second): "\(condition.text) ? \(first.text) : \(second.text)"
    case .cast(let inner, let word, let type): "\(inner.text) \(word) \(type)"
    case .attempt("error", let inner): inner.text
    case .attempt(let word, let inner): "\(word) \(inner.text)"
    case .await(let inner): "await \(inner.text)"
    case .unwrapped(let inner, let isForced): inner.text + (isForced ? "!" : "?")
    case .selector(let name): "#selector(\(name))"
    case .statement: "…"
    case .other("tuple", let elements): "(" + elements.map(\.text).joined(separator: ", ") + ")"
    case .other(let text, _): text
    }
  }
}

extension TextPart {
  fileprivate var text: String {
    switch self {
    case .string(let text):
      text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    case .interpolation(let value): "\\(\(value.text))"
    }
  }
}

extension [Argument] {
  fileprivate var text: String {
    map { ($0.label.map { "\($0): " } ?? "") + $0.value.text }.joined(separator: ", ")
  }
}
