/// Results that several tests need. Each result is computed once, when the first test requests it.
package actor SharedResults<Key: Hashable & Sendable, Value: Sendable> {
  private let compute: @Sendable (Key) async throws -> Value
  private var results: [Key: Task<Value, any Error>] = [:]

  /// Starts without computed results.
  package init(_ compute: @escaping @Sendable (Key) async throws -> Value) { self.compute = compute }

  /// The result for a key. A test that waits for the result leaves its thread to other tests.
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
