package import PolicyModel

/// What one transfer's work costs, each time it comes up.
package struct TransferEstimate: Sendable {
  /// The transfer's name.
  package let name: String
  /// Seconds from the submission to the end of the last item that finished, in the runs in which any did.
  package let completion: Distribution
  /// The same when the delay lapses only while nothing runs, and when it lapses as soon as held items start.
  package let bands: (idle: Distribution, literal: Distribution)
  /// Runs in which every item finishes, as a share; `nil` where there are no items.
  package let completeRuns: Mean?
  /// The same under the other readings.
  let completeShareBands: (idle: Double?, literal: Double?)
  /// Background resumes that it causes.
  package let launches: Distribution
  /// The same under the other readings of the delay's lapse.
  package let launchesBands: (idle: Distribution, literal: Distribution)
  /// Background resumes by day.
  package let launchesPerDay: Distribution
  /// Seconds in which the limiter holds at least one of its items.
  package let limiterDelay: Distribution
  /// The same under the other readings of the delay's lapse.
  package let limiterDelayBands: (idle: Distribution, literal: Distribution)
  /// What is told as an average.
  package let means: TransferMeans

  /// Runs in which every item finishes, as a share; `nil` where there are no items.
  package var completeShare: Double? { completeRuns?.value }
  /// Items that never finish, as a share; `nil` where there are no items.
  package var unfinishedShare: Double? { means.unfinishedShare.map(\.value) }
  /// Items that outlive their validity, as a share; `nil` where there are no items.
  package var expiredShare: Double? { means.expiredShare.map(\.value) }
  /// Items that finish after their deadline or never, as a share; `nil` where there are no items.
  package var missedDeadlineShare: Double? { means.missedDeadlineShare.map(\.value) }
  /// Bytes over Wi-Fi, on average.
  package var wifiBytes: Double { means.wifiBytes.value }
  /// Bytes over cellular, on average.
  package var cellularBytes: Double { means.cellularBytes.value }
  /// Bytes over cellular by day, on average.
  package var cellularBytesPerDay: Double { means.cellularBytesPerDay.value }
  /// Seconds in which a radio is on for it, on average.
  package var radioSeconds: Double { means.radioSeconds.value }
  /// Joules, on average.
  package var energy: Double { means.energy.value }
  /// Joules by day, on average.
  package var energyPerDay: Double { means.energyPerDay.value }

  /// Whether no time holds for this share of the runs, because everything finishes in fewer.
  package func isNever(_ share: Double) -> Bool { Self.isNever(share, completeShare) }

  private static func isNever(_ share: Double, _ completeShare: Double?) -> Bool {
    completeShare.map { $0 < share } ?? false
  }

  /// How far the readings of the delay's lapse are apart in a quantile of the completion, which is no time under those
  /// under which everything finishes in too few runs.
  package func completionBand(ofQuantile share: Double) -> Band {
    let readings = [
      (completion, completeShare), (bands.idle, completeShareBands.idle),
      (bands.literal, completeShareBands.literal),
    ]
    return Band(readings.map { Self.isNever(share, $0.1) ? nil : $0.0.quantile(share) })
  }

  /// How far the readings of the delay's lapse are apart in a figure of the completion.
  package func completionBand(_ figure: (Distribution) -> Double?) -> Band {
    Band([completion, bands.idle, bands.literal].map(figure))
  }

  /// How far the readings of the delay's lapse are apart in a figure of the launches.
  package func launchesBand(_ figure: (Distribution) -> Double?) -> Band {
    Band([launches, launchesBands.idle, launchesBands.literal].map(figure))
  }

  /// How far the readings of the delay's lapse are apart in a figure of the time held.
  package func limiterDelayBand(_ figure: (Distribution) -> Double?) -> Band {
    Band([limiterDelay, limiterDelayBands.idle, limiterDelayBands.literal].map(figure))
  }

  /// Whether the readings of the delay's lapse are too far apart for a single number of the completion.
  package var isBandTooWide: Bool {
    let figures: [(Distribution) -> Double?] = [\.p50, \.p90, \.p95, \.p99, \.mean]
    return figures.contains { completionBand($0).isTooWide }
  }
}

/// The figures of a transfer that are told as averages over the runs, each time that its work comes up.
package struct TransferMeans: Sendable {
  /// Items that never finish, as a share; `nil` where there are no items.
  package internal(set) var unfinishedShare: Mean?
  /// Items that outlive their validity, as a share.
  package internal(set) var expiredShare: Mean?
  /// Items that finish after their deadline or never, as a share.
  package internal(set) var missedDeadlineShare: Mean?
  /// Bytes over Wi-Fi.
  package internal(set) var wifiBytes = Mean()
  /// The same by day.
  package internal(set) var wifiBytesPerDay = Mean()
  /// Bytes over cellular.
  package internal(set) var cellularBytes = Mean()
  /// The same by day.
  package internal(set) var cellularBytesPerDay = Mean()
  /// Seconds in which a radio is on.
  package internal(set) var radioSeconds = Mean()
  /// Joules.
  package internal(set) var energy = Mean()
  /// The same by day.
  package internal(set) var energyPerDay = Mean()
}

/// The range of a figure over the three readings of when the limiter's delay is forgotten.
package struct Band: Hashable, Sendable {
  /// By how much the readings may differ for a single number to be told.
  package static let widest = 3.0

  /// The least; `nil` where it comes out under no reading.
  package let low: Double?
  /// The most; `nil` where it comes out under no reading, or not under each: then there is no most.
  package let high: Double?

  /// Whether the readings are too far apart for a single number.
  package var isTooWide: Bool {
    guard let low else { return false }
    guard let high else { return true }
    // From nothing to a second or a launch is no range worth a word.
    return low > 0 ? high > Self.widest * low : high >= 1
  }

  init(_ readings: [Double?]) {
    let values = readings.compactMap { $0 }
    low = values.min()
    high = values.count == readings.count ? values.max() : nil
  }
}

/// How often the system runs a task.
package struct TaskEstimate: Sendable {
  /// The task's name.
  package let name: String
  /// Launches by day.
  package let launchesPerDay: Distribution
  /// Seconds from the submission to the first launch, in the runs that have one.
  package let firstLaunch: Distribution
}

/// How often silent pushes launch the app.
package struct PushEstimate: Sendable {
  /// The push's name.
  package let name: String
  /// How many the server sends in a day.
  package let sentPerDay: Double
  /// Launches by day.
  package let launchesPerDay: Distribution
  /// The share of pushes for which the app is not launched, because a newer one took their place.
  package let coalescedShare: Double?
}

/// Something that a policy declares and nobody knows enough of for an estimate: no figure counts it, no total either.
package struct NotEstimated: Hashable, Sendable {
  /// What kind of thing it is.
  package enum Kind: String, Sendable {
    case transfer, otherWork
  }

  /// What kind of thing it is.
  package let kind: Kind
  /// What the policy calls it.
  package let name: String
  /// Why, such as `its size is unknown`.
  package let reason: String

  /// What a policy declares that can't be estimated.
  package static func all(of policy: Policy) -> [NotEstimated] {
    let transfers = policy.transfers.filter { !$0.isEstimable }.map { transfer in
      let measures = transfer.unknownMeasures
      return NotEstimated(
        kind: .transfer, name: transfer.name.value,
        reason: measures.count > 1
          ? "its size and count are unknown" : "its \(measures.first ?? "size") is unknown")
    }
    let others = policy.otherWork.map { work in
      NotEstimated(
        kind: .otherWork, name: work.name.value,
        reason: "the model does not cover \(work.kind?.value.rawValue ?? "such work")")
    }
    return transfers + others
  }
}

/// What a policy costs on a device's day.
package struct Estimate: Sendable {
  /// The device's day.
  package let scenario: String
  /// The seed of all random numbers.
  package let seed: UInt64
  /// How many runs it rests on: 1 for the ideal device, where nothing is random.
  package let runs: Int
  /// The parameters that the runs worked with.
  package let parameters: Parameters
  /// The transfers in the order of the policy.
  package let transfers: [TransferEstimate]
  /// The tasks that the system launches, in the order of the policy.
  package let tasks: [TaskEstimate]
  /// The pushes in the order of the policy.
  package let pushes: [PushEstimate]
  /// What the policy declares and no figure counts, in its order.
  package let notEstimated: [NotEstimated]
  /// Launches by day, of the app as a whole.
  package let launchesPerDay: Distribution
  /// What the app as a whole costs by day.
  package let totals: TotalMeans
  /// Whether nothing is random, so that one run says all.
  package let isExact: Bool
  /// How much of a battery's charge joules are, in milliampere-hours.
  package func charge(of joules: Double) -> Double {
    joules / max(0.001, parameters.number("battery_V")) / 3.6
  }
  /// What the time and the launches are made of; `nil` where nobody asked.
  package var explanation: Explanation?
}

/// What the app as a whole costs by day, as averages over the runs.
package struct TotalMeans: Sendable {
  /// Bytes over Wi-Fi.
  package internal(set) var wifiBytes = Mean()
  /// Bytes over cellular.
  package internal(set) var cellularBytes = Mean()
  /// Joules of the transfers, and of the launches for tasks and pushes.
  package internal(set) var energy = Mean()
}
