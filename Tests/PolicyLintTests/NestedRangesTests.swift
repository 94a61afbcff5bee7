import Testing

@testable import PolicyLint

/// The ranges of a tree that contain an offset.
@Suite struct NestedRangesTests {
  /// The ranges of a tree with a few hundred nodes, some of which begin or end together.
  private static let tree: Set<Range<Int>> = {
    var ranges: Set<Range<Int>> = []
    func add(_ range: Range<Int>, depth: Int) {
      guard !range.isEmpty, depth < 7 else { return }
      ranges.insert(range)
      let third = range.count / 3
      add(range.lowerBound..<range.lowerBound + third, depth: depth + 1)
      add(range.lowerBound + third + 1..<range.upperBound, depth: depth + 1)
    }
    add(10..<1_000, depth: 0)
    add(1_000..<1_200, depth: 4)
    return ranges
  }()

  @Test func containingIsTheSameAsComparingEach() {
    let nested = NestedRanges(Self.tree)
    #expect(Self.tree.count > 100)
    for offset in 0..<1_210 {
      #expect(Set(nested.containing(offset)) == Self.tree.filter { $0.contains(offset) }, "offset \(offset)")
    }
  }

  @Test func noRangesContainNothing() { #expect(NestedRanges([]).containing(0).isEmpty) }
}
