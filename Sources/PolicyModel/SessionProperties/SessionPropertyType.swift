package import Quantities

/// The value that generated code sets a property of a configuration to.
package enum SessionPropertyValue: Sendable {
  /// A switch or a number, as Swift writes it.
  case literal(String)
  /// A time, which Swift counts in seconds.
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

/// A type that properties have: how a policy writes its values, how Swift does, and which are the same.
struct SessionPropertyType<Value: Sendable>: Sendable {
  /// The values that the key takes.
  let shape: Shape<Value>
  /// A value as a policy writes it.
  let text: @Sendable (Value) -> String
  let areEqual: @Sendable (Value, Value) -> Bool
  /// Whether a value does the same as none.
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
  /// A member of an enumeration, which the policy calls as Apple does.
  static func word(_ type: Value.Type) -> Self {
    Self(shape: .word(type), text: \.rawValue, areEqual: ==) { .member($0.value.rawValue) }
  }
}

extension SessionPropertyType<String?> {
  /// A string, or `null`.
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
  /// Objects that a policy can only name, so that no code sets them.
  static var names: Self {
    Self(
      shape: .list(of: .string), text: { texts($0).joined(separator: ", ") },
      areEqual: { texts($0) == texts($1) }
    ) { .literal(texts($0.value).joined(separator: ", ")) }
  }

  private static func texts(_ names: [Located<String>]) -> [String] { names.map(\.value) }
}
