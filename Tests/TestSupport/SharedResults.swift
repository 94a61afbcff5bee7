/// Results that several tests need, each computed once, when a first test asks for it.
package actor SharedResults<Key: Hashable & Sendable, Value: Sendable> {
  private let compute: @Sendable (Key) async throws -> Value
  private var results: [Key: Task<Value, any Error>] = [:]

  /// Results of which nothing is computed yet.
  package init(_ compute: @escaping @Sendable (Key) async throws -> Value) { self.compute = compute }

  /// The result for a key; the thread is free for other tests while another one computes it.
  package subscript(key: Key) -> Value {
    get async throws { try await result(for: key).value }
  }

  private func result(for key: Key) -> Task<Value, any Error> {
    if let result = results[key] { return result }
    let result = Task { [compute] in try await compute(key) }
    results[key] = result
    return result
  }
}
