import PlatformFacts
import PolicyModel
import Quantities
import TestSupport
import Testing

@testable import PolicySim

/// Laws of every chain in the lab, for any number of items and any delays.
@Suite struct ChainLawTests {
  /// A chain drawn at random, from a seed that names it.
  struct Chain: Sendable, CustomTestStringConvertible {
    let seed: UInt64
    let items: Int
    let batch: Int
    let duration: Int
    let base: Int
    let factor: Double
    let cap: String

    init(seed: UInt64) {
      var random = SplitMix(seed: seed &+ 1_000)
      self.seed = seed
      // The number of items is so small that no delay exceeds the resource timeout.
      items = 1 + random.below(24)
      batch = 1 + random.below(12)
      duration = [0, 1, 5, 59, 61, 300, 4_000][random.below(7)]
      base = [1, 30, 60, 300][random.below(4)]
      factor = [1, 1.5, 2, 3][random.below(4)]
      cap = ["none", "none", "1h", "6h"][random.below(4)]
    }

    var testDescription: String {
      "seed \(seed): \(items) by \(batch), \(duration) s, base \(base), factor \(factor), cap \(cap)"
    }

    func run(_ reset: String, items other: Int? = nil, batch size: Int? = nil, day: String? = nil) throws
      -> Simulation
    {
      try Lab(
        count: other ?? items, duration: "\(duration)s", submit: "{ batch: \(size ?? batch) }",
        unboundedTimeout: .days(100_000_000),
        model: [
          "limiter.base": "\(base)s", "limiter.factor": "\(factor)", "limiter.cap": cap,
          "limiter.lapse": reset,
        ], scenario: day
      ).simulation()
    }
  }

  static let chains = (1...60).map { Chain(seed: UInt64($0)) }

  @Test(arguments: chains) func readingsAreOrdered(_ chain: Chain) throws {
    let literal = try #require(chain.run("literal").ran().end)
    let rolling = try #require(chain.run("rolling").ran().end)
    let idle = try #require(chain.run("idle").ran().end)
    #expect(literal <= rolling && rolling <= idle)
  }

  @Test(arguments: chains, ["literal", "rolling", "idle"])
  func moreItemsNeverEndSooner(_ chain: Chain, _ reset: String) throws {
    let end = try #require(chain.run(reset).ran().end)
    #expect(try #require(chain.run(reset, items: chain.items + 1).ran().end) >= end)
  }

  @Test(arguments: chains) func splittingABatchNeverSparesAResume(_ chain: Chain) throws {
    let whole = try chain.run("rolling").ran().launches
    #expect(whole == (chain.items + chain.batch - 1) / chain.batch)
    guard chain.batch > 1 else { return }
    #expect(try chain.run("rolling", batch: chain.batch / 2).ran().launches >= whole)
  }

  /// The delay D is 0 or d·f^k, up to the cap; each step is rounded to milliseconds.
  @Test(arguments: chains) func delayIsAPowerOfTheFactor(_ chain: Chain) throws {
    var allowed: Set<Int64> = [0]
    var delay = Int64(chain.base) * 1_000
    let cap: Int64 = ["none": .max, "1h": 3_600_000, "6h": 21_600_000][chain.cap] ?? .max
    for _ in 0..<60 {
      allowed.insert(delay)
      let next = Double(delay) * chain.factor
      delay = min(cap, next < 0x1p62 ? Int64(next.rounded()) : .max)
    }
    var run = try chain.run("rolling")
    var last: Instant = 0
    while run.step() {
      #expect(allowed.contains(run.daemon.limiter.delay), "\(run.daemon.limiter.delay)")
      #expect(run.now >= last)
      last = run.now
    }
  }

  /// A visit begins a millisecond after each resume, so no item is held for longer than this millisecond.
  @Test(arguments: 1...10, [5, 61]) func visitsAfterEveryResumeSpareTheHold(_ items: Int, _ duration: Int)
    throws
  {
    let visits = (1...items).map { "{ at: \(duration * $0)s, for: 0.001s }" }.joined(separator: ", ")
    // Each item ends within a visit. The app is open and receives the event at once.
    let run = try Lab(
      count: items, duration: "\(duration)s", submit: "oneAtATime", scenario: "foreground: [\(visits)]"
    ).simulation().ran()
    #expect(run.held == 0)
    #expect(run.end == Double(items * duration))
    let late = (1...items).map { "{ at: \(Double(duration * $0) + 0.001 * Double($0))s, for: 0.0005s }" }
      .joined(separator: ", ")
    let after = try Lab(
      count: items, duration: "\(duration)s", submit: "oneAtATime", scenario: "foreground: [\(late)]"
    ).simulation().ran()
    #expect(after.held <= 0.0011 * Double(items))
  }
}

/// Items and bytes are conserved, at every step of random runs.
@Suite struct ConservationTests {
  /// Policies drawn at random, on each of the built-in devices in turn.
  static let policies = (1...60).map { seed in
    var policy = RandomPolicy(seed: UInt64(seed))
    policy.scenario = PlatformFacts.scenarioNames[seed % PlatformFacts.scenarioNames.count]
    policy.isWhole = true
    return policy
  }

  /// Every submitted item has finished, has failed, or is held, waiting or being transferred, and each change between these
  /// states is allowed.
  @Test(arguments: policies) func itemsAreConserved(_ policy: RandomPolicy) throws {
    var run = try policy.simulation(run: 0)
    var before: [Job] = []
    // An expectation at each step would take very long.
    var broken: Set<String> = []
    func check(_ holds: Bool, _ law: String) {
      if !holds { broken.insert(law) }
    }
    for _ in 0..<5_000 {
      guard run.step() else { break }
      for (index, job) in run.jobs.enumerated() {
        let (submitted, failed) = (job.submitted, job.failed)
        check(submitted == job.finished + failed + job.outstanding, "sum of items")
        check(
          submitted + job.toRetry <= run.model.transfers[job.transfer].count, "no more than there are"
        )
        guard index < before.count else { continue }
        check(job.finished >= before[index].finished, "finished stays finished")
        check(failed >= before[index].failed, "failed stays failed")
        check(job.held >= before[index].held, "held only grows")
        check(job.energy >= before[index].energy, "energy only grows")
      }
      before = Array(run.jobs)
      var open = [Int](repeating: 0, count: run.jobs.count)
      for batch in run.daemon.batches {
        open[batch.job] += batch.waiting + batch.active + batch.paused
        check(!batch.isHeld || batch.active == 0, "nothing starts while held")
      }
      check(open == run.jobs.map(\.outstanding), "outstanding is in batches")
      check(run.line.items.count == run.daemon.batches.reduce(0) { $0 + $1.active }, "active is on the wire")
      check(run.line.pausedItems.count == run.daemon.batches.reduce(0) { $0 + $1.paused }, "paused is kept")
      check(run.line.failedItems.count == run.jobs.reduce(0) { $0 + $1.toRetry }, "failed is kept")
    }
    #expect(broken == [])
  }

  /// A transfer that may not use cellular never uses cellular.
  @Test(arguments: policies) func cellularIsLeftAloneWhereItIsForbidden(_ policy: RandomPolicy) throws {
    let run = try policy.simulation(run: 1).ran()
    for job in run.jobs where !run.model.transfers[job.transfer].usesCellular {
      #expect(job.cellularBytes == 0)
    }
  }

  /// The transferred bytes equal the bytes of the items, whose sizes come from their random stream, if no item was
  /// interrupted.
  @Test(arguments: 1...40) func bytesAreConserved(_ seed: Int) throws {
    var random = SplitMix(seed: UInt64(seed))
    let count = [1, 3, 10, 57][random.below(4)]
    let megabytes = [1, 4, 30, 300][random.below(4)]
    let isRange = random.below(2) == 1
    let isDiscretionary = random.below(2) == 1
    let submit = ["allAtOnce", "oneAtATime", "{ batch: 10 }"][random.below(3)]
    let scenario = PlatformFacts.scenarioNames[random.below(PlatformFacts.scenarioNames.count)]
    let text = """
      schema: 1
      app: { name: Random, bundleIdentifier: com.example }
      sessions:
        s: { identifier: com.example.s, isDiscretionary: \(isDiscretionary), timeoutIntervalForResource: 100d }
      transfers:
        work: { session: s, count: \(count), size: \(megabytes)MB\(isRange ? "..\(2 * megabytes)MB" : ""), submit: \(submit) }
      """
    let policy = try Lab.policy(text)
    let model = SimulationModel(
      policy, on: try #require(DeviceDay(scenario, in: policy)), Parameters(), measuring: .firstTimes)
    for number in 0..<4 {
      var run = Simulation(model, seed: UInt64(seed), run: number)
      var sizes = model.streams.sizes.first.map {
        RandomStream(seed: UInt64(seed), run: number, key: $0)
      }
      run.run()
      let bytes = run.work.wifiBytes + run.work.cellularBytes
      #expect(bytes >= Double(run.work.finished * megabytes) * 1e6 - 1)
      guard run.work.finished == count else { continue }
      let whole = (0..<count).reduce(0.0) { sum, _ in
        sum + (sizes?.uniform(model.transfers[0].size) ?? model.transfers[0].size.lowerBound)
      }
      #expect(abs(bytes - whole) < 1)
    }
  }
}

/// The random numbers of the simulation. The seeds are fixed; each of these tests would fail for one seed in a thousand.
@Suite struct RandomStreamTests {
  private func numbers(_ name: String, run: Int = 0, _ count: Int = 20_000) -> [Double] {
    var stream = RandomStream(seed: 1, run: run, name: name)
    return (0..<count).map { _ in stream.unit() }
  }

  /// Kolmogorov and Smirnov: the largest distance from the uniform distribution is below 1.95 / √n in 999 of 1000 cases.
  @Test(arguments: ["visits", "clock", "transfer/a"]) func numbersAreUniform(_ name: String) {
    let sorted = numbers(name).sorted()
    let count = Double(sorted.count)
    let distance = sorted.enumerated().map { abs(Double($0.offset + 1) / count - $0.element) }.max() ?? 1
    #expect(distance < 1.95 / count.squareRoot())
  }

  /// The correlation of independent numbers is below 3.29 / √n in 999 of 1000 cases: between names, between runs, and
  /// between consecutive numbers.
  @Test(arguments: [("a", 0, "b", 0), ("a", 0, "a", 1), ("transfer/a", 0, "task/a", 0)])
  func streamsAreIndependent(_ left: String, _ leftRun: Int, _ right: String, _ rightRun: Int) {
    let one = numbers(left, run: leftRun)
    let other = numbers(right, run: rightRun)
    func correlation(_ a: [Double], _ b: [Double]) -> Double {
      zip(a, b).reduce(0) { $0 + ($1.0 - 0.5) * ($1.1 - 0.5) } / Double(a.count) * 12
    }
    let bound = 3.29 / Double(one.count).squareRoot()
    #expect(abs(correlation(one, other)) < bound)
    #expect(abs(correlation(one, Array(one.dropFirst()) + [one[0]])) < bound)
  }
}
