import Testing

@testable import PolicySim

/// The memory of a run: its operations on elements, and the independence of a copy.
@Suite struct RunBufferTests {
  @Test func elementsComeAndGo() {
    var buffer = RunBuffer<Int>(capacity: 2)
    for number in 0..<10 { buffer.append(number) }
    #expect(Array(buffer) == Array(0..<10))
    buffer.remove(at: 3)
    buffer.remove(at: 8)
    buffer.removeAll { $0 % 3 == 1 }
    #expect(Array(buffer) == [0, 2, 5, 6, 8])
    #expect(buffer.popLast() == 8)
    buffer[0] = 7
    buffer.sort()
    #expect(Array(buffer) == [2, 5, 6, 7])
    buffer.removeAll()
    #expect(buffer.isEmpty && buffer.popLast() == nil)
    #expect(Array(RunBuffer(repeating: 4, count: 3)) == [4, 4, 4])
  }

  @Test func copiesThatOwnTheirMemoryAreTheirOwn() {
    let original = RunBuffer([1, 2, 3])
    var copy = original
    copy.ensureUnique()
    copy[1] = 9
    copy.append(4)
    #expect(Array(original) == [1, 2, 3])
    #expect(Array(copy) == [1, 9, 3, 4])
  }

  /// The rest of a run is the same whether the run continues itself, or a new copy continues at each step.
  @Test(arguments: PropertyTests.policies.prefix(20)) func copiesOfRunsAreTheirOwn(_ policy: RandomPolicy)
    throws
  {
    var run = try policy.simulation(run: 1)
    let whole = run.ran()
    for _ in 0..<200 {
      let before = run
      let (now, finished) = (before.now, before.jobs.map(\.finished))
      guard run.step() else { break }
      #expect(before.now == now)
      #expect(before.jobs.map(\.finished) == finished)
    }
    let rest = run.ran()
    #expect(rest.now == whole.now)
    #expect(rest.jobs.map(\.lastFinish) == whole.jobs.map(\.lastFinish))
    #expect(rest.jobs.map(\.energy) == whole.jobs.map(\.energy))
  }

  /// Runs that reuse the memory of other policies' runs have the same results as runs with new memory, and don't change
  /// copies.
  @Test func runsInUsedMemoryAreTheSame() throws {
    var used = try PropertyTests.policies[0].simulation(run: 0).ran()
    for policy in PropertyTests.policies.prefix(40) {
      for run in [3, 4] {
        let copy = used
        let before = Self.figures(copy)
        let own = try policy.simulation(run: run)
        used.restart(own.model, RunStart(own.model, seed: policy.seed, run: run))
        used.run()
        #expect(Self.figures(used) == Self.figures(own.ran()), "\(policy) \(run)")
        #expect(Self.figures(copy) == before)
      }
    }
  }

  private static func figures(_ run: Simulation) -> [String] {
    ["\(run.now) \(run.steps) \(run.launches)"] + run.jobs.map { "\($0)" }
      + run.scheduler.tasks.map { "\($0.counts)" }
      + run.scheduler.pushes.map { "\($0.counts) \($0.outcomes)" }
  }
}
