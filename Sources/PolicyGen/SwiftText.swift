internal import Quantities

/// Converts strings of a policy to Swift. No other code may put a policy's strings into Swift.
enum SwiftText {
  /// A string as a Swift literal.
  static func literal(_ text: String) -> String {
    text.quoted { $0 == "\0" ? "\\0" : isInvisible($0) ? $0.bracedEscape : nil }
  }

  /// A string for a comment on one line.
  static func comment(_ text: String) -> String {
    text.escaping { isInvisible($0) ? $0.bracedEscape : nil }
  }

  /// Whether a scalar is invisible in code, or moves the text around it.
  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse: true
    default: false
    }
  }
}

extension SwiftText {
  /// A time as a number of seconds with grouped digits.
  static func seconds(_ span: TimeSpan) -> String {
    let fraction = span.milliseconds % 1_000
    let whole = grouped(span.milliseconds / 1_000)
    guard fraction > 0 else { return whole }
    var digits = String(fraction + 1_000).dropFirst()
    while digits.last == "0" { digits.removeLast() }
    return "\(whole).\(digits)"
  }

  /// A whole number with grouped digits.
  static func grouped(_ number: Int64) -> String {
    let digits = String(number)
    guard digits.count > 4 else { return digits }
    var result = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { result += "_" }
      result.append(digit)
    }
    return result
  }
}
