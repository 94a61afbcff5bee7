import Testing

@testable import PolicySim

/// The queue of future events, which may be added in any order.
@Suite struct EventQueueTests {
  /// `inOrder` is the percentage of elements that are added in order.
  @Test(arguments: [0, 50, 95, 100]) func theLeastIsAlwaysFirst(_ inOrder: Int) {
    var random = RandomStream(seed: 1, run: inOrder, name: "heap")
    var queue = PriorityQueue<Int64>()
    var expected: [Int64] = []
    var last: Int64 = 0
    for _ in 0..<3_000 {
      if random.below(100) < 55 {
        last = random.below(100) < inOrder ? last + random.below(3) : random.below(10_000)
        queue.push(last)
        expected.insert(last, at: expected.firstIndex { $0 > last } ?? expected.count)
      } else {
        #expect(queue.pop() == (expected.isEmpty ? nil : expected.removeFirst()))
      }
      if random.below(400) == 0 {
        queue.removeAll { $0 % 3 == 1 }
        expected.removeAll { $0 % 3 == 1 }
      }
      #expect(queue.first == expected.first)
      #expect(queue.count == expected.count && queue.isEmpty == expected.isEmpty)
    }
    while let least = queue.pop() { #expect(least == expected.removeFirst()) }
    #expect(expected.isEmpty)
  }
}
