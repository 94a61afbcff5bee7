/// Patterns of `*` and `?`.
enum TextPattern {
  /// Whether a whole text matches a pattern.
  static func matches(_ pattern: Substring, _ text: Substring) -> Bool {
    var pattern = pattern
    var text = text
    var retry: (pattern: Substring, text: Substring)?
    while true {
      if pattern.first == "*" {
        pattern = pattern.dropFirst()
        retry = (pattern, text)
      } else if let next = text.first, let wanted = pattern.first, wanted == "?" || wanted == next {
        pattern = pattern.dropFirst()
        text = text.dropFirst()
      } else if pattern.isEmpty, text.isEmpty {
        return true
      } else if let last = retry, !last.text.isEmpty {
        retry = (last.pattern, last.text.dropFirst())
        pattern = last.pattern
        text = last.text.dropFirst()
      } else {
        return false
      }
    }
  }
}
