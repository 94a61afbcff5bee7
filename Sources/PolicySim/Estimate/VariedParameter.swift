internal import PlatformFacts

/// A parameter that is varied over its range.
struct VariedParameter: Sendable {
  let name: String
  let low: String
  let high: String
  /// Whether its value is assumed.
  let isAssumed: Bool

  /// The ranges of all parameters that are not set: a value that was set is not a guess of the model.
  static func all(in settings: Estimator.Settings) -> [VariedParameter] {
    PlatformFacts.parameters.filter { !settings.parameters.overridden.contains($0.name) }.compactMap { fact in
      ends(of: fact).map {
        VariedParameter(
          name: fact.name, low: $0.low, high: $0.high, isAssumed: fact.confidence == .assumed)
      }
    }
  }

  /// The ends of a parameter's range; `nil` if its value is certain.
  private static func ends(of fact: ParameterFact) -> (low: String, high: String)? {
    if let range = fact.range { return (range.low, range.high) }
    guard case .word(let words) = fact.kind else { return nil }
    // Any other choice may be right if the value is only assumed or reported.
    guard fact.confidence == .assumed || fact.confidence == .reported else { return nil }
    let others = words.filter { $0 != fact.text }
    guard let first = others.first, let last = others.last else { return nil }
    return others.count > 1 ? (first, last) : (fact.text, last)
  }

  /// The settings with the parameter at a value.
  func setting(_ settings: Estimator.Settings, to value: String) -> Estimator.Settings {
    var changed = settings
    _ = changed.parameters.set(name, to: value)
    return changed
  }
}
