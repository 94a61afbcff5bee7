extension Array {
  /// Whether this pattern matches a whole text. A star matches any number of characters, and any other element matches one
  /// character.
  ///
  /// The time is proportional to the product of the lengths of the pattern and the text.
  @inlinable package func matchesWhole<Character>(
    _ text: [Character], isStar: (Element) -> Bool, matches: (Element, Character) -> Bool
  ) -> Bool {
    var (position, next) = (0, 0)
    // The state to return to if the last star has to match more characters.
    var retry: (part: Int, text: Int)?
    while position < text.count {
      if next < count, isStar(self[next]) {
        next += 1
        retry = (next, position)
      } else if next < count, matches(self[next], text[position]) {
        next += 1
        position += 1
      } else if let last = retry {
        retry = (last.part, last.text + 1)
        (next, position) = (last.part, last.text + 1)
      } else {
        return false
      }
    }
    return self[next...].allSatisfy(isStar)
  }
}
