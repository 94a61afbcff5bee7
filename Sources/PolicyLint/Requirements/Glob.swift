/// A pattern in which `*` matches any string and `?` any one character.
struct Glob {
  private let pattern: [Unicode.Scalar]

  /// Parses a pattern.
  init(_ pattern: String) {
    self.pattern = Array(pattern.unicodeScalars)
  }

  /// Whether the pattern matches a whole string.
  func matches(_ text: String) -> Bool {
    let text = Array(text.unicodeScalars)
    var (position, next) = (0, 0)
    // The state to return to if the last star has to match more characters.
    var retry: (pattern: Int, text: Int)?
    while position < text.count {
      if next < pattern.count, pattern[next] == "*" {
        retry = (next + 1, position)
        next += 1
      } else if next < pattern.count, pattern[next] == "?" || pattern[next] == text[position] {
        next += 1
        position += 1
      } else if let last = retry {
        retry = (last.pattern, last.text + 1)
        (next, position) = (last.pattern, last.text + 1)
      } else {
        return false
      }
    }
    return pattern[next...].allSatisfy { $0 == "*" }
  }
}
