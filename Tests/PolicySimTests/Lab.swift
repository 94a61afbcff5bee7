import PolicyModel
import PolicySyntax
import Quantities
import Testing

@testable import PolicySim

/// One transfer on the ideal device, as in the worked examples.
struct Lab {
  var count = 1
  var duration = "5s"
  var submit = "allAtOnce"
  var timeout = "7d"
  /// A timeout that is longer than a policy may set, for transfers that never time out; `nil` to use `timeout`.
  var unboundedTimeout: TimeSpan?
  var extra = ""
  var model: [String: String] = [:]
  var scenario: String?

  /// The policy as YAML.
  var text: String {
    """
    schema: 1
    app: { name: Lab, bundleIdentifier: com.example.lab }
    sessions:
      session: { identifier: com.example.lab, timeoutIntervalForResource: \(timeout) }
    transfers:
      work: { session: session, count: \(count), duration: \(duration), submit: \(submit)\(extra) }
    \(scenario.map { "scenarios: { day: { extends: lab, \($0) } }" } ?? "")
    """
  }

  /// The run of this transfer.
  func simulation() throws -> Simulation {
    var policy = try Self.policy(text)
    if let unboundedTimeout {
      let node = policy.sessions[0].name.node
      policy.sessions[0].timeoutIntervalForResource.written = Located(unboundedTimeout, at: node)
    }
    return try Self.simulation(of: policy, scenario: scenario == nil ? "lab" : "day", model: model)
  }

  /// The run of a policy.
  static func simulation(_ text: String, scenario: String = "lab", model: [String: String] = [:]) throws
    -> Simulation
  {
    try simulation(of: try policy(text), scenario: scenario, model: model)
  }

  private static func simulation(
    of policy: Policy, scenario: String, model: [String: String]
  ) throws -> Simulation {
    Simulation(
      SimulationModel(
        policy, on: try #require(DeviceDay(scenario, in: policy)), try parameters(model),
        measuring: .firstTimes),
      seed: 1, run: 0)
  }

  /// The policy of a text, which has to have no diagnostics.
  static func policy(_ text: String) throws -> Policy {
    let reading = PolicyReader.read(SourceText(name: "lab.yaml", text: text))
    try #require(reading.diagnostics == [])
    return try #require(reading.policy)
  }

  /// The parameters with some of them set.
  static func parameters(_ values: [String: String]) throws -> Parameters {
    var parameters = Parameters()
    for (name, value) in values {
      let isSet = parameters.set(name, to: value)
      try #require(isSet)
    }
    return parameters
  }
}

extension Simulation {
  /// The times of the launches for the first task in the first week of this run, in seconds.
  func launchTimes() -> [Double] {
    var copy = self
    var times: [Double] = []
    while copy.step() {
      while times.count < copy.scheduler.tasks[0].counts.launches { times.append(Double(copy.now) / 1_000) }
    }
    return times
  }

  /// A copy of this run, run to its end.
  func ran() -> Simulation {
    var copy = self
    copy.run()
    return copy
  }

  /// The background launches of the app.
  var launches: Int { app.launches }

  /// The first transfer's work.
  var work: Job { jobs[0] }

  /// The time at which the last item of the first transfer ended, in seconds.
  var end: Double? { work.lastFinish.map { Double($0) / 1_000 } }

  /// The seconds that the first transfer was held.
  var held: Double { Double(work.held) / 1_000 }

  /// The delay in seconds.
  var delay: Double { Double(daemon.limiter.delay) / 1_000 }
}
