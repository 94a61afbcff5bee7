/// Quantiles and mean of what came out of the runs; `nil` where nothing did.
package struct Distribution: Sendable {
  /// What 5 of 100 values do not exceed.
  package let p05: Double?
  /// What half of all values do not exceed.
  package let p50: Double?
  /// What 90 of 100 values do not exceed.
  package let p90: Double?
  /// What 95 of 100 values do not exceed.
  package let p95: Double?
  /// What 99 of 100 values do not exceed.
  package let p99: Double?
  /// The average.
  package let mean: Double?
  private let sorted: [Double]

  /// The distribution of values in any order.
  ///
  /// A quantile is the smallest value that at least this share of all values does not exceed.
  package init(_ values: [Double]) {
    let sorted = values.sorted()
    self.sorted = sorted
    p05 = Self.quantile(0.05, of: sorted)
    p50 = Self.quantile(0.5, of: sorted)
    p90 = Self.quantile(0.9, of: sorted)
    p95 = Self.quantile(0.95, of: sorted)
    p99 = Self.quantile(0.99, of: sorted)
    mean = sorted.isEmpty ? nil : sorted.reduce(0, +) / Double(sorted.count)
  }

  /// What this share of all values, from 0 to 1, does not exceed; `nil` where nothing came out.
  package func quantile(_ share: Double) -> Double? { Self.quantile(share, of: sorted) }

  private static func quantile(_ share: Double, of sorted: [Double]) -> Double? {
    guard !sorted.isEmpty else { return nil }
    let rank = Int((share * Double(sorted.count)).rounded(.up))
    return sorted[min(max(rank, 1), sorted.count) - 1]
  }
}

/// What one transfer's work costs, each time it comes up.
package struct TransferEstimate: Sendable {
  /// The transfer's name.
  package let name: String
  /// Seconds from the submission to the end of the last item that finished.
  package let completion: Distribution
  /// The same when the delay lapses only while nothing runs, and when it lapses as soon as held items start.
  package let bands: (idle: Distribution, literal: Distribution)
  /// Items that never finish, as a share.
  package let unfinishedShare: Double?
  /// Items that outlive their validity, as a share.
  package let expiredShare: Double?
  /// Items that finish after their deadline or never, as a share.
  package let missedDeadlineShare: Double?
  /// Background resumes that it causes.
  package let launches: Distribution
  /// The same by day.
  package let launchesPerDay: Distribution
  /// Seconds in which the limiter holds at least one of its items.
  package let limiterDelay: Distribution
  /// Bytes over Wi-Fi, on average.
  package let wifiBytes: Double
  /// Bytes over cellular, on average.
  package let cellularBytes: Double
  /// Bytes over cellular by day, on average.
  package let cellularBytesPerDay: Double
  /// Seconds in which a radio is on for it, on average.
  package let radioSeconds: Double
  /// Joules, on average.
  package let energy: Double
  /// Joules by day, on average.
  package let energyPerDay: Double
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
  /// Launches by day, of the app as a whole.
  package let launchesPerDay: Distribution
}
