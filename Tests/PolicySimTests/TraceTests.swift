import PolicyModel
import Testing

@testable import PolicySim

/// The trace of a run.
@Suite struct TraceTests {
  private func traced(_ text: String, scenario: String = "lab", run: Int = 0) throws -> Simulation {
    let policy = try Lab.policy(text)
    let model = SimulationModel(
      policy, on: try #require(DeviceDay(scenario, in: policy)), Parameters(), measuring: .firstTimes)
    var simulation = Simulation(model, seed: 1, run: run, isTraced: true)
    simulation.run()
    return simulation
  }

  /// W3: starts at 0, 65, 190, 435 and 920 s, ends at 5, 70, 195, 440 and 925 s, each with a resume.
  @Test func tellsAWorkedExample() throws {
    let trace = try traced(Lab(count: 5, submit: "oneAtATime").text).timeline
    let starts: [Int64] = [0, 65_000, 190_000, 435_000, 920_000]
    let ends = starts.map { $0 + 5_000 }
    func times(_ matches: (TraceEvent.Kind) -> Bool) -> [Int64] {
      trace.filter { matches($0.kind) }.map(\.time)
    }
    #expect(times { $0 == .began(transfer: "work", items: 1) } == starts)
    #expect(times { $0 == .finished(transfer: "work", items: 1) } == ends)
    let submissions = trace.compactMap { event -> [Int64?]? in
      guard case .submitted("work", 1, let isHeldUntil) = event.kind else { return nil }
      return [event.time, isHeldUntil]
    }
    #expect(submissions == [[0, nil]] + zip(ends, starts.dropFirst()).map { [$0, $1] })
    let launches = trace.compactMap { event -> [Int64]? in
      guard case .launched(.transfer("work"), let delay) = event.kind else { return nil }
      return [event.time, delay]
    }
    #expect(launches == zip(ends, [60, 120, 240, 480, 960]).map { [$0, $1 * 1_000] })
    #expect(trace.prefix(3).contains { $0.kind == .condition(.wifi, isOn: true) })
  }

  @Test func costsNothingWhereItIsOff() throws {
    #expect(try Lab(count: 5, submit: "oneAtATime").simulation().ran().timeline.isEmpty)
  }

  /// The daily budget of 5 GB is used up 2,000 s after the first byte, on each day anew.
  @Test(arguments: [
    (network: "Wi-Fi", day: "", budget: "wifi_budget=5GB", times: [2_000, 88_400] as [Int64]),
    // Over cellular, the throughput is half of 2.5 MB/s. The transfer has no Wi-Fi, so it waits for nine tenths of its timeout of ten
    // hours.
    ("cellular", "wifi: []", "cell_budget=5GB", [36_400, 122_800]),
    ("Wi-Fi", "", "wifi_budget=20GB", []), ("Wi-Fi", "", "wifi_budget=none", []),
  ])
  func tellsOfSpentBudgets(_ example: (network: String, day: String, budget: String, times: [Int64])) throws {
    let budget = example.budget.split(separator: "=").map(String.init)
    let policy = try Lab.policy(
      """
      schema: 1
      app: { name: Lab, bundleIdentifier: com.example.lab }
      sessions:
        session: { identifier: com.example.lab, isDiscretionary: true, timeoutIntervalForResource: 10d }
      transfers: { work: { session: session, size: 12GB } }
      scenarios: { day: { extends: lab\(example.day.isEmpty ? "" : ", \(example.day)") } }
      """)
    let parameters = try Lab.parameters([budget[0]: budget[1], "discretionary.relax_network": "0.0375"])
    let model = SimulationModel(
      policy, on: try #require(DeviceDay("day", in: policy)), parameters, measuring: .firstTimes)
    var run = Simulation(model, seed: 1, run: 0, isTraced: true)
    run.run()
    let spent = run.timeline.compactMap { event -> Int64? in
      guard case .budgetSpent(let network) = event.kind else { return nil }
      #expect(network == example.network)
      return event.time / 1_000
    }
    #expect(spent == example.times)
    #expect(run.work.finished == 1)
  }

  /// Every submitted item has finished, has failed or is still outstanding, and every item that began was submitted before.
  @Test(arguments: PropertyTests.policies.prefix(30)) func conservesItems(_ policy: RandomPolicy) throws {
    let run = try traced(policy.text, scenario: "commuter", run: 3)
    var last: Int64 = 0
    var counts: [String: (submitted: Int, onWire: Int, over: Int)] = [:]
    for event in run.timeline {
      #expect(event.time >= last)
      last = event.time
      switch event.kind {
      case .submitted(let name, let items, _): counts[name, default: (0, 0, 0)].submitted += items
      case .began(let name, let items): counts[name, default: (0, 0, 0)].onWire += items
      case .paused(let name, let items): counts[name, default: (0, 0, 0)].onWire -= items
      case .finished(let name, let items):
        counts[name, default: (0, 0, 0)].onWire -= items
        counts[name, default: (0, 0, 0)].over += items
      case .failed(let name, let items, _): counts[name, default: (0, 0, 0)].over += items
      default: break
      }
      for count in counts.values { #expect(count.over <= count.submitted) }
    }
    for (name, count) in counts {
      let own = run.jobs.filter { run.model.transfers[$0.transfer].name == name }
      #expect(count.over == own.reduce(0) { $0 + $1.finished + $1.failed })
    }
  }

  /// A traced run has the same results as an untraced run.
  @Test(arguments: PropertyTests.policies.prefix(10)) func changesNothing(_ policy: RandomPolicy) throws {
    let traced = try traced(policy.text, scenario: "commuter", run: 5)
    let plain = Simulation(traced.model, seed: 1, run: 5).ran()
    #expect(traced.jobs.map(\.lastFinish) == plain.jobs.map(\.lastFinish))
    #expect(traced.launches == plain.launches)
  }
}
