internal import AppFacts

/// The value of an expression.
struct Value {
  /// The value as data; `nil` if the value is not known.
  var content: FactValue.Content?
  var resolution: FactValue.Resolution
  /// The place where the value is written.
  var location: FactLocation
  /// The known parts of a text that is not known as a whole.
  var pattern: String?
  /// The enumeration case, if the value is a case, with the file that declares the case.
  var enumCase: (value: EnumCase, file: FileIndex)?
  /// The call that makes the object, if the value is an object.
  var object: Call?

  /// A value that is not known.
  static func unresolved(at location: FactLocation, pattern: String? = nil) -> Value {
    Value(content: nil, resolution: .unresolved, location: location, pattern: pattern)
  }

  /// The value, with the way in which a reference led to the value.
  func found(_ way: FactValue.Resolution) -> Value {
    var value = self
    switch (resolution, way) {
    case (.unresolved, _), (.expression, .constant): break
    case (.parameter, .constant): break
    default: value.resolution = way
    }
    return value
  }

  var string: String? {
    if case .string(let text)? = content { text } else { nil }
  }

  var number: Double? {
    if case .number(let number)? = content { number } else { nil }
  }

  /// The fact's value for an expression that has this value.
  func fact(of expression: Expression) -> FactValue {
    let isLiteral = resolution == .literal
    return FactValue(
      content, resolution, at: location, expression: isLiteral ? nil : expression.summary, pattern: pattern)
  }
}
