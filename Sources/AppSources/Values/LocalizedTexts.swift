internal import AppFacts

/// The texts of an app in the language that it is developed in, by table and key.
package struct LocalizedTexts: Sendable {
  private var tables: [String: [String: Set<String?>]] = [:]

  /// No texts: every key is its own text.
  package init() {}

  /// Adds the text of a key in a table, such as `Localizable`; `nil` for a text that depends on arguments or the device.
  package mutating func add(_ text: String?, for key: String, in table: String) {
    tables[table, default: [:]][key, default: []].insert(text)
  }

  /// The text of a key; the default value or the key if the table has no such key, and `nil` if several tables of the name differ.
  func text(of key: String, in table: String, defaultValue: String?) -> String? {
    guard let texts = tables[table]?[key] else { return defaultValue ?? key }
    return texts.count == 1 ? texts.first.flatMap(\.self) : nil
  }
}

extension Evaluator {
  /// The text of `String(localized:)` or `NSLocalizedString`; `nil` for any other call.
  func localizedText(of call: Call, in frame: Frame, at location: FactLocation) -> Value? {
    let key: Expression?
    switch call.name {
    case "String": key = call["localized"]
    case "NSLocalizedString": key = call.arguments.first.flatMap { $0.label == nil ? $0.value : nil }
    default: return nil
    }
    guard let key, call.base == nil, call.labels.first == (call.name == "String" ? "localized" : "_") else {
      return nil
    }
    // A key with an interpolation is a format, whose arguments only a run knows.
    guard let key = literal(key) else { return .unresolved(at: location) }
    var table = "Localizable"
    if let name = call["table"] ?? call["tableName"], name.core.isNotNull {
      guard let text = value(name, in: frame).string else { return .unresolved(at: location) }
      table = text
    }
    var defaultValue: String?
    if let value = call["defaultValue"] ?? call["value"] {
      guard let text = literal(value) else { return .unresolved(at: location) }
      // An empty value means the key.
      defaultValue = text.isEmpty ? nil : text
    }
    guard let text = program.texts.text(of: key, in: table, defaultValue: defaultValue) else {
      return .unresolved(at: location)
    }
    return Value(content: .string(text), resolution: .constant, location: location)
  }

  private func literal(_ expression: Expression) -> String? {
    guard case .text(let parts) = expression.core.form else { return nil }
    var text = ""
    for part in parts {
      guard case .string(let string) = part else { return nil }
      text += string
    }
    return text
  }
}

extension Expression {
  fileprivate var isNotNull: Bool { if case .null = form { false } else { true } }
}
