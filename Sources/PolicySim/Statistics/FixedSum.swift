/// A sum that does not depend on the order of its terms: a fixed-point number of 128 bits in steps of 2⁻³².
struct FixedSum: Hashable, Sendable {
  private var high: Int64 = 0
  private var low: UInt64 = 0

  /// A sum of nothing.
  init() {}

  /// Adds a number, bounded to 2⁹⁴.
  mutating func add(_ value: Double) {
    let bounded = min(max(value, -0x1p94), 0x1p94)
    let whole = (bounded * 0x1p-32).rounded(.down)
    add(high: Int64(whole), low: UInt64(min((bounded - whole * 0x1p32) * 0x1p32, 0x1.fffffffffffffp63)))
  }

  /// Adds another sum.
  mutating func add(_ other: FixedSum) { add(high: other.high, low: other.low) }

  private mutating func add(high otherHigh: Int64, low otherLow: UInt64) {
    let (sum, carries) = low.addingReportingOverflow(otherLow)
    low = sum
    let carried = otherHigh.addingReportingOverflow(carries ? 1 : 0)
    let total = high.addingReportingOverflow(carried.partialValue)
    high = carried.overflow || total.overflow ? .max : total.partialValue
  }

  /// The sum.
  var value: Double { Double(high) * 0x1p32 + Double(low) * 0x1p-32 }
}
