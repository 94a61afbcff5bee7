internal import PlatformFacts
internal import Quantities

/// A parameter whose value is uncertain, with its possible values.
struct UncertainParameter: Sendable {
  /// The possible values.
  private enum Values: Sendable {
    /// Each is as likely as the others.
    case choices([ParameterValue])
    /// Between two numbers, whose unit the function adds.
    case numbers(Scale)
  }

  /// The least and the greatest number, with equal chances for equal ratios if the least is above 0, else for equal
  /// differences.
  private struct Scale: Sendable {
    let low: Double
    let high: Double

    func number(at position: Double) -> Double {
      guard low > 0 else { return low + position * (high - low) }
      return low * exponential(position * naturalLog(high / low))
    }
  }

  /// The parameter.
  let fact: ParameterFact
  private let values: Values
  /// The share of draws in which there is no limit.
  private let noLimitShare: Double

  /// The values at the ends of its range, as texts; of choices, two others than the default.
  let ends: (low: String, high: String)

  /// The parameter's name.
  var name: String { fact.name }
  /// Whether its value is assumed.
  var isAssumed: Bool { fact.confidence == .assumed }

  /// The parameters without a value of the policy's or the call's own, of which a range or several interpretations are known.
  static func all(in settings: Estimator.Settings) -> [UncertainParameter] {
    PlatformFacts.parameters.filter { !settings.parameters.overridden.contains($0.name) }
      .compactMap(UncertainParameter.init)
  }

  /// `nil` if the value of the parameter is certain.
  private init?(_ fact: ParameterFact) {
    self.fact = fact
    // There may be a limit although the default has none.
    noLimitShare = fact.range != nil && fact.text == "none" ? 0.5 : 0
    if case .word(let words) = fact.kind {
      guard fact.confidence == .assumed || fact.confidence == .reported, words.count > 1 else { return nil }
      values = .choices(words.map { .word($0) })
      let others = words.filter { $0 != fact.text }
      ends = (others.count > 1 ? others[0] : fact.text, others[others.count - 1])
    } else if let range = fact.range, let low = fact.value(of: range.low).flatMap(Self.number),
      let high = fact.value(of: range.high).flatMap(Self.number), low < high
    {
      values = .numbers(Scale(low: low, high: high))
      ends = (range.low, range.high)
    } else {
      return nil
    }
  }

  /// The number of its values if they are choices; `nil` if they are in a range.
  var choiceCount: Int? {
    guard case .choices(let choices) = values else { return nil }
    return choices.count
  }

  /// The value at a position among the possible ones, from 0 to 1.
  func value(at position: Double) -> ParameterValue {
    switch values {
    case .choices(let choices):
      return choices[min(choices.count - 1, Int(position * Double(choices.count)))]
    case .numbers(let scale):
      guard position < 1 - noLimitShare else { return .none }
      return value(of: scale.number(at: position / (1 - noLimitShare)))
    }
  }

  /// The settings with the parameter at a value that is set as by an option.
  func setting(_ settings: Estimator.Settings, to value: String) -> Estimator.Settings {
    var changed = settings
    _ = changed.parameters.set(name, to: value)
    return changed
  }

  private static func number(_ value: ParameterValue) -> Double? {
    switch value {
    case .duration(let span): Double(span.milliseconds)
    case .size(let size): Double(size.bytes)
    case .number(let number): number
    case .word, .none: nil
    }
  }

  private func value(of number: Double) -> ParameterValue {
    switch fact.kind {
    case .duration: .duration(TimeSpan(milliseconds: Int64(number.rounded())))
    case .size, .rate: .size(ByteCount(bytes: Int64(number.rounded())))
    case .number, .word: .number(number)
    }
  }
}
