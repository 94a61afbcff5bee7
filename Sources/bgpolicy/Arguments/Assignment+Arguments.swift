internal import PolicyAdvice
internal import PolicyModel
internal import Quantities

// Assignments are written `PATH=VALUE`.
extension Assignment {
  /// Parses `PATH=VALUE`, the value of an option.
  init(_ text: String, option: String) throws(UsageError) {
    let (path, value) = try Self.parts(of: text, option: option)
    self.init(path, value)
  }

  /// The values of `PATH=A,B,C`. Throws if a value is empty. A comma inside brackets, braces or quotes
  /// belongs to a value.
  static func sweep(_ text: String, option: String) throws(UsageError) -> [Assignment] {
    let (path, list) = try parts(of: text, option: option)
    let values = parts(of: list, separatedBy: ",")
    guard values.allSatisfy({ !$0.isEmpty }) else {
      throw UsageError(message: "\(option) \(path) has an empty value")
    }
    return values.map { Assignment(path, $0) }
  }

  /// The assignments of `PATH=VALUE; PATH=VALUE`. A semicolon inside brackets, braces or quotes belongs to a
  /// value.
  static func design(_ text: String, option: String) throws(UsageError) -> [Assignment] {
    try parts(of: text, separatedBy: ";").map { part throws(UsageError) in
      try Assignment(part, option: option)
    }
  }

  /// The parts of a text, without white space around them. A separator inside brackets, braces or quotes does
  /// not count.
  private static func parts(of list: String, separatedBy separator: Character) -> [String] {
    var values = [""]
    var depth = 0
    var quote: Character?
    for character in list {
      if let mark = quote {
        if character == mark { quote = nil }
      } else if "\"'".contains(character) {
        quote = character
      } else if "[{".contains(character) {
        depth += 1
      } else if "]}".contains(character) {
        depth -= 1
      } else if character == separator, depth == 0 {
        values.append("")
        continue
      }
      values[values.count - 1].append(character)
    }
    return values.map { $0.trimmed }
  }

  private static func parts(
    of text: String, option: String
  ) throws(UsageError) -> (path: PolicyPath, value: String) {
    // An equals sign inside quotes belongs to the path.
    var isQuoted = false
    for index in text.indices {
      if text[index] == "\"" { isQuoted.toggle() }
      guard text[index] == "=", !isQuoted else { continue }
      guard let path = PolicyPath(String(text[..<index])) else {
        throw UsageError(
          message:
            "\(option) expects a path such as transfers.photos.submit; found \"\(text[..<index].prefix(100))\""
        )
      }
      return (path, String(text[text.index(after: index)...]).trimmed)
    }
    throw UsageError(message: "\(option) expects PATH=VALUE; found \"\(text)\"")
  }
}
