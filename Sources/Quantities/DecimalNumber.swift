/// An unsigned decimal number as written: `12`, `1.5`.
struct DecimalNumber {
  /// The digits without the decimal point.
  private var digits: UInt64 = 0
  /// The number of digits after the decimal point.
  private var places = 0
  /// Whether the number has more digits than fit into `digits`.
  private var isTooLarge = false

  /// Reads a number from the start of a text, with a digit at either end and at most one decimal point.
  init?(_ text: UnsafeBufferPointer<UInt8>, from position: inout Int) {
    let start = position
    var hasDot = false
    while position < text.count {
      switch text[position] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): add(text[position] - UInt8(ascii: "0"), isFraction: hasDot)
      case UInt8(ascii: ".") where !hasDot && position > start: hasDot = true
      default:
        guard position > start, text[position - 1] != UInt8(ascii: ".") else { return nil }
        return
      }
      position += 1
    }
    guard position > start, text[position - 1] != UInt8(ascii: ".") else { return nil }
  }

  private mutating func add(_ digit: UInt8, isFraction: Bool) {
    // Further digits of the fraction are insignificant.
    if isFraction, places == 9 || isTooLarge { return }
    let shifted = digits.multipliedReportingOverflow(by: 10)
    let sum = shifted.partialValue.addingReportingOverflow(UInt64(digit))
    if shifted.overflow || sum.overflow {
      isTooLarge = true
    } else {
      digits = sum.partialValue
      if isFraction { places += 1 }
    }
  }

  /// The number times a unit, rounded to a whole number; the largest whole number if the product is too large.
  func scaled(by unit: Int64) -> Int64 {
    guard !isTooLarge else { return .max }
    let product = digits.multipliedFullWidth(by: UInt64(unit))
    var divisor: UInt64 = 1
    for _ in 0..<places { divisor *= 10 }
    guard product.high < divisor else { return .max }
    let result = divisor.dividingFullWidth(product)
    let rounded = result.quotient.addingReportingOverflow(
      result.remainder >= divisor - result.remainder ? 1 : 0)
    return rounded.overflow || rounded.partialValue > UInt64(Int64.max) ? .max : Int64(rounded.partialValue)
  }
}
