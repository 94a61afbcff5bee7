package import Quantities

/// A parameter of the scheduling model: what it means, what it is worth, and who says so.
package struct ParameterFact: Sendable {
  /// What a parameter's value is.
  package enum Kind: Hashable, Sendable {
    /// A duration, which may also be `none` where `isOptional` is set.
    case duration(isOptional: Bool)
    /// A size, which may also be `none`.
    case size
    /// A size for each second.
    case rate
    /// A number in a unit of its own.
    case number(unit: String)
    /// One of a set of words.
    case word([String])
  }

  /// The name by which `model:` and `--model` set it.
  package let name: String
  /// What its value is.
  package let kind: Kind
  /// The value that is used unless another is given, as text.
  package let text: String
  /// What it means, without a full stop.
  package let meaning: String
  /// How sure we are of the value.
  package let confidence: Confidence
  /// Who says so.
  package let citations: [Citation]
  /// Between which values it may lie by what is published; `nil` where nothing says so.
  package var range: ParameterRange?
  /// Which numbers mean anything, where it is one.
  package var bounds = Bounds.fromZero

  /// The numbers that a parameter can be at all, whatever is known of it.
  package enum Bounds: Hashable, Sendable {
    /// Nothing is less than nothing.
    case fromZero
    /// What other numbers are divided by.
    case aboveZero
    /// What multiplies, or counts what there is always one of.
    case fromOne
    /// A part of a whole.
    case share

    func contains(_ number: Double) -> Bool {
      switch self {
      case .fromZero: number >= 0
      case .aboveZero: number > 0
      case .fromOne: number >= 1
      case .share: number >= 0 && number <= 1
      }
    }

    /// The numbers in words, for a message.
    var words: String {
      switch self {
      case .fromZero: "from 0 on"
      case .aboveZero: "above 0"
      case .fromOne: "from 1 on"
      case .share: "from 0 to 1"
      }
    }
  }
}

/// The least and the greatest value that a parameter may have by what is published, as texts.
package struct ParameterRange: Hashable, Sendable {
  /// The least.
  package let low: String
  /// The greatest.
  package let high: String

  /// What lies between two values.
  init(_ low: String, _ high: String) {
    self.low = low
    self.high = high
  }
}

/// A parameter's value.
package enum ParameterValue: Hashable, Sendable {
  case duration(TimeSpan)
  case size(ByteCount)
  case number(Double)
  case word(String)
  /// There is no limit.
  case none
}

extension ParameterFact {
  /// The value that a text stands for; `nil` where it is none for this parameter.
  package func value(of text: String) -> ParameterValue? {
    guard text.utf8.count <= Quantity.longestText else { return nil }
    switch kind {
    case .duration(let isOptional):
      if isOptional, text == "none" { return ParameterValue.none }
      return TimeSpan(text).flatMap { $0 <= Quantity.longestDuration ? .duration($0) : nil }
    case .size:
      return text == "none"
        ? ParameterValue.none : ByteCount(text).flatMap { $0 <= Quantity.largestSize ? .size($0) : nil }
    case .rate:
      return ByteCount(text).flatMap { $0 <= Quantity.largestSize ? .size($0) : nil }
    case .number:
      guard let number = Double(text), number.isFinite, bounds.contains(number) else { return nil }
      return .number(number)
    case .word(let words):
      return words.contains(text) ? .word(text) : nil
    }
  }

  /// How a value is written, for a message.
  package var form: String {
    switch kind {
    case .duration(let isOptional): "a duration such as 90s or 0.5s" + (isOptional ? ", or none" : "")
    case .size: "a size such as 5GB, or none"
    case .rate: "the bytes of a second, such as 2.5MB"
    case .number(let unit):
      "a number \(bounds.words)" + (unit.isEmpty ? "" : ", \(bounds == .share ? "" : "in ")\(unit)")
    case .word(let words): "one of " + words.joined(separator: ", ")
    }
  }
}

extension PlatformFacts {
  /// The parameter of a name.
  package static func parameter(_ name: String) -> ParameterFact? {
    parameters.first { $0.name == name }
  }

  /// The parameters of the scheduling model, in the order in which an estimate lists them.
  package static let parameters: [ParameterFact] =
    limiterParameters + waitingParameters + launchParameters + radioParameters
}
