internal import PlatformFacts
package import PolicyModel

/// The cost of one transfer, for each of its jobs.
package struct TransferEstimate: Sendable {
  /// The transfer's name.
  package let name: String
  /// Seconds from the time at which the work comes up until the last item finishes; infinite in runs in which any item never
  /// finishes, empty if the transfer has no items.
  package internal(set) var completion: Distribution
  /// The completion of the first occurrence of the work, on a device with nothing else to do; the same as `completion` if
  /// the work comes up only once.
  package let firstCompletion: Distribution
  /// Whether the work recurs, so that its first occurrence differs from the later occurrences.
  package let recurs: Bool
  /// The growth of the outstanding work; `nil` if the transfer keeps up with its work.
  package let backlog: Backlog?
  /// The completion under the other limiter variants.
  package let bands: VariantFigures
  /// The share of runs in which every item finishes; `nil` if the transfer has no items.
  package let completeRuns: MeanShare?
  /// Background resumes that the transfer causes.
  package let launches: Distribution
  /// The launches under the other limiter variants.
  package let launchesBands: VariantFigures
  /// Seconds in which the limiter holds at least one item of the transfer.
  package let limiterDelay: Distribution
  /// The time held under the other limiter variants.
  package let limiterDelayBands: VariantFigures
  /// The figures that have one number for each run, as distributions.
  var distributions: TransferDistributions
  /// The figures that have one number for each run, as means.
  var means: TransferMeans

  /// Background resumes a day.
  package var launchesPerDay: Distribution { distribution(of: .launchesPerDay) }
  /// The share of runs in which every item finishes; `nil` if the transfer has no items.
  package var completeShare: Double? { completeRuns?.value }
  /// Whether the transfer has items.
  package var hasItems: Bool { means.hasItems }

  /// The mean of a figure; 0 for a figure that does not have exactly one number for each run.
  package subscript(figure: Figure) -> Double { means[figure].value }
  /// The mean of a figure with its error; a mean without runs for a figure that does not have exactly one number for each
  /// run.
  package func mean(of figure: Figure) -> Mean { means[figure] }
  /// The mean of a share of items with its error; `nil` if the transfer has no items.
  package func share(of figure: Figure) -> MeanShare? { hasItems ? MeanShare(means[figure]) : nil }
  /// The distribution of a figure; empty for a figure without quantiles.
  package func distribution(of figure: Figure) -> Distribution {
    figure == .completion ? completion : distributions[figure]
  }

  /// Whether the transfer never completes in any run.
  package var neverCompletes: Bool { completion.count > 0 && completion.least == nil }

  /// The range of a figure of the completion over the limiter variants; a variant in which too few runs complete has no
  /// value.
  package func completionBand(_ figure: (Distribution) -> Double?) -> Band {
    Band(([completion] + bands.all).map(figure))
  }

  /// The range of a figure of the launches over the limiter variants.
  package func launchesBand(_ figure: (Distribution) -> Double?) -> Band {
    Band(([launches] + launchesBands.all).map(figure))
  }

  /// The range of a figure of the time held over the limiter variants.
  package func limiterDelayBand(_ figure: (Distribution) -> Double?) -> Band {
    Band(([limiterDelay] + limiterDelayBands.all).map(figure))
  }

  /// Whether the limiter variants differ too much for a single number of the completion.
  package var isBandTooWide: Bool {
    let figures: [(Distribution) -> Double?] = [\.p50, \.p90, \.p95, \.p99, \.mean]
    return figures.contains { completionBand($0).isTooWide }
  }
}

/// A figure under each alternative rule of the limiter.
package struct VariantFigures: Sendable {
  /// The figure if the delay is reset only while nothing runs.
  package let idle: Distribution
  /// The figure if the delay is reset as soon as held items start.
  package let literal: Distribution
  /// The figure under the alternative rule for the start of held items.
  package let hold: Distribution

  /// The figures under all three rules.
  package var all: [Distribution] { [literal, idle, hold] }
}

/// The range of a figure over the variants of the limiter's rules.
package struct Band: Hashable, Sendable {
  /// The largest ratio within the range at which reports still show a single number.
  package static let widest = 3.0

  /// The smallest value; `nil` if no variant has a value.
  package let low: Double?
  /// The largest value; `nil` if a variant has no value, so that there is no upper bound.
  package let high: Double?

  /// Whether the range is too wide for a single number.
  package var isTooWide: Bool {
    guard let low else { return false }
    guard let high else { return true }
    // A range from 0 to less than one second or one launch is not worth showing.
    return low > 0 ? high > Self.widest * low : high >= 1
  }

  /// The range of the values of variants; `nil` represents an infinite value.
  package init(_ variants: [Double?]) {
    let values = variants.compactMap { $0 }
    low = values.min()
    high = values.count == variants.count ? values.max() : nil
  }
}

/// A part of the policy about which too little is known for an estimate. No figure or total includes this part.
package struct NotEstimated: Hashable, Sendable {
  /// The kind of work.
  package enum Kind: String, Sendable {
    case transfer, task, push, otherWork
  }

  /// The kind of work.
  package let kind: Kind
  /// The name of the work in the policy.
  package let name: String
  /// The reason, such as `its size is unknown`.
  package let reason: String

  /// The parts of a policy that can't be estimated.
  package static func all(of policy: Policy) -> [NotEstimated] {
    let transfers = policy.transfers.filter { !$0.isEstimable }.map { transfer in
      let measures = transfer.unknownMeasures
      return NotEstimated(
        kind: .transfer, name: transfer.name.value,
        reason: measures.count > 1
          ? "its size and count are unknown" : "its \(measures.first ?? "size") is unknown")
    }
    let pushes = policy.wakingPushes.filter { $0.perDay == nil }.map { push in
      NotEstimated(
        kind: .push, name: push.name.value, reason: "the number of pushes a day, perDay, is not set")
    }
    let others = policy.otherWork.map { work in
      NotEstimated(
        kind: .otherWork, name: work.name.value,
        reason: "the model does not cover \(work.kind?.value.rawValue ?? "such work")")
    }
    return transfers + tasksBeyondLimits(of: policy) + pushes + others
  }

  /// The tasks whose requests exceed the number of requests that can be pending.
  private static func tasksBeyondLimits(of policy: Policy) -> [NotEstimated] {
    var pending: [PlannedTask.Kind: Int] = [:]
    return policy.tasks.compactMap { task in
      guard let kind = PlannedTask.Kind(of: task), let limit = kind.pendingLimit else { return nil }
      pending[kind, default: 0] += 1
      guard pending[kind, default: 0] > limit else { return nil }
      let requests = limit == 1 ? "one request" : "\(limit) requests"
      return NotEstimated(
        kind: .task, name: task.name.value,
        reason: "only \(requests) of its type can be pending, and others come before")
    }
  }
}

/// The cost of a policy in a scenario.
package struct Estimate: Sendable {
  /// The name of the scenario.
  package let scenario: String
  /// The seed of all random numbers.
  package let seed: UInt64
  /// The number of runs; 1 for the ideal device, on which nothing is random.
  package let runs: Int
  /// The parameters of the runs.
  package let parameters: Parameters
  /// The transfers in the order of the policy.
  package internal(set) var transfers: [TransferEstimate]
  /// The transfers under those interpretations of the limiter's rules that change a result.
  package internal(set) var interpretations: [Interpretation]
  /// The tasks that the system launches, in the order of the policy.
  package let tasks: [TaskEstimate]
  /// The pushes in the order of the policy.
  package let pushes: [PushEstimate]
  /// The assumptions about the policy on which the figures are based, as sentences.
  package let assumptions: [String]
  /// The parts of the policy that no figure includes, in the order of the policy.
  package let notEstimated: [NotEstimated]
  /// Launches of the whole app a day.
  package let launchesPerDay: Distribution
  /// The cost of the whole app a day.
  package let totals: TotalMeans
  /// Whether nothing is random, so that one run is exact.
  package let isExact: Bool
  /// The battery charge of an energy, in milliampere-hours.
  package func charge(of joules: Double) -> Double {
    joules / max(0.001, parameters[.batteryVoltage]) / 3.6
  }
  /// The share of a full battery in an energy.
  package func batteryShare(of joules: Double) -> Double {
    charge(of: joules) / max(0.001, parameters[.batteryCapacity])
  }
  /// The causes of the times and launches; `nil` if not requested.
  package var explanation: Explanation?
  /// The obstacles of the transfers that do not complete in most cases, in the order of the policy.
  package internal(set) var obstacles: [Obstacle] = []
  /// The spread of the figures over the possible values of uncertain parameters; `nil` if these values were not drawn.
  package internal(set) var prediction: Prediction?
}

extension Estimate {
  /// The transfers under another interpretation of a rule of the model.
  package struct Interpretation: Sendable {
    /// The parameter and its value, such as `limiter.lapse=idle`.
    package let name: String
    /// The transfers in the order of the policy.
    package let transfers: [TransferEstimate]
  }
}
