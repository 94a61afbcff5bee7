internal import Libc

/// Counts the events of an estimate on all of its threads, and ends the runs when the estimate has too many events.
///
/// The result depends on the number of events alone, not on the threads or their order.
///
/// The mutex guards `left` and `reached`.
package final class EventMeter: @unchecked Sendable {
  /// A bound of an estimate.
  package enum Bound: Sendable {
    /// The events of all runs.
    case events
    /// The events of one run.
    case run
    /// The work that a run keeps in memory.
    case memory
  }

  /// The most events of an estimate.
  package let limit: Int
  /// The most events of one run: a twentieth of the events of a usual estimate, so that even the heaviest policies get 20 runs.
  package let limitOfRun: Int
  private static let leastRuns = 20
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private var left: Int
  private var reached: Bound?

  /// A meter of an estimate with at most `limit` events; the limit is multiplied by `runs` if the estimate has more runs
  /// than usual.
  package convenience init(limit: Int, times runs: Int = 1) {
    let product = limit.multipliedReportingOverflow(by: max(1, runs))
    self.init(
      limit: product.overflow ? .max : product.partialValue, limitOfRun: max(1, limit / Self.leastRuns))
  }

  private init(limit: Int, limitOfRun: Int) {
    self.limit = limit
    self.limitOfRun = limitOfRun
    left = limit
    mutex = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// The bound that the estimate has reached; `nil` if the estimate is complete.
  package var excess: Bound? { locked { reached } }

  /// The events that were counted.
  package var counted: Int { locked { limit - left } }

  /// A meter for another estimate, with the same limits.
  package var renewed: EventMeter { EventMeter(limit: limit, limitOfRun: limitOfRun) }

  /// Counts events; returns `false` if the estimate has reached a bound, so that its runs have to end.
  func count(_ events: Int) -> Bool {
    locked {
      left -= events
      if left < 0, reached == nil { reached = .events }
      return reached == nil
    }
  }

  /// Ends all runs, because one of them has reached a bound.
  func stop(at bound: Bound) { locked { reached = reached ?? bound } }

  private func locked<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }
}
