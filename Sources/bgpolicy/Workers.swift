internal import PolicySim

/// The threads of an estimate, with the progress of the estimate.
struct Workers: ParallelMap {
  /// The number of threads.
  let jobs: Int
  /// Shows the progress of the work.
  var progress = Progress.none

  func map<Part: Sendable, Product: Sendable>(
    _ parts: [Part], done: Int, of total: Int, _ transform: @escaping @Sendable (Part) -> Product
  ) -> [Product] {
    System.map(parts, jobs: jobs, progress: { progress.report(done + $0, of: total) }, transform)
  }
}
