package import PolicySyntax

/// The valid name that a user probably meant by an invalid text.
package struct Suggestion: Hashable, Sendable {
  /// The name to write instead.
  package let name: String

  /// A suggestion of a name that was found elsewhere.
  package init(name: String) { self.name = name }

  /// The question at the end of a headline: `, did you mean sessions?`.
  package var question: String { ", did you mean \(name)?" }

  /// A fix that writes the name as a value.
  package func fix(_ edits: [Edit]) -> Fix { Fix("Write \(name)", safety: .guesses, edits: edits) }

  /// A fix that writes the name as a key, or as the name of a rule.
  package func renaming(_ edits: [Edit]) -> Fix {
    Fix("Rename it to \(name)", safety: .guesses, edits: edits)
  }
}

extension Suggestion? {
  /// The question at the end of a headline; empty without a suggestion.
  package var question: String { self?.question ?? "" }
}

extension Suggestion {
  /// The longest text for which a name is suggested.
  private static let longestText = 128
  /// The number of names that are searched; a policy may have more names.
  package static let mostNames = 200

  /// The only name that begins with a text of at least four letters; `nil` if several names or no names begin with the text.
  package static func completion(of text: String, among names: [String]) -> Suggestion? {
    guard text.utf8.count > 3 else { return nil }
    let completed = names.filter { $0.hasPrefix(text) }
    return completed.count == 1 ? Suggestion(name: completed[0]) : nil
  }

  /// The name for the synonym `text`, or the nearest of the first `count` names; `nil` if no name is near, or if two names
  /// are equally near.
  ///
  /// If two names have the same distance, the name with the same first letter as the text is nearer.
  package static func nearest(
    to text: String, among names: some Sequence<String>, atMost count: Int = mostNames
  ) -> Suggestion? {
    guard text.utf8.count <= longestText else { return nil }
    let names = Array(names.prefix(count))
    let others = Synonyms.meanings(of: text, among: names)
    guard others.isEmpty else { return others.count == 1 ? Suggestion(name: others[0]) : nil }
    let folded = fold(text)
    let limit = max(1, folded.count / 3)
    var best: (name: String, distance: Int, hasOtherHead: Bool)?
    var isTied = false
    for name in names {
      // The difference in length is a lower bound of the distance.
      guard abs(name.utf8.count - text.utf8.count) <= limit + 4 else { continue }
      let candidate = fold(name)
      guard abs(candidate.count - folded.count) <= limit else { continue }
      let distance = distance(folded, candidate)
      let hasOtherHead = candidate.first != folded.first
      guard let last = best else {
        best = (name, distance, hasOtherHead)
        continue
      }
      if distance < last.distance || (distance == last.distance && !hasOtherHead && last.hasOtherHead) {
        best = (name, distance, hasOtherHead)
        isTied = false
      } else if distance == last.distance, hasOtherHead == last.hasOtherHead {
        isTied = true
      }
    }
    guard let best, !isTied, best.distance <= limit, best.distance < folded.count else { return nil }
    return Suggestion(name: best.name)
  }

  /// The question about a text that is a synonym of several names: `, did you mean tasks or pushes?`; empty for other
  /// texts.
  static func question(about text: String, among names: [String]) -> String {
    guard text.utf8.count <= longestText else { return "" }
    let others = Synonyms.meanings(of: text, among: Array(names.prefix(mostNames)))
    return others.isEmpty ? "" : Suggestion(name: others.joined(separator: " or ")).question
  }

  /// The lowercase characters of a name without the separators between its words.
  static func fold(_ text: String) -> [UInt8] {
    text.lowercased().utf8.filter {
      $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: " ")
    }
  }

  /// The number of letters to change, add, remove or swap with their neighbors in order to get from one name to the other.
  private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for row in 0..<left.count {
      var current = [row + 1]
      current.reserveCapacity(right.count + 1)
      for column in 0..<right.count {
        var cost = min(last[column + 1] + 1, current[column] + 1)
        cost = min(cost, last[column] + (left[row] == right[column] ? 0 : 1))
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current.append(cost)
      }
      beforeLast = last
      last = current
    }
    return last[right.count]
  }
}
