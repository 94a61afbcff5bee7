/// Values of groups, which are independent of each other; values within a group need not be.
struct GroupedValues {
  private(set) var values: [Double] = []
  /// The number of groups that have values.
  private(set) var groups = 0
  private var start = 0

  /// Adds a value to the group.
  @inline(__always)
  mutating func append(_ value: Double) { values.append(value) }

  /// Ends a group; the next value is of another one.
  mutating func endGroup() {
    if values.count > start { groups += 1 }
    start = values.count
  }
}
