/// A statement about the platform: a value, who says so, and how sure we are.
package struct Fact<Value: Sendable>: Sendable {
  /// What holds; its unit is its type's.
  package let value: Value
  /// Where it is written.
  package let citations: [Citation]
  /// How sure we are.
  package let confidence: Confidence

  /// A statement with its sources.
  package init(_ value: Value, _ confidence: Confidence, _ citations: Citation...) {
    self.value = value
    self.confidence = confidence
    self.citations = citations
  }
}

extension Fact: Equatable where Value: Equatable {}
