package import PlatformFacts
package import PolicyModel
internal import Quantities

/// The parameters of the model with their values.
package struct Parameters: Sendable {
  private var values: [String: ParameterValue]
  /// The parameters that somebody has set.
  package private(set) var overridden: Set<String> = []

  /// The values that the facts give.
  package init() {
    values = Dictionary(
      uniqueKeysWithValues: PlatformFacts.parameters.compactMap { fact in
        fact.value(of: fact.text).map { (fact.name, $0) }
      })
  }

  /// The values that a policy gives; what it can't be is left out, and reported elsewhere.
  package init(_ overrides: [ModelOverride]) {
    self.init()
    for override in overrides { _ = set(override.name, to: override.value.value) }
  }

  /// Sets a parameter from a text, and tells whether there is one of this name that can be it.
  package mutating func set(_ name: String, to text: String) -> Bool {
    guard let value = PlatformFacts.parameter(name)?.value(of: text) else { return false }
    values[name] = value
    overridden.insert(name)
    return true
  }

  /// The value of a parameter.
  package subscript(name: String) -> ParameterValue { values[name] ?? .none }

  /// A duration in milliseconds; the longest where there is no limit.
  func milliseconds(_ name: String) -> Int64 {
    guard case .duration(let span) = self[name] else { return .max }
    return span.milliseconds
  }

  /// A size in bytes; infinite where there is no limit.
  func bytes(_ name: String) -> Double {
    guard case .size(let size) = self[name] else { return .infinity }
    return Double(size.bytes)
  }

  /// A number; 0 where there is none.
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
      lapse: word("limiter.lapse", default: .rolling), anchor: word("limiter.anchor", default: .resume),
      era: word("limiter.era", default: .ios8))
  }
}
