internal import PlatformFacts
internal import PolicyGen
internal import PolicyModel
internal import PolicySim

/// The estimated cost of a policy in a scenario.
public struct PolicyEstimate: Sendable {
  /// Quantiles of a figure over the simulated runs; a quantile is `nil` if too few runs have the figure.
  public struct Quantiles: Hashable, Sendable {
    /// The median.
    public let p50: Double?
    /// The 90 % quantile.
    public let p90: Double?
    /// The 95 % quantile.
    public let p95: Double?

    init(_ distribution: Distribution, _ transform: (Double) -> Double? = { $0 }) {
      p50 = distribution.p50.flatMap(transform)
      p90 = distribution.p90.flatMap(transform)
      p95 = distribution.p95.flatMap(transform)
    }
  }

  /// The cost of a transfer.
  public struct Transfer: Hashable, Sendable {
    /// The name in the policy.
    public let name: String
    /// Seconds from the submission until all items are finished; a quantile is `nil` if the items never finish.
    public let completion: Quantiles
    /// Launches of the app for the transfer in a day.
    public let launchesPerDay: Quantiles
    /// The mean number of bytes over Wi-Fi.
    public let wifiBytes: Double
    /// The mean number of bytes over cellular.
    public let cellularBytes: Double
    /// The mean energy in joules.
    public let energy: Double
  }

  /// The launches of a task or push.
  public struct Launches: Hashable, Sendable {
    /// The name in the policy.
    public let name: String
    /// The launches per simulated day: the quantiles over all runs.
    public let perDay: Quantiles
  }

  /// The verdict on one limit of a budget.
  public struct Budget: Hashable, Sendable {
    /// The name of the limit, such as `cameraRoll.completion.p95`.
    public let name: String
    /// The limit, in the unit.
    public let limit: Double
    /// The estimate, in the unit; `nil` if the items never finish, or if the transfer has no estimate.
    public let actual: Double?
    /// The unit: `s`, `B`, `J`, or empty for a number or a share.
    public let unit: String
    /// Whether the estimate is within the limit.
    public let isKept: Bool
  }

  /// The name of the scenario, which is built in or declared by the policy.
  public let scenario: String
  /// The number of simulated runs.
  public let runs: Int
  /// The transfers, in the order of the policy.
  public let transfers: [Transfer]
  /// The tasks that the system launches, in the order of the policy.
  public let tasks: [Launches]
  /// The pushes, in the order of the policy.
  public let pushes: [Launches]
  /// The verdicts on the policy's budgets.
  public let budgets: [Budget]
  /// The assumptions about the policy, as sentences.
  public let assumptions: [String]
  /// The parts of the policy that no figure includes, with reasons.
  public let notEstimated: [String]

  init(_ estimate: Estimate, of policy: Policy) {
    scenario = estimate.scenario
    runs = estimate.runs
    transfers = estimate.transfers.map {
      Transfer(
        name: $0.name, completion: Quantiles($0.completion), launchesPerDay: Quantiles($0.launchesPerDay),
        wifiBytes: $0[.wifiBytes], cellularBytes: $0[.cellularBytes], energy: $0[.energy])
    }
    tasks = estimate.tasks.map { Launches(name: $0.name, perDay: Quantiles($0.launchesPerDay)) }
    pushes = estimate.pushes.map { Launches(name: $0.name, perDay: Quantiles($0.launchesPerDay)) }
    budgets = BudgetVerdict.all(of: policy, estimate).map {
      Budget(name: $0.name, limit: $0.limit, actual: $0.actual, unit: $0.unit, isKept: $0.isKept)
    }
    assumptions = estimate.assumptions
    notEstimated = estimate.notEstimated.map { "\($0.name): \($0.reason)" }
  }
}

extension PolicyDocument {
  /// The names of the scenarios for which an estimate can be made: the scenarios of the policy and of the library.
  public var scenarios: [String] { reading.policy.map(DeviceDay.names) ?? PlatformFacts.scenarioNames }

  /// Estimates launches, delays, bytes and energy by simulation, on all processors.
  ///
  /// The result depends only on the policy, the scenario, the runs and the seed. Cancelling the task ends the work soon.
  ///
  /// - Parameters:
  ///   - scenario: The name of the scenario, which is one of `scenarios`.
  ///   - runs: The number of simulated runs; `nil` for the usual number of runs for the policy.
  ///   - seed: The seed of all random numbers.
  ///   - progress: Receives the finished share of the work from time to time, from 0 to 1.
  /// - Returns: The figures, which do not depend on the number of processors.
  /// - Throws: `PolicyError` if the document isn't valid, the scenario is unknown, or the simulation would exceed its limits;
  ///   `CancellationError` if the task is cancelled.
  public func estimate(
    scenario: String = "commuter", runs: Int? = nil, seed: UInt64 = 1,
    progress: (@Sendable (Double) -> Void)? = nil
  ) async throws -> PolicyEstimate {
    guard isValid, let policy = reading.policy else { throw PolicyError.invalid }
    guard let day = DeviceDay(scenario, in: policy) else {
      throw PolicyError.unknownScenario(scenario, known: scenarios)
    }
    let settings = Estimator.Settings(
      of: policy, on: day, Parameters(nil, policy.modelOverrides), seed: seed, runs: runs.map { max(1, $0) })
    guard Estimator.certainExcess(of: policy, settings) == nil else { throw PolicyError.tooMuchWork }
    var computation = Estimator.Computation(policy, settings)
    while !computation.isDone, settings.meter?.excess == nil {
      computation.add(try await Self.results(of: computation.nextBlocks, computation, progress))
    }
    guard settings.meter?.excess == nil else { throw PolicyError.tooMuchWork }
    return PolicyEstimate(computation.estimate, of: policy)
  }

  private static func results(
    of blocks: [Estimator.Computation.Block], _ computation: Estimator.Computation,
    _ progress: (@Sendable (Double) -> Void)?
  ) async throws -> [Estimator.Computation.BlockResults] {
    try await withThrowingTaskGroup { group in
      for (index, block) in blocks.enumerated() {
        group.addTask {
          try Task.checkCancellation()
          return (index, computation.results(of: block))
        }
      }
      var results: [(index: Int, block: Estimator.Computation.BlockResults)] = []
      for try await result in group {
        results.append(result)
        progress?(Double(computation.doneBlocks + results.count) / Double(computation.allBlocks))
      }
      return results.sorted { $0.index < $1.index }.map(\.block)
    }
  }
}

/// Facts about the library itself.
public enum BackgroundPolicyLibrary {
  /// The version of bgpolicy whose rules and model the library has, such as `0.1.0`.
  public static let version = ToolVersion.current
}
