internal import PolicySim

/// The threads that make the runs of an estimate, with their progress.
struct Workers: ParallelMap {
  /// The number of threads.
  let jobs: Int
  /// Shows the parts that are finished.
  var progress = Progress.none

  func map<Part: Sendable, Product: Sendable>(
    _ parts: [Part], done: Int, of total: Int, _ transform: @escaping @Sendable (Part) -> Product
  ) -> [Product] {
    System.map(parts, jobs: jobs, progress: { progress.report(done + $0, of: total) }, transform)
  }
}
