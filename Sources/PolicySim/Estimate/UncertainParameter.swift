internal import PlatformFacts
internal import Quantities

/// A parameter whose value is uncertain, with its possible values.
struct UncertainParameter: Sendable {
  /// The values that the parameter may have.
  private enum Values: Sendable {
    /// All values are equally likely.
    case choices([ParameterValue])
    /// The value is between two numbers.
    case numbers(Scale)
    /// The value is in an interval around a measured value; half of the draws are below the measured value,
    /// and half are above it.
    case interval(below: Scale, above: Scale)
  }

  /// The least and the greatest number. Numbers are spread evenly by ratio if the least number is above 0, otherwise by
  /// difference.
  private struct Scale: Sendable {
    let low: Double
    let high: Double

    func number(at position: Double) -> Double {
      guard low > 0, low < high else { return low + position * (high - low) }
      return low * exponential(position * naturalLog(high / low))
    }
  }

  let fact: ParameterFact
  private let values: Values
  /// The share of draws in which the parameter has the value `none`, which means no limit.
  private let noLimitShare: Double

  /// The values at the ends of the parameter's range, as texts. For choices: two values other than the default, or the
  /// default and the only other value.
  let ends: (low: String, high: String)

  /// The parameter's name.
  var name: String { fact.name }
  /// The confidence in the parameter's value.
  let confidence: Confidence

  /// The parameters that have a known range or several interpretations. A value that the policy or an option sets is
  /// certain, unless the policy gives its range, as for a measured value.
  static func all(in settings: Estimator.Settings) -> [UncertainParameter] {
    PlatformFacts.parameters.compactMap { fact in
      settings.parameters.isDecided(fact)
        ? UncertainParameter(fact, measuredIn: settings.parameters) : UncertainParameter(fact)
    }
  }

  /// A parameter that is set to a measured value; `nil` if the value has no range.
  private init?(_ fact: ParameterFact, measuredIn parameters: Parameters) {
    guard let range = parameters.range(of: fact), let value = parameters.value(of: fact).number,
      let low = fact.value(of: range.low)?.number, let high = fact.value(of: range.high)?.number, low < high
    else { return nil }
    self.fact = fact
    confidence = parameters.basis(of: fact).confidence
    noLimitShare = 0
    values = .interval(below: Scale(low: low, high: value), above: Scale(low: value, high: high))
    ends = (range.low, range.high)
  }

  /// A parameter that is not set; `nil` if the value of the parameter is certain.
  private init?(_ fact: ParameterFact) {
    self.fact = fact
    confidence = fact.confidence
    // The default has no limit, but a limit may exist.
    noLimitShare = fact.range != nil && fact.text == "none" ? 0.5 : 0
    if case .word(let words) = fact.kind {
      guard fact.confidence == .assumed || fact.confidence == .reported, words.count > 1 else { return nil }
      values = .choices(words.map { .word($0) })
      let others = words.filter { $0 != fact.text }
      ends = (others.count > 1 ? others[0] : fact.text, others[others.count - 1])
    } else if let range = fact.range, let low = fact.value(of: range.low)?.number,
      let high = fact.value(of: range.high)?.number, low < high
    {
      values = .numbers(Scale(low: low, high: high))
      ends = (range.low, range.high)
    } else {
      return nil
    }
  }

  /// The number of choices; `nil` if the values are in a range.
  var choiceCount: Int? {
    guard case .choices(let choices) = values else { return nil }
    return choices.count
  }

  /// The value at a position among the possible values, from 0 to 1.
  func value(at position: Double) -> ParameterValue {
    switch values {
    case .choices(let choices):
      return choices[min(choices.count - 1, Int(position * Double(choices.count)))]
    case .numbers(let scale):
      guard position < 1 - noLimitShare else { return .none }
      return value(of: scale.number(at: position / (1 - noLimitShare)))
    case .interval(let below, let above):
      return value(
        of: position < 0.5 ? below.number(at: 2 * position) : above.number(at: 2 * position - 1))
    }
  }

  /// The value at a position among the possible values, from 0 to 1; a number is rounded to two digits.
  func roundValue(at position: Double) -> ParameterValue {
    let exact = value(at: position)
    guard let number = exact.number, number > 0, number.isFinite else { return exact }
    var unit = 1.0
    while number / unit >= 100 { unit *= 10 }
    while number / unit < 10 { unit /= 10 }
    return value(of: (number / unit).rounded() * unit)
  }

  /// The settings with an explicit value of the parameter, as if an option had set it.
  func setting(_ settings: Estimator.Settings, to value: String) -> Estimator.Settings {
    var changed = settings
    _ = changed.parameters.set(name, to: value)
    return changed
  }

  private func value(of number: Double) -> ParameterValue {
    switch fact.kind {
    case .duration: .duration(TimeSpan(milliseconds: Int64(number.rounded())))
    case .size, .rate: .size(ByteCount(bytes: Int64(number.rounded())))
    case .number, .word: .number(number)
    }
  }
}
