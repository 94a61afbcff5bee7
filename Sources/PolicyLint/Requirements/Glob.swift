/// A form of texts, in which `*` stands for any text and `?` for any one character.
struct Glob {
  private let pattern: [Unicode.Scalar]

  /// The form that `pattern` describes.
  init(_ pattern: String) {
    self.pattern = Array(pattern.unicodeScalars)
  }

  /// Whether all of a text is of this form.
  func matches(_ text: String) -> Bool {
    let text = Array(text.unicodeScalars)
    var (position, next) = (0, 0)
    // Where to go on when the text behind the last star turns out to be longer.
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
