/// Values in groups. Groups are independent of each other; values within a group need not be independent.
struct GroupedValues {
  private(set) var values: [Double] = []
  /// The number of groups that have values.
  private(set) var groups = 0
  private var start = 0

  /// Adds a value to the current group.
  @inline(__always)
  mutating func append(_ value: Double) { values.append(value) }

  /// Ends the current group; the next value starts a new group.
  mutating func endGroup() {
    if values.count > start { groups += 1 }
    start = values.count
  }
}
