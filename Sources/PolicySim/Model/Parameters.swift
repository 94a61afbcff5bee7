package import PlatformFacts
package import PolicyModel
internal import Quantities

/// The values of the model's parameters, and the basis of each value.
package struct Parameters: Sendable {
  /// The confidence in a value, and its source.
  package struct Basis: Hashable, Sendable {
    /// The confidence in the value.
    package let confidence: Confidence
    /// The source of the value.
    package let source: String
  }

  private var values: [String: ParameterValue]
  private var bases: [String: Basis] = [:]
  /// The ranges of the values that are set, by name; a value that is certain has no range.
  private var ranges: [String: ParameterRange] = [:]
  /// The names of the parameters that a preset, a policy or an option has set.
  package private(set) var overridden: Set<String> = []

  /// The default value of each parameter.
  package init() {
    values = Dictionary(
      uniqueKeysWithValues: PlatformFacts.parameters.compactMap { fact in
        fact.value(of: fact.text).map { (fact.name, $0) }
      })
  }

  /// The value of each parameter: from the policy, or else from the preset, or else the default. Values that a parameter can't have are
  /// ignored, because lint reports such values.
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
      guard let range = override.range, let fact = PlatformFacts.parameter(override.name.value),
        let ends = fact.range(of: range.value), fact.contains(self.value(of: fact), in: ends)
      else { continue }
      ranges[fact.name] = ends
    }
  }

  private static let setHere = "set for this estimate"

  /// Sets a parameter from a string; returns whether the name exists and the value is valid.
  package mutating func set(_ name: String, to text: String) -> Bool {
    set(name, to: text, Basis(confidence: .assumed, source: Self.setHere))
  }

  /// Sets a parameter to one of its possible values, without marking the parameter as overridden.
  mutating func draw(_ value: ParameterValue, of fact: ParameterFact) { values[fact.name] = value }

  private mutating func set(
    _ name: String, to text: String, _ basis: Basis
  ) -> Bool {
    guard let value = PlatformFacts.parameter(name)?.value(of: text) else { return false }
    values[name] = value
    bases[name] = basis
    ranges[name] = nil
    // The ideal device ignores limits that are not set explicitly; a preset sets them explicitly.
    overridden.insert(name)
    // An explicit rate applies to all devices alike, unless the spread between devices is given, too.
    if name == ParameterKey.refreshesPerDay.name { follow(name, .refreshSpread, .number(0), basis) }
    if name == ParameterKey.pushesPerDay.name { follow(name, .pushSpread, .number(0), basis) }
    // An explicit throughput applies to both directions.
    if name == ParameterKey.wifiThroughput.name { follow(name, .wifiUploadThroughput, value, basis) }
    if name == ParameterKey.cellularThroughput.name { follow(name, .cellularUploadThroughput, value, basis) }
    return true
  }

  /// Sets the value of parameter `key` because parameter `name` is set, unless `key` is set explicitly.
  private mutating func follow<Value>(
    _ name: String, _ key: ParameterKey<Value>, _ value: ParameterValue, _ basis: Basis
  ) {
    guard !isSet(key) else { return }
    values[key.name] = value
    bases[key.name] = Basis(confidence: basis.confidence, source: "\(name) is set without it")
  }

  /// The confidence in a parameter's value, and its source.
  package func basis(of fact: ParameterFact) -> Basis {
    bases[fact.name]
      ?? Basis(
        confidence: fact.confidence, source: fact.citations.map(\.title).joined(separator: "; "))
  }

  /// Whether a parameter is set, or its value follows from a parameter that is set.
  func isDecided(_ fact: ParameterFact) -> Bool { bases[fact.name] != nil }

  /// The range of a value that is set; `nil` if the value is certain.
  package func range(of fact: ParameterFact) -> ParameterRange? { ranges[fact.name] }

  /// The value of a parameter by its fact, whatever its type.
  package func value(of fact: ParameterFact) -> ParameterValue { values[fact.name] ?? .none }

  /// The value of a parameter.
  package subscript<Value>(key: ParameterKey<Value>) -> Value {
    values[key.name].flatMap(Value.init(_:)) ?? key.usual
  }

  /// Whether a preset, a policy or an option has set a parameter.
  func isSet<Value>(_ key: ParameterKey<Value>) -> Bool { overridden.contains(key.name) }

  /// App refreshes a day that the system grants an app of this use class.
  ///
  /// An explicit `refresh.per_day` applies to every app.
  func refreshesPerDay(_ use: UseClass) -> Double {
    self[isSet(.refreshesPerDay) ? .refreshesPerDay : .refreshesPerDay(use)]
  }
}
