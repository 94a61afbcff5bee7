internal import AppFacts

/// Functions of the standard library on texts that are known.
extension Evaluator {
  /// The value of a method of a known text, such as `name.lowercased()`; `nil` for any other call.
  func text(of call: Call, in frame: Frame, at location: FactLocation) -> Value? {
    if let text = formatted(call, in: frame) ?? joined(call, in: frame) {
      return Value(content: .string(text), resolution: .expression, location: location)
    }
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

  /// `String(format: "%@.refresh", …)` with texts only; `nil` for another call.
  private func formatted(_ call: Call, in frame: Frame) -> String? {
    guard call.name == "String", call.base == nil, call.arguments.first?.label == "format",
      let format = call.arguments.first.flatMap({ value($0.value, in: frame).string }),
      call.labels.dropFirst().allSatisfy({ $0 == "_" })
    else { return nil }
    var parts = format.split(separator: "%@", omittingEmptySubsequences: false)
    let texts = call.arguments.dropFirst().compactMap { value($0.value, in: frame).string }
    guard texts.count == call.arguments.count - 1, parts.count == texts.count + 1,
      !parts.contains(where: { $0.contains("%") })
    else { return nil }
    var result = String(parts.removeFirst())
    for (text, part) in zip(texts, parts) { result += text + part }
    return result
  }

  /// `[…].joined(separator: ".")` of a list of texts that is written out; `nil` for another call.
  private func joined(_ call: Call, in frame: Frame) -> String? {
    guard call.name == "joined", call.arguments.count < 2, call.labels.allSatisfy({ $0 == "separator" }),
      case .list(let elements)? = call.base.flatMap({ value($0, in: frame).content })
    else { return nil }
    let separator = call["separator"].map { value($0, in: frame).string } ?? ""
    let texts = elements.compactMap { element -> String? in
      if case .string(let text)? = element.content { text } else { nil }
    }
    guard let separator, texts.count == elements.count else { return nil }
    return texts.joined(separator: separator)
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
