internal import Quantities

/// The only way by which text of a policy gets into Swift.
enum SwiftText {
  /// A string literal of a text.
  static func literal(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\0": result += "\\0"
      case _ where isInvisible(scalar): result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// A text for a comment of one line.
  static func comment(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if isInvisible(scalar) || scalar == "\n" || scalar == "\r" || scalar == "\t" {
        result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// What a reader of the code would not see, or would see elsewhere than it is.
  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse: true
    default: false
    }
  }
}

extension SwiftText {
  /// A length of time as a number of seconds, its thousands apart.
  static func seconds(_ span: TimeSpan) -> String {
    let fraction = span.milliseconds % 1_000
    let whole = grouped(span.milliseconds / 1_000)
    guard fraction > 0 else { return whole }
    var digits = String(fraction + 1_000).dropFirst()
    while digits.last == "0" { digits.removeLast() }
    return "\(whole).\(digits)"
  }

  /// A whole number, its thousands apart.
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
