internal import PlatformFacts

/// Between which values a parameter may lie.
struct ParameterRange: Sendable {
  let name: String
  let low: String
  let high: String
  /// Whether its value is assumed.
  let isAssumed: Bool

  /// The ranges of all parameters that nobody has set: a value that was set is no guess of the model's.
  static func all(in settings: Estimator.Settings) -> [ParameterRange] {
    PlatformFacts.parameters.filter { !settings.parameters.overridden.contains($0.name) }.compactMap { fact in
      ends(of: fact).map {
        ParameterRange(
          name: fact.name, low: $0.low, high: $0.high, isAssumed: fact.confidence == .assumed)
      }
    }
  }

  private static func ends(of fact: ParameterFact) -> (low: String, high: String)? {
    return nil
  }

  /// The settings with the parameter at a value.
  func setting(_ settings: Estimator.Settings, to value: String) -> Estimator.Settings {
    var changed = settings
    _ = changed.parameters.set(name, to: value)
    return changed
  }
}
