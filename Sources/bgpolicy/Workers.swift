internal import PolicySim

/// The threads that make an estimate's runs, and what they tell of how far they are.
struct Workers: ParallelMap {
  /// How many threads.
  let jobs: Int
  /// Hears how many parts are taken, of how many.
  let progress: Progress

  func map<Part: Sendable, Product: Sendable>(
    _ parts: [Part], done: Int, of total: Int, _ transform: @escaping @Sendable (Part) -> Product
  ) -> [Product] {
    System.map(parts, jobs: jobs, progress: { progress.report(done + $0, of: total) }, transform)
  }
}
