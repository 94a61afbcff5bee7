internal import JSON
internal import PolicyModel
internal import Quantities

/// The result of checking a value against an expectation.
enum Verdict {
  case holds
  case fails
  /// The value and the expectation have different kinds and can't be compared.
  case incomparable
}

extension Expectation {
  /// The result of checking a value. `nil` is a missing value.
  func verdict(on value: JSONValue?, asVersion isVersion: Bool) -> Verdict {
    switch self {
    case .equals(let expected):
      return Self.areEqual(value ?? .null, expected, asVersions: isVersion) ? .holds : .fails
    case .atMost(let bound): return Self.verdict(on: value, bound, isVersion, allowed: [.less, .equal])
    case .atLeast(let bound): return Self.verdict(on: value, bound, isVersion, allowed: [.greater, .equal])
    case .matches(let pattern):
      return Self.everyText(of: value) { Glob(pattern).matches($0) }
    case .oneOf(let choices):
      guard case .array(let values) = value, !choices.contains(where: \.isArray) else {
        return choices.contains { Self.areEqual(value ?? .null, $0, asVersions: isVersion) } ? .holds : .fails
      }
      let areChosen = values.allSatisfy { value in
        choices.contains { Self.areEqual(value, $0, asVersions: isVersion) }
      }
      return areChosen ? .holds : .fails
    case .not(let inner):
      switch inner.verdict(on: value, asVersion: isVersion) {
      case .holds: return .fails
      case .fails: return .holds
      case .incomparable: return .incomparable
      }
    case .present(let isExpected): return (value ?? .null != .null) == isExpected ? .holds : .fails
    case .all(let parts):
      let verdicts = parts.map { $0.verdict(on: value, asVersion: isVersion) }
      return verdicts.contains(.incomparable) ? .incomparable : verdicts.contains(.fails) ? .fails : .holds
    case .nested(let conditions):
      let verdicts = conditions.map { $0.expectation.verdict(on: value?[$0.key], asVersion: isVersion) }
      return verdicts.contains(.incomparable) ? .incomparable : verdicts.contains(.fails) ? .fails : .holds
    }
  }

  private static func everyText(of value: JSONValue?, _ holds: (String) -> Bool) -> Verdict {
    switch value {
    case .array(let values): values.allSatisfy { $0.text.map(holds) ?? false } ? .holds : .fails
    case let value?: value.text.map(holds) ?? false ? .holds : .fails
    case nil: .fails
    }
  }

  private static func verdict(
    on value: JSONValue?, _ bound: JSONValue, _ isVersion: Bool, allowed: Set<Order>
  ) -> Verdict {
    guard let value, value != .null else { return .fails }
    guard let order = Order(of: value, to: bound, asVersion: isVersion) else { return .incomparable }
    return allowed.contains(order) ? .holds : .fails
  }

  private static func areEqual(_ left: JSONValue, _ right: JSONValue, asVersions isVersion: Bool) -> Bool {
    left == right || Order(of: left, to: right, asVersion: isVersion) == .equal
  }
}

/// The order of two quantities.
private enum Order: Hashable {
  case less, equal, greater
  /// Two ranges of sizes of which one contains the other.
  case overlapping

  /// The order of two numbers, versions, durations or sizes, whose units may differ. `nil` if the values
  /// can't be compared.
  init?(of left: JSONValue, to right: JSONValue, asVersion isVersion: Bool) {
    guard let leftText = left.text, let rightText = right.text else { return nil }
    if isVersion {
      guard let left = Version(leftText), let right = Version(rightText) else { return nil }
      self = Self.of(left, right)
    } else if let left = left.number, let right = right.number {
      self = Self.of(left, right)
    } else if let left = TimeSpan(leftText), let right = TimeSpan(rightText) {
      self = Self.of(left, right)
    } else if let left = ByteRange(leftText), let right = ByteRange(rightText) {
      self =
        left == right
        ? .equal : left.upper <= right.lower ? .less : left.lower >= right.upper ? .greater : .overlapping
    } else {
      return nil
    }
  }

  private static func of<Quantity: Comparable>(_ left: Quantity, _ right: Quantity) -> Order {
    left == right ? .equal : left < right ? .less : .greater
  }
}

extension JSONValue {
  /// The scalar as text. `nil` if the value is not a scalar.
  fileprivate var text: String? {
    switch self {
    case .string(let text): text
    case .int(let number): "\(number)"
    case .double: compactText
    case .null, .bool, .array, .object: nil
    }
  }

  fileprivate var number: Double? {
    switch self {
    case .int(let number): Double(number)
    case .double(let number): number
    default: nil
    }
  }

  fileprivate var isArray: Bool {
    if case .array = self { true } else { false }
  }
}
