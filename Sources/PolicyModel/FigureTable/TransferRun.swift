/// The sums over those jobs of a transfer that count in one run of an estimate. The transfer's figures are computed from
/// these sums.
package struct TransferRun: Sendable {
  /// The number of jobs.
  package var jobs = 0
  /// The number of items in a job.
  package var itemsOfJob = 0
  /// Whether the items have a deadline.
  package var hasDeadline = false
  /// The days over which the jobs spread.
  package var days = 1.0
  /// Jobs whose items all finished.
  package var complete = 0.0
  /// Items that never finished.
  package var unfinished = 0.0
  /// Items that outlived their validity.
  package var expired = 0.0
  /// Items that finished after their deadline.
  package var missedDeadline = 0.0
  /// Items that finished.
  package var finished = 0.0
  /// Items that finished while they were valid, and by their deadline.
  package var validAndOnTime = 0.0
  /// Background resumes of the app.
  package var launches = 0.0
  /// Bytes over Wi-Fi.
  package var wifiBytes = 0.0
  /// Bytes over cellular.
  package var cellularBytes = 0.0
  /// Seconds in which a radio was on.
  package var radioSeconds = 0.0
  /// Energy in joules.
  package var energy = 0.0

  /// The sums of no jobs.
  package init() {}

  /// The average of a sum over the jobs.
  package func average(_ sum: Double) -> Double { sum / Double(jobs) }

  /// A sum of items as a share of all items; `none` if the jobs have no items.
  func share(_ items: Double, none: Double = 0) -> Double {
    itemsOfJob > 0 ? average(items) / Double(itemsOfJob) : none
  }
}
