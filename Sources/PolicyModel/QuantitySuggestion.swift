internal import Quantities

/// Suggestions for quantities in other formats.
enum QuantitySuggestion {
  /// `2d` for `2 days`; `nil` if a unit is not a unit of time.
  static func duration(_ text: String) -> String? {
    rewritten(text) { unit in
      switch unit.lowercased() {
      case "s", "sec", "secs", "second", "seconds": "s"
      case "m", "min", "mins", "minute", "minutes": "m"
      case "h", "hr", "hrs", "hour", "hours": "h"
      case "d", "day", "days": "d"
      default: nil
      }
    }
  }

  /// `4MB` for `4 mb`, `2MB..6MB` for `2 MB .. 6 MB`; `nil` if a unit may mean bits.
  static func size(_ text: String) -> String? {
    rewritten(text) { unit in
      guard unit.hasSuffix("B") || unit == unit.lowercased() else { return nil }
      return ByteCount.unitNames.first { $0.lowercased() == unit.lowercased() }
    }
  }

  /// The suggestion for a size or a range of sizes: `2MB..6MB` for `6MB..2MB`, and otherwise the result of `size`.
  static func sizeRange(_ text: String) -> String? {
    guard let written = size(text), let dots = written.firstRange(of: "..") else { return size(text) }
    let (first, second) = (written[..<dots.lowerBound], written[dots.upperBound...])
    guard let low = ByteCount(String(first)), let high = ByteCount(String(second)), low > high else {
      return written
    }
    return "\(second)..\(first)"
  }

  /// The text without spaces and with its units replaced; `nil` if a unit is unknown.
  private static func rewritten(_ text: String, _ unit: (String) -> String?) -> String? {
    var result = ""
    var rest = text.filter { $0 != " " }[...]
    while let first = rest.first {
      guard first.isLetter else {
        result.append(rest.removeFirst())
        continue
      }
      let word = rest.prefix(while: \.isLetter)
      guard let name = unit(String(word)) else { return nil }
      result += name
      rest = rest.dropFirst(word.count)
    }
    return result
  }
}
