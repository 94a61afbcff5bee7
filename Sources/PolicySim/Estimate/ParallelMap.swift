/// Something that works on the parts of a whole, on as many threads as it likes.
///
/// The model has no threads of its own: whoever runs it says how.
package protocol ParallelMap: Sendable {
  /// What `transform` makes of each part, in their order; `done` of `total` parts were done before.
  func map<Part: Sendable, Product: Sendable>(
    _ parts: [Part], done: Int, of total: Int, _ transform: @escaping @Sendable (Part) -> Product
  ) -> [Product]
}

/// One part after the other.
package struct SequentialMap: ParallelMap {
  /// One part after the other.
  package init() {}

  /// What `transform` makes of each part, in their order.
  package func map<Part: Sendable, Product: Sendable>(
    _ parts: [Part], done: Int, of total: Int, _ transform: @escaping @Sendable (Part) -> Product
  ) -> [Product] {
    parts.map(transform)
  }
}
