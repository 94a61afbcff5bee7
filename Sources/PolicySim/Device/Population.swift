internal import PolicyModel
internal import Quantities

// The devices of a population; each run simulates one of these devices.
extension DeviceDay {
  /// A kind of device in a population.
  struct Kind: Sendable {
    let day: DeviceDay
    /// The cumulative share of this kind and the kinds before it, from 0 to 1.
    let upTo: Double
  }

  /// The kinds of a policy's population; `nil` if the policy has no population, or if the population names an unknown
  /// scenario.
  static func kinds(of policy: Policy) -> [Kind]? {
    guard let parts = policy.population?.value else { return nil }
    let whole = parts.reduce(0) { $0 + $1.share.fraction }
    var sum = 0.0
    var kinds: [Kind] = []
    for part in parts where part.share.fraction > 0 {
      guard let day = DeviceDay(part.scenario.value, in: policy) else { return nil }
      sum += part.share.fraction
      kinds.append(Kind(day: day, upTo: sum / whole))
    }
    return kinds.isEmpty ? nil : kinds
  }

  /// The runs of each kind of device in a population; empty if all devices are alike.
  package func cohorts(ofRuns runs: Int, seed: UInt64) -> [(scenario: String, runs: [Int])] {
    guard !kinds.isEmpty else { return [] }
    var cohorts = kinds.map { (scenario: $0.day.name, runs: [Int]()) }
    for run in 0..<runs { cohorts[kind(ofRun: run, seed: seed)].runs.append(run) }
    return cohorts
  }

  /// The index of the kind of a run's device.
  ///
  /// Runs step through the kinds by the golden ratio: after any number of runs each kind has its share, give or take a run
  /// or two, and additional runs don't change the kinds of earlier runs.
  func kind(ofRun run: Int, seed: UInt64) -> Int {
    var stream = RandomStream(seed: seed, run: 0, name: "population")
    let position = stream.next() &+ UInt64(bitPattern: Int64(run)) &* 0x9E37_79B9_7F4A_7C15
    let part = Double(position >> 11) * 0x1p-53
    return kinds.firstIndex { part < $0.upTo } ?? max(0, kinds.count - 1)
  }
}
