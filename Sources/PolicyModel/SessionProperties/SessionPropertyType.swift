package import Quantities

/// The value to which generated code sets a property of a configuration.
package enum SessionPropertyValue: Sendable {
  /// A Boolean or a number, as written in Swift.
  case literal(String)
  /// A duration, which is in seconds in Swift.
  case seconds(TimeSpan)
  /// A member of the property's own type, by Apple's name.
  case member(String)
  /// A string, which may differ between build configurations.
  case string(Located<String>)
  /// `nil`.
  case none
  /// The shared object of a class.
  case shared(String)
  /// Headers, some of which the app may decide at run time.
  case headers([Header])
  /// The member of the generated settings for the value at a node, which the app decides at run time.
  case runtime(PolicyNode)
}

/// The type of a property: its shape in a policy, its values in Swift, and their equality.
struct SessionPropertyType<Value: Sendable>: Sendable {
  /// The shape of the key's values.
  let shape: Shape<Value>
  /// A value as written in a policy.
  let text: @Sendable (Value) -> String
  let areEqual: @Sendable (Value, Value) -> Bool
  /// Whether a value has the same effect as an unset property.
  var isLikeNone: @Sendable (Value) -> Bool = { _ in false }
  let generated: @Sendable (Located<Value>) -> SessionPropertyValue
}

extension SessionPropertyType<Bool> {
  static var bool: Self {
    Self(shape: .bool, text: { "\($0)" }, areEqual: ==) { .literal("\($0.value)") }
  }
}

extension SessionPropertyType<Int> {
  static func int(_ range: ClosedRange<Int>) -> Self {
    Self(shape: .int(range), text: { "\($0)" }, areEqual: ==) { .literal("\($0.value)") }
  }
}

extension SessionPropertyType<TimeSpan> {
  static var duration: Self {
    Self(shape: .duration, text: { "\($0)" }, areEqual: ==) { .seconds($0.value) }
  }
}

extension SessionPropertyType where Value: StringEnum & Equatable {
  /// A member of an enumeration, with Apple's name in the policy.
  static func word(_ type: Value.Type) -> Self {
    Self(shape: .word(type), text: \.rawValue, areEqual: ==) { .member($0.value.rawValue) }
  }
}

extension SessionPropertyType<String?> {
  static var nullableString: Self {
    Self(shape: .nullable(.string), text: { $0 ?? "null" }, areEqual: ==) { value in
      value.value.map { .string(Located($0, at: value.node)) } ?? .none
    }
  }
}

extension SessionPropertyType<SharedStorage?> {
  /// The shared object of a class, or `null`.
  static func shared(_ name: StaticString) -> Self {
    Self(
      shape: .nullable(.word(SharedStorage.self)), text: { $0?.rawValue ?? "null" }, areEqual: ==
    ) { $0.value == nil ? .none : .shared("\(name)") }
  }
}

extension SessionPropertyType<[Header]> {
  /// Names and values, in any order.
  static var headers: Self {
    Self(
      shape: .headers, text: { texts($0).joined(separator: ", ") }, areEqual: { texts($0) == texts($1) },
      isLikeNone: \.isEmpty
    ) { .headers($0.value) }
  }

  private static func texts(_ headers: [Header]) -> [String] {
    headers.map { "\($0.name): \($0.value.value)" }.sorted()
  }
}

extension SessionPropertyType<[Located<String>]> {
  /// The names of objects that only the app can create, so that generated code doesn't set the property.
  static var names: Self {
    Self(
      shape: .list(of: .string), text: { texts($0).joined(separator: ", ") },
      areEqual: { texts($0) == texts($1) }, isLikeNone: \.isEmpty
    ) { .literal(texts($0.value).joined(separator: ", ")) }
  }

  private static func texts(_ names: [Located<String>]) -> [String] { names.map(\.value) }
}
