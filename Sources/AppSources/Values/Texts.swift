internal import AppFacts

/// Functions of the standard library on texts that are known.
extension Evaluator {
  /// The value of a method of a known text, such as `name.lowercased()`; `nil` if it is another call.
  func text(of call: Call, in frame: Frame, at location: FactLocation) -> Value? {
    guard let base = call.base, Self.textMethods.contains(call.name), call.arguments.count < 3 else {
      return nil
    }
    let owner = value(base, in: frame)
    // A build setting is not known yet.
    guard let text = owner.string, !text.contains("$(") else { return nil }
    var arguments: [FactValue.Content] = []
    for argument in call.arguments {
      guard let content = value(argument.value, in: frame).content else { return nil }
      arguments.append(content)
    }
    guard let result = Self.result(of: call.name, call.labels, text, arguments) else { return nil }
    return Value(content: .string(result), resolution: .expression, location: location)
  }

  private static let textMethods: Set<String> = [
    "lowercased", "uppercased", "prefix", "suffix", "dropFirst", "dropLast", "replacingOccurrences",
    "replacing", "description",
  ]

  private static func result(
    of name: String, _ labels: [String], _ text: String, _ arguments: [FactValue.Content]
  ) -> String? {
    switch (name, labels, arguments) {
    case ("lowercased", [], _): return text.lowercased()
    case ("uppercased", [], _): return text.uppercased()
    case ("dropFirst", [], _): return String(text.dropFirst())
    case ("dropLast", [], _): return String(text.dropLast())
    case (_, ["_"], _):
      guard case .number(let number)? = arguments.first, let count = Int(exactly: number), count >= 0 else {
        return nil
      }
      switch name {
      case "prefix": return String(text.prefix(count))
      case "suffix": return String(text.suffix(count))
      case "dropFirst": return String(text.dropFirst(count))
      case "dropLast": return String(text.dropLast(count))
      default: return nil
      }
    case ("replacingOccurrences", ["of", "with"], _), ("replacing", ["_", "with"], _):
      guard case .string(let old)? = arguments.first, case .string(let new)? = arguments.last, !old.isEmpty
      else { return nil }
      return text.replacing(old, with: new)
    default: return nil
    }
  }
}
