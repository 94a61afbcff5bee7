/// A map over parts of a whole, on any number of threads.
///
/// The model has no threads of its own; its caller provides them.
package protocol ParallelMap: Sendable {
  /// The products of `transform` in the order of the parts. Earlier calls have mapped `done` of the `total` parts.
  func map<Part: Sendable, Product: Sendable>(
    _ parts: [Part], done: Int, of total: Int, _ transform: @escaping @Sendable (Part) -> Product
  ) -> [Product]
}

/// A map that takes one part after the other.
package struct SequentialMap: ParallelMap {
  /// A map that takes one part after the other.
  package init() {}

  /// The products of `transform` in the order of the parts.
  package func map<Part: Sendable, Product: Sendable>(
    _ parts: [Part], done: Int, of total: Int, _ transform: @escaping @Sendable (Part) -> Product
  ) -> [Product] {
    parts.map(transform)
  }
}
