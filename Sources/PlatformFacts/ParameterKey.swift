package import Quantities

/// A parameter of the scheduling model whose value has a Swift type, and therefore a unit.
///
/// Each parameter is declared once, as a key: `ParameterKey<TimeSpan>.resumeBase`. The tables of parameters list the facts
/// of the keys.
package struct ParameterKey<Value: ParameterType>: Sendable {
  /// The name, meaning and evidence of the parameter.
  package let fact: ParameterFact
  /// The default value.
  package let usual: Value

  /// The name by which `model:` and `--model` set the parameter.
  package var name: String { fact.name }

  /// A parameter. `text` is the default value as text, if it differs from `usual.parameterText`.
  init(
    _ name: String, _ usual: Value, text: String? = nil, unit: String = "", meaning: String,
    confidence: Confidence, citations: [Citation], range: ParameterRange? = nil,
    bounds: ParameterFact.Bounds = .fromZero
  ) {
    self.usual = usual
    fact = ParameterFact(
      name: name, kind: Value.parameterKind(unit: unit), text: text ?? usual.parameterText, meaning: meaning,
      confidence: confidence, citations: citations, range: range, bounds: bounds)
  }
}

/// A type that the value of a model parameter can have.
package protocol ParameterType: Sendable {
  /// The kind of a parameter of this type; only numbers have a unit.
  static func parameterKind(unit: String) -> ParameterFact.Kind
  /// The value as the policy language writes it.
  var parameterText: String { get }
  /// The value of a parameter; `nil` if the value has another type.
  init?(_ value: ParameterValue)
}

/// A type that can be the value of a parameter or `none`, for no limit.
package protocol LimitParameterType: ParameterType {
  /// The kind of a parameter that may also be `none`.
  static var limitKind: ParameterFact.Kind { get }
}

/// A model parameter with a fixed set of values.
package protocol ParameterChoice: ParameterType, CaseIterable, RawRepresentable<String> {}

extension TimeSpan: LimitParameterType {
  /// The kind of a parameter of this type.
  package static func parameterKind(unit: String) -> ParameterFact.Kind { .duration(isOptional: false) }
  /// The kind of a limit of this type.
  package static var limitKind: ParameterFact.Kind { .duration(isOptional: true) }
  /// The value as the policy language writes it.
  package var parameterText: String { description }
  /// The value of a parameter; `nil` if the value has another type.
  package init?(_ value: ParameterValue) {
    guard case .duration(let span) = value else { return nil }
    self = span
  }
}

extension ByteCount: LimitParameterType {
  /// The kind of a parameter of this type.
  package static func parameterKind(unit: String) -> ParameterFact.Kind { .rate }
  /// The kind of a limit of this type.
  package static var limitKind: ParameterFact.Kind { .size }
  /// The value as the policy language writes it.
  package var parameterText: String { description }
  /// The value of a parameter; `nil` if the value has another type.
  package init?(_ value: ParameterValue) {
    guard case .size(let size) = value else { return nil }
    self = size
  }
}

extension Double: ParameterType {
  /// The kind of a parameter of this type.
  package static func parameterKind(unit: String) -> ParameterFact.Kind { .number(unit: unit) }
  /// The value as the policy language writes it.
  package var parameterText: String { self == rounded() && abs(self) < 1e15 ? "\(Int64(self))" : "\(self)" }
  /// The value of a parameter; `nil` if the value has another type.
  package init?(_ value: ParameterValue) {
    guard case .number(let number) = value else { return nil }
    self = number
  }
}

extension Optional: ParameterType where Wrapped: LimitParameterType {
  /// The kind of a parameter of this type.
  package static func parameterKind(unit: String) -> ParameterFact.Kind { Wrapped.limitKind }
  /// The value as the policy language writes it.
  package var parameterText: String { self?.parameterText ?? "none" }
  /// The value of a parameter; `nil` if the value has another type.
  package init?(_ value: ParameterValue) {
    if case .none = value {
      self = Self.none
    } else {
      guard let limit = Wrapped(value) else { return nil }
      self = limit
    }
  }
}

extension ParameterChoice {
  /// The kind of a parameter of this type.
  package static func parameterKind(unit: String) -> ParameterFact.Kind { .word(allCases.map(\.rawValue)) }
  /// The value as the policy language writes it.
  package var parameterText: String { rawValue }
  /// The value of a parameter; `nil` if the value has another type.
  package init?(_ value: ParameterValue) {
    guard case .word(let word) = value else { return nil }
    self.init(rawValue: word)
  }
}
