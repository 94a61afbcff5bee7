import PlatformFacts
import PolicyModel
import Testing

@testable import PolicySim

/// The closed forms of the resume limiter over many numbers of items, batches, durations and delays.
@Suite struct ClosedFormTests {
  struct Chain: Sendable, CustomTestStringConvertible {
    var items: Int
    var batch: Int
    var duration: Int
    var base = 60
    var concurrency = 4

    /// The seconds that a batch takes.
    var wall: Int { (min(batch, items) + concurrency - 1) / concurrency * duration }
    var wakes: Int { (items + batch - 1) / batch }
    var testDescription: String {
      "\(items) by \(batch), \(duration) s, base \(base), \(concurrency) at a time"
    }

    func run(_ reset: String, cap: String = "none", timeout: String = "100000d") throws -> Simulation {
      try Lab(
        count: items, duration: "\(duration)s", submit: "{ batch: \(batch) }", timeout: timeout,
        model: [
          "limiter.base": "\(base)s", "limiter.concurrency": "\(concurrency)", "limiter.lapse": reset,
          "limiter.cap": cap,
        ]
      ).simulation().ran()
    }
  }

  static let chains: [Chain] =
    [1, 2, 5, 12].flatMap { wakes in
      [1, 4, 7, 100].flatMap { batch in
        [0, 1, 5, 61, 300].map { Chain(items: wakes * batch, batch: batch, duration: $0) }
      }
    } + [
      Chain(items: 30, batch: 3, duration: 7, base: 30, concurrency: 2),
      Chain(items: 30, batch: 10, duration: 9, base: 300, concurrency: 10),
    ]

  @Test(arguments: chains.filter { $0.wall <= $0.base }) func c1ShortBatchesDoubleTheDelay(_ chain: Chain)
    throws
  {
    let run = try chain.run("rolling")
    let (m, d) = (chain.wakes, chain.base)
    #expect(run.end == Double(m * chain.wall + d * ((1 << (m - 1)) - 1)))
    #expect(run.work.launches == m)
    #expect(run.delay == Double(d << (m - 1)))
    #expect(run.held == Double((0..<(m - 1)).reduce(0) { $0 + d << $1 }))
  }

  @Test(arguments: chains) func c2DelayFollowsTheRecurrence(_ chain: Chain) throws {
    var delay = chain.base
    var end = chain.wall
    for _ in 1..<max(1, chain.wakes) {
      end += delay + chain.wall
      delay = chain.wall <= delay ? 2 * delay : chain.base
    }
    let run = try chain.run("rolling")
    #expect(run.end == Double(end))
    #expect(run.delay == Double(delay))
  }

  @Test(arguments: chains.filter { $0.wall > $0.base }) func c3LongBatchesLetItLapse(_ chain: Chain) throws {
    let run = try chain.run("rolling")
    #expect(run.end == Double(chain.wakes * chain.wall + (chain.wakes - 1) * chain.base))
    #expect(run.delay == Double(chain.base))
  }

  @Test(arguments: chains) func c3ReadingsAreBounds(_ chain: Chain) throws {
    let idle = try chain.run("idle")
    let (m, d) = (chain.wakes, chain.base)
    #expect(idle.end == Double(m * chain.wall + d * ((1 << (m - 1)) - 1)))
    let literal = try chain.run("literal")
    #expect(literal.end == Double(m * chain.wall + (m - 1) * d))
    #expect(literal.delay == Double(d))
  }

  @Test func c4CapEndsTheGrowth() throws {
    for items in 1...12 {
      let run = try Chain(items: items, batch: 1, duration: 5).run("rolling", cap: "1h")
      let delays = (0..<(items - 1)).map { min(3_600, 60 << $0) }
      #expect(run.held == Double(delays.reduce(0, +)))
    }
    #expect((0..<6).map { min(3_600, 60 << $0) }.reduce(0, +) == 3_780)
  }

  @Test(arguments: [(timeout: "7d", most: 15), ("1d", 12), ("1h", 7), ("100s", 2)])
  func c5ChainEndsAtTheTimeout(_ example: (timeout: String, most: Int)) throws {
    let run = try Chain(items: 40, batch: 1, duration: 5).run("rolling", timeout: example.timeout)
    #expect(run.work.finished == example.most)
    #expect(run.work.launches == example.most)
  }

  /// n = 1 + ⌊log2(F/d + 1)⌋ items in F seconds without a visit: eleven in a day.
  @Test(
    arguments: [
      (period: 59, items: 1), (60, 2), (179, 2), (180, 3), (3_600, 6), (43_200, 10), (61_380, 11),
      (86_400, 11), (604_800, 14),
    ], [(submit: "oneAtATime", size: 1), ("{ batch: 100 }", 100)])
  func c6ItemsBetweenVisits(_ example: (period: Int, items: Int), _ batch: (submit: String, size: Int))
    throws
  {
    var run = try Lab(count: 10_000, duration: "0s", submit: batch.submit, timeout: "1000d").simulation()
    var before = run
    while run.now <= example.period * 1_000 {
      before = run
      guard run.step() else { break }
    }
    #expect(before.work.finished == example.items * batch.size)
    #expect(before.end == Double(60 * ((1 << (example.items - 1)) - 1)))
  }

  /// If the hold begins at the creation of a task instead of at the last resume, a batch of B waits for the whole delay
  /// after its creation.
  @Test(arguments: [1, 2, 5, 10]) func anchorMayBeTheCreation(_ items: Int) throws {
    // A push to an open app creates no transfers here, so both anchors give the same chain.
    let chain = ["resume", "create"].map { anchor in
      try? Lab(count: items, submit: "oneAtATime", model: ["limiter.anchor": anchor]).simulation().ran().end
    }
    #expect(chain[0] == chain[1])
    var limiter = ResumeLimiter(LimiterRules(try Lab.parameters(["limiter.anchor": "create"])))
    limiter.resume(at: 0)
    #expect(limiter.opening(forTaskCreatedAt: 31_000, inForeground: false) == 91_000)
    var anchored = ResumeLimiter(LimiterRules(try Lab.parameters(["limiter.anchor": "resume"])))
    anchored.resume(at: 0)
    // A developer has measured 29 s.
    #expect(anchored.opening(forTaskCreatedAt: 31_000, inForeground: false) - 31_000 == 29_000)
    #expect(anchored.opening(forTaskCreatedAt: 60_000, inForeground: false) == 60_000)
    #expect(anchored.opening(forTaskCreatedAt: 31_000, inForeground: true) == 31_000)
  }

  @Test(arguments: 1...8, ["at once", "apart"]) func c7EachSessionResumes(_ sessions: Int, _ spacing: String)
    throws
  {
    var text = "schema: 1\napp: { name: Lab, bundleIdentifier: com.example.lab }\nsessions:\n"
    for index in 0..<sessions { text += "  s\(index): { identifier: com.example.s\(index) }\n" }
    text += "transfers:\n"
    for index in 0..<sessions {
      text += "  t\(index): { session: s\(index), duration: \(spacing == "apart" ? 5 + 60 * index : 5)s }\n"
    }
    let run = try Lab.simulation(text).ran()
    #expect(run.launches == sessions)
    #expect(run.jobs.reduce(0) { $0 + $1.launches } == sessions)
    #expect(run.delay == Double(60 << (sessions - 1)))
    let one = try Lab(count: sessions).simulation().ran()
    #expect(one.launches == 1)
    #expect(one.delay == 60)
  }

  @Test(arguments: 1...12) func c8WaitingForAllSavesThis(_ items: Int) throws {
    let chain = try Chain(items: items, batch: 1, duration: 5).run("rolling")
    let all = try Chain(items: items, batch: items, duration: 5).run("rolling")
    let saved = 60 * ((1 << (items - 1)) - 1) + (items - (items + 3) / 4) * 5
    #expect(try #require(chain.end) - (try #require(all.end)) == Double(saved))
  }

  /// iOS 7 delays events instead of the start of tasks: no task is held, and the last resume happens at the same time as in iOS 8.
  @Test(arguments: 1...12) func iOS7DelaysTheNews(_ items: Int) throws {
    let run = try Lab(count: items, submit: "oneAtATime", model: ["limiter.era": "ios7"]).simulation().ran()
    let lastResume = 5 + 60 * ((1 << max(0, items - 2)) - 1)
    #expect(run.end == Double(items == 1 ? 5 : lastResume + 5))
    #expect(run.held == 0)
    #expect(run.work.launches == items)
  }

  /// 60 · 2^57 seconds do not fit: the delay saturates and nothing overflows.
  @Test func delaySaturates() {
    var limiter = ResumeLimiter(LimiterRules(Parameters()))
    for _ in 0..<200 { limiter.resume(at: .max - 5) }
    #expect(limiter.delay == .max)
    #expect(limiter.opening(forTaskCreatedAt: .max - 1, inForeground: false) == .max)
  }
}
