internal import JSON

// Numbers of machine-readable reports.
extension JSONValue {
  /// A number rounded to six decimals. `null` without a number, or if the number is not finite.
  static func rounded(_ value: Double?) -> JSONValue {
    guard let value, value.isFinite else { return .null }
    return .double(abs(value) < 1e9 ? (value * 1e6).rounded() / 1e6 : value)
  }

  /// A number rounded to six decimals as plain text. Empty without a number, or if the number is not finite.
  static func plainText(of value: Double?) -> String {
    guard case .double(let number) = rounded(value) else { return "" }
    return JSONValue.double(number).compactText
  }
}
