internal import JSON
internal import PolicySyntax
internal import Quantities

extension Quantity {
  /// Whether a text is not a valid quantity only because its numbers are too large.
  static func isTooLarge<Value>(_ text: String, _ parse: (String) -> Value?) -> Bool {
    var form = ""
    for character in text where !(character.isNumber && form.last == "1") {
      form.append(character.isNumber ? "1" : character)
    }
    return parse(form) != nil
  }
}

// Strings that denote quantities. The patterns of the JSON Schema match the strings that the types'
// initializers accept.

extension Shape where Value == TimeSpan {
  /// A length of time: `90s`, `15m`, `6h`, `2d`, `1h30m`; a bare number is seconds.
  static var duration: Shape {
    scalar(
      "a duration",
      bounds: { Quantity.isTooLarge($0) { TimeSpan($0) } ? "at most \(Quantity.longestDuration)" : nil },
      sample: "1h30m",
      examples: "it as 90s, 15m, 6h, 2d or 1h30m; a bare number is seconds",
      types: .numberOrText, schema: .durationSchema, meant: QuantitySuggestion.duration
    ) { text in TimeSpan(text).flatMap { $0 <= Quantity.longestDuration ? $0 : nil } }
  }
}

extension Shape where Value == ByteCount {
  /// A size: `30kB`, `4MB`, `1.5GiB`.
  static var size: Shape {
    scalar(
      "a size",
      bounds: { Quantity.isTooLarge($0) { ByteCount($0) } ? "at most \(Quantity.largestSize)" : nil },
      sample: "4MB",
      examples: "it as 30kB, 4MB or 1.5GiB; the units are " + ByteCount.unitNames.joined(separator: ", "),
      types: .numberOrText,
      schema: .pattern(#"^(0|\d+(\.\d+)?(B|[kMG]B|[KMG]iB))$"#, orZero: true),
      meant: QuantitySuggestion.size
    ) { text in ByteCount(text).flatMap { $0 <= Quantity.largestSize ? $0 : nil } }
  }
}

extension Shape where Value == ByteRange {
  /// A size or a range of sizes: `4MB`, `2MB..6MB`.
  static var sizeRange: Shape {
    scalar(
      "a size or a range of sizes",
      bounds: { text in
        // A range is also invalid if its end is below its start, whatever its bounds are.
        let isTooLarge = text.split(separator: "..").contains { size in
          ByteCount(String(size)).map { $0 > Quantity.largestSize }
            ?? Quantity.isTooLarge(String(size)) { ByteCount($0) }
        }
        return isTooLarge ? "at most \(Quantity.largestSize)" : nil
      },
      sample: "2MB..6MB",
      examples: "it as 4MB, or as 2MB..6MB; the units are " + ByteCount.unitNames.joined(separator: ", "),
      types: .numberOrText,
      schema: .pattern(
        #"^(0|\d+(\.\d+)?(B|[kMG]B|[KMG]iB))(\.\.(0|\d+(\.\d+)?(B|[kMG]B|[KMG]iB)))?$"#, orZero: true),
      meant: QuantitySuggestion.sizeRange
    ) { text in ByteRange(text).flatMap { $0.upper <= Quantity.largestSize ? $0 : nil } }
  }
}

extension Shape where Value == Version {
  /// A version: `26`, `16.0`, `13.1.2`.
  static var version: Shape {
    scalar(
      "a version", sample: "\"16.0\"", examples: "it as \"16.0\"", types: .numberOrText,
      schema: .pattern(#"^\d+(\.\d+){0,2}$"#, orNumber: true)
    ) { Version($0) }
  }
}

extension Shape where Value == ClockWindow {
  /// A time window of the day: `19:00-07:00`.
  static var clockWindow: Shape {
    scalar(
      "a time window", sample: "\"19:00-07:00\"",
      examples: "it as \"19:00-07:00\", with two digits each; 00:00-24:00 is the whole day",
      types: .string, schema: .pattern(#"^\d\d:\d\d-\d\d:\d\d$"#)
    ) { ClockWindow($0) }
  }
}

extension Shape where Value == Energy {
  /// An energy: `900J`, `1.5kJ`.
  static var energy: Shape {
    scalar(
      "an energy",
      bounds: { Quantity.isTooLarge($0) { Energy($0) } ? "at most \(Quantity.mostEnergy)" : nil },
      sample: "900J", examples: "it as 900J or 1.5kJ",
      types: .numberOrText,
      schema: .pattern(#"^(0|\d+(\.\d+)?k?J)$"#, orZero: true)
    ) { text in Energy(text).flatMap { $0 <= Quantity.mostEnergy ? $0 : nil } }
  }
}

extension Shape where Value == Share {
  /// A share: `1%`, `0.5%`, or a number from 0 to 1.
  static var share: Shape {
    scalar(
      "a share up to 100%", sample: "1%", examples: "it as 1% or 0.01, at most 100%", types: .numberOrText,
      schema: .pattern(#"^\d+(\.\d+)?%?$"#, orNumber: true)
    ) { Share($0) }
  }
}

extension JSONValue {
  static let durationSchema = pattern(
    #"^(?=.)(\d+(\.\d+)?d)?(\d+(\.\d+)?h)?(\d+(\.\d+)?m)?(\d+(\.\d+)?s)?$|^\d+(\.\d+)?$"#, orNumber: true)

  /// The schema of a string with a format, which YAML may read as a number.
  static func pattern(_ pattern: String, orNumber: Bool = false) -> JSONValue {
    orNumber
      ? [
        "type": ["string", "number"], "minimum": 0, "maxLength": .int(Int64(Quantity.longestText)),
        "pattern": .string(pattern),
      ]
      : ["type": "string", "maxLength": .int(Int64(Quantity.longestText)), "pattern": .string(pattern)]
  }

  /// The schema of a string with a format, or a plain 0, which needs no unit.
  static func pattern(_ pattern: String, orZero: Bool) -> JSONValue {
    orZero ? ["anyOf": [["enum": [0]], .pattern(pattern)]] : .pattern(pattern)
  }
}
