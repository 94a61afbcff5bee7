package import PlatformFacts
package import PolicyModel
internal import Quantities

/// The parameters of the model with their values and the basis of each.
package struct Parameters: Sendable {
  /// The confidence in a value, and its source.
  package struct Basis: Hashable, Sendable {
    /// The confidence.
    package let confidence: Confidence
    /// The source of the value.
    package let source: String
  }

  private var values: [String: ParameterValue]
  private var bases: [String: Basis] = [:]
  /// The names of the parameters that a preset, a policy or an option has set.
  package private(set) var overridden: Set<String> = []

  /// The default values.
  package init() {
    values = Dictionary(
      uniqueKeysWithValues: PlatformFacts.parameters.compactMap { fact in
        fact.value(of: fact.text).map { (fact.name, $0) }
      })
  }

  /// The values of a policy, else of a preset, else the defaults. Ignores values that a parameter can't have;
  /// lint reports them.
  package init(_ preset: ModelPreset? = nil, _ overrides: [ModelOverride]) {
    self.init()
    for value in preset?.values ?? [] {
      let sources = value.citations.map(\.title).joined(separator: "; ")
      _ = set(
        value.name, to: value.text, Basis(confidence: value.confidence, source: sources))
    }
    for override in overrides {
      guard let value = override.value else { continue }
      _ = set(
        override.name.value, to: value.value,
        Basis(
          confidence: override.confidence?.value ?? .assumed, source: override.source?.value ?? Self.setHere))
    }
  }

  private static let setHere = "set for this estimate"

  /// Sets a parameter from a string; returns whether the name exists and the value is valid.
  package mutating func set(_ name: String, to text: String) -> Bool {
    set(name, to: text, Basis(confidence: .assumed, source: Self.setHere))
  }

  private mutating func set(
    _ name: String, to text: String, _ basis: Basis
  ) -> Bool {
    guard let value = PlatformFacts.parameter(name)?.value(of: text) else { return false }
    values[name] = value
    bases[name] = basis
    // The ideal device ignores limits that are not set explicitly; a preset sets them explicitly.
    overridden.insert(name)
    return true
  }

  /// The confidence in a parameter's value, and its source.
  package func basis(of fact: ParameterFact) -> Basis {
    bases[fact.name]
      ?? Basis(
        confidence: fact.confidence, source: fact.citations.map(\.title).joined(separator: "; "))
  }

  /// The value of a parameter.
  package subscript(name: String) -> ParameterValue { values[name] ?? .none }

  /// A duration in milliseconds; the longest if there is no limit.
  func milliseconds(_ name: String) -> Int64 {
    guard case .duration(let span) = self[name] else { return .max }
    return span.milliseconds
  }

  /// A size in bytes; infinite if there is no limit.
  func bytes(_ name: String) -> Double {
    guard case .size(let size) = self[name] else { return .infinity }
    return Double(size.bytes)
  }

  /// A number; 0 if there is none.
  func number(_ name: String) -> Double {
    guard case .number(let number) = self[name] else { return 0 }
    return number
  }

  /// One of a set of words.
  func word<Word: RawRepresentable<String>>(_ name: String, default fallback: Word) -> Word {
    guard case .word(let word) = self[name] else { return fallback }
    return Word(rawValue: word) ?? fallback
  }

  /// The limiter's rules.
  var limiter: ResumeLimiter.Rules {
    ResumeLimiter.Rules(
      base: milliseconds("limiter.base"), factor: number("limiter.factor"), cap: milliseconds("limiter.cap"),
      delayReset: word("limiter.lapse", default: .rolling), anchor: word("limiter.anchor", default: .resume),
      era: word("limiter.era", default: .ios8))
  }
}
