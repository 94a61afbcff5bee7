/// A value that a file states, with the way in which the value was found.
///
/// A wrong value is worse than no value: if two readings of the code differ, the value has no content.
package struct FactValue: Equatable, Sendable {
  /// The value as data.
  package indirect enum Content: Equatable, Sendable {
    /// `nil` or `NULL`, written out.
    case null
    case bool(Bool)
    /// A number; intervals are in seconds.
    case number(Double)
    /// A text, or the name of an enumeration's case, such as `background`, without a dot or a type.
    ///
    /// The text contains build settings as `$(NAME)`, even if the code spells them `Bundle.main.bundleIdentifier`.
    case string(String)
    case list([FactValue])
    case dictionary([FactEntry])
  }

  /// The way in which a value was found.
  package enum Resolution: String, CaseIterable, Sendable {
    /// The value is written at the place where the code uses it.
    case literal
    /// The value is the value of a constant of the same type, the same file or another file.
    case constant
    /// The value is the argument of all calls of the function, which pass the same value for the parameter.
    case parameter
    /// The value is composed of known parts, such as a bundle identifier and a suffix.
    case expression
    /// The value is not known without running the app, or is ambiguous.
    case unresolved
  }

  /// The value; `nil` if it is unresolved.
  package let content: Content?
  /// The way in which the value was found.
  package let resolution: Resolution
  /// The place where the value is written: the literal, not the reference to it.
  package let location: FactLocation
  /// The text of the expression at the place of use, on one line of at most 120 characters; `nil` for a literal.
  package let expression: String?
  /// The known parts of an unresolved text, such as `com.example.sync.{account}`; `nil` if no part is known.
  package let pattern: String?
  /// The values in builds with certain compilation conditions, if only these conditions decide the value; empty for a known value.
  package let variants: [Variant]

  /// A value. Without content, the value is unresolved; an unresolved value has no content.
  package init(
    _ content: Content?, _ resolution: Resolution, at location: FactLocation, expression: String? = nil,
    pattern: String? = nil, variants: [Variant] = []
  ) {
    self.content = resolution == .unresolved ? nil : content
    self.resolution = content == nil ? .unresolved : resolution
    self.location = location
    self.expression = expression
    self.pattern = pattern
    self.variants = content == nil ? variants : []
  }
}

extension FactValue {
  /// The value of an expression in builds with certain compilation conditions.
  package struct Variant: Equatable, Sendable {
    /// The conditions as written, such as `DEBUG`, outermost first; a condition of `#else` has a `!`.
    package let conditions: [String]
    /// The value; `nil` if the code does not state a value under these conditions.
    package let value: FactValue?

    /// A value under conditions.
    package init(_ conditions: [String], _ value: FactValue?) {
      self.conditions = conditions
      self.value = value
    }
  }

  /// The value in a build: the value of the variant that the build compiles, or the value itself if the value is known or if several
  /// variants that differ are possible; `nil` if the code does not state a value in the build.
  ///
  /// `holds` returns whether conditions hold in the build; `nil` if that is not known.
  package func chosen(_ holds: ([String]) -> Bool?) -> FactValue? {
    let possible = variants.filter { holds($0.conditions) != false }
    guard content == nil, let first = possible.first else { return self }
    let isOne = possible.allSatisfy {
      ($0.value == nil) == (first.value == nil) && $0.value?.content == first.value?.content
    }
    return isOne ? first.value : self
  }
}

/// An entry of a dictionary.
package struct FactEntry: Equatable, Sendable {
  /// The name. Other entries of a list may have the same name.
  package let key: String
  /// The value of the name.
  package let value: FactValue

  /// An entry with a name and its value.
  package init(_ key: String, _ value: FactValue) {
    self.key = key
    self.value = value
  }
}

extension FactValue {
  /// The text; `nil` if the value is not a text or is unresolved.
  package var string: String? {
    if case .string(let text)? = content { text } else { nil }
  }

  /// The truth value; `nil` if the value is not a truth value or is unresolved.
  package var bool: Bool? {
    if case .bool(let isTrue)? = content { isTrue } else { nil }
  }

  /// The number; `nil` if the value is not a number or is unresolved.
  package var number: Double? {
    if case .number(let number)? = content { number } else { nil }
  }

  /// The elements; `nil` if the value is not a list or is unresolved.
  package var list: [FactValue]? {
    if case .list(let values)? = content { values } else { nil }
  }

  /// Whether two values have the same content, whatever their locations and the order of the keys are.
  package func isSame(as other: FactValue) -> Bool {
    switch (content, other.content) {
    case (.list(let elements)?, .list(let others)?):
      elements.count == others.count && zip(elements, others).allSatisfy { $0.isSame(as: $1) }
    case (.dictionary(let entries)?, .dictionary(let others)?):
      entries.count == others.count
        && zip(entries.byKey, others.byKey).allSatisfy { $0.key == $1.key && $0.value.isSame(as: $1.value) }
    default: content == other.content
    }
  }
}

extension [FactEntry] {
  /// The value of a key; `nil` if the list has no such key.
  package subscript(key: String) -> FactValue? { first { $0.key == key }?.value }

  /// The entries in the order of their keys.
  fileprivate var byKey: [FactEntry] {
    sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
  }
}
