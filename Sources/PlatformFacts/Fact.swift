/// A statement about the platform: a value, its sources and our confidence in it.
package struct Fact<Value: Sendable>: Sendable {
  /// The value, in the unit of its type.
  package let value: Value
  /// The sources.
  package let citations: [Citation]
  /// The kind of evidence. Only rules that rest on documented facts report errors.
  package let confidence: Confidence

  /// A statement with its sources.
  package init(_ value: Value, _ confidence: Confidence, _ citations: Citation...) {
    self.init(value, confidence, citations)
  }

  init(_ value: Value, _ confidence: Confidence, _ citations: [Citation]) {
    self.value = value
    self.confidence = confidence
    self.citations = citations
  }
}

extension Fact: Equatable where Value: Equatable {}
