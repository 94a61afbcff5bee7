import Testing

@testable import PolicySim

/// The memory of a run: what it does to elements, and that a copy of a run goes its own way.
@Suite struct PoolTests {
  @Test func elementsComeAndGo() {
    var pool = Pool<Int>(capacity: 2)
    for number in 0..<10 { pool.append(number) }
    #expect(Array(pool) == Array(0..<10))
    pool.remove(at: 3)
    pool.remove(at: 8)
    pool.removeAll { $0 % 3 == 1 }
    #expect(Array(pool) == [0, 2, 5, 6, 8])
    #expect(pool.popLast() == 8)
    pool[0] = 7
    pool.sort()
    #expect(Array(pool) == [2, 5, 6, 7])
    pool.removeAll()
    #expect(pool.isEmpty && pool.popLast() == nil)
    #expect(Array(Pool(repeating: 4, count: 3)) == [4, 4, 4])
  }

  @Test func copiesThatOwnTheirMemoryAreTheirOwn() {
    let original = Pool([1, 2, 3])
    var copy = original
    copy.own()
    copy[1] = 9
    copy.append(4)
    #expect(Array(original) == [1, 2, 3])
    #expect(Array(copy) == [1, 9, 3, 4])
  }

  /// The rest of a run is the same whether it goes on by itself or a copy at each step does.
  @Test(arguments: PropertyTests.policies.prefix(20)) func copiesOfRunsAreTheirOwn(_ policy: RandomPolicy)
    throws
  {
    var run = try policy.simulation(run: 1)
    let whole = run.ran()
    for _ in 0..<200 {
      let before = run
      let (now, finished) = (before.now, before.occurrences.map(\.finished))
      guard run.step() else { break }
      #expect(before.now == now)
      #expect(before.occurrences.map(\.finished) == finished)
    }
    let rest = run.ran()
    #expect(rest.now == whole.now)
    #expect(rest.occurrences.map(\.lastFinish) == whole.occurrences.map(\.lastFinish))
    #expect(rest.occurrences.map(\.energy) == whole.occurrences.map(\.energy))
  }
}
