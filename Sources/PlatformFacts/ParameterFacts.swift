package import Quantities

/// A parameter of the scheduling model: its meaning, its value and its sources.
package struct ParameterFact: Sendable {
  /// The type of a parameter's value.
  package enum Kind: Hashable, Sendable {
    /// A duration, which may also be `none` if `isOptional` is true.
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

  /// The name by which `model:` and `--model` set the parameter.
  package let name: String
  /// The type of the parameter's value.
  package let kind: Kind
  /// The default value, as text.
  package let text: String
  /// The meaning, without a full stop.
  package let meaning: String
  /// The confidence in the value.
  package let confidence: Confidence
  /// The sources.
  package let citations: [Citation]
  /// The range of the published values; `nil` if no values are published.
  package var range: ParameterRange?
  /// The valid numbers, if the value is a number.
  package var bounds = Bounds.fromZero

  /// The valid numbers of a parameter.
  package enum Bounds: Hashable, Sendable {
    /// Zero and above.
    case fromZero
    /// Above zero, for a divisor.
    case aboveZero
    /// One and above, for a factor or a count of at least one.
    case fromOne
    /// From zero to one.
    case share

    func contains(_ number: Double) -> Bool {
      switch self {
      case .fromZero: number >= 0
      case .aboveZero: number > 0
      case .fromOne: number >= 1
      case .share: number >= 0 && number <= 1
      }
    }

    /// The least valid number.
    package var least: Double { self == .fromOne ? 1 : 0 }
    /// The greatest valid number.
    package var greatest: Double { self == .share ? 1 : .greatestFiniteMagnitude }

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

/// The least and the greatest possible value of a parameter, as texts.
package struct ParameterRange: Hashable, Sendable {
  /// The least value.
  package let low: String
  /// The greatest value.
  package let high: String

  /// The range between two values.
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
  /// No limit.
  case none

  /// The number in the smallest unit of its type: milliseconds for a duration, bytes for a size; a number without a unit is unchanged.
  /// `nil` for words and for no limit.
  package var number: Double? {
    switch self {
    case .duration(let span): Double(span.milliseconds)
    case .size(let size): Double(size.bytes)
    case .number(let number): number
    case .word, .none: nil
    }
  }
}

extension ParameterFact {
  /// The value of a text; `nil` if the text is not valid for this parameter.
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

  /// An example of a range of this parameter, for a message.
  package var exampleRange: String {
    switch kind {
    case .duration: "30s..90s"
    case .size, .rate: "1MB..5MB"
    case .number, .word: bounds == .share ? "0.1..0.3" : "1.5..2.5"
    }
  }

  /// The range of a text such as `0.7..10.2`; `nil` if an end is not valid for this parameter, or if the ends are in the
  /// wrong order.
  package func range(of text: String) -> ParameterRange? {
    let bytes = Array(text.utf8)
    let dot = UInt8(ascii: ".")
    guard bytes.count <= 2 * Quantity.longestText,
      let dots = bytes.indices.dropLast().first(where: { bytes[$0] == dot && bytes[$0 + 1] == dot })
    else { return nil }
    let low = String(decoding: bytes[..<dots], as: UTF8.self)
    let high = String(decoding: bytes[(dots + 2)...], as: UTF8.self)
    guard let least = value(of: low)?.number, let greatest = value(of: high)?.number, least <= greatest else {
      return nil
    }
    return ParameterRange(low, high)
  }

  /// Whether a value is within a range of this parameter.
  package func contains(_ value: ParameterValue, in range: ParameterRange) -> Bool {
    guard let number = value.number, let low = self.value(of: range.low)?.number,
      let high = self.value(of: range.high)?.number
    else { return false }
    return low <= number && number <= high
  }

  /// The format of a value, for a message.
  package var form: String {
    switch kind {
    case .duration(let isOptional):
      "a duration up to \(Quantity.longestDuration), such as 90s or 0.5s" + (isOptional ? ", or none" : "")
    case .size: "a size up to \(Quantity.largestSize), such as 5GB, or none"
    case .rate: "the bytes of a second, up to \(Quantity.largestSize), such as 2.5MB"
    case .number(let unit):
      "a number \(bounds.words)" + (unit.isEmpty ? "" : ", \(bounds == .share ? "" : "in ")\(unit)")
    case .word(let words): "one of " + words.joined(separator: ", ")
    }
  }
}

extension PlatformFacts {
  /// The parameter with a name; `nil` if no parameter has the name.
  package static func parameter(_ name: String) -> ParameterFact? {
    parameters.first { $0.name == name }
  }

  /// The parameters of the scheduling model, in the order in which an estimate lists them.
  package static let parameters: [ParameterFact] =
    limiterParameters + waitingParameters + launchParameters + radioParameters
}
