/// Which of the names that exist somebody may have meant.
package enum Suggestion {
  /// Nobody means a name by a longer text.
  private static let longestText = 128
  /// Among so many names one is looked for; a policy may have many more of its own.
  private static let mostNames = 200

  /// The name that `text` stands for elsewhere, or the nearest one; `nil` if none is near, or two are equally near.
  ///
  /// Of two that take as many changes, the one with the same first letter is nearer.
  package static func nearest(to text: String, among names: some Sequence<String>) -> String? {
    guard text.utf8.count <= longestText else { return nil }
    let names = Array(names.prefix(mostNames))
    let others = Synonyms.meanings(of: text, among: names)
    guard others.isEmpty else { return others.count == 1 ? others[0] : nil }
    let folded = fold(text)
    let limit = max(1, folded.count / 3)
    var best: (name: String, distance: Int, hasOtherHead: Bool)?
    var isTied = false
    for name in names {
      // As many letters as one text is longer have to be added at least.
      guard abs(name.utf8.count - text.utf8.count) <= limit + 4 else { continue }
      let candidate = fold(name)
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
    return best.name
  }

  /// What somebody probably meant, as it follows "did you mean": one name, or two that are both possible.
  package static func words(for text: String, among names: [String]) -> String? {
    if let name = nearest(to: text, among: names) { return name }
    guard text.utf8.count <= longestText else { return nil }
    let others = Synonyms.meanings(of: text, among: Array(names.prefix(mostNames)))
    return others.isEmpty ? nil : others.joined(separator: " or ")
  }

  /// The letters of a name without what only separates its words.
  static func fold(_ text: String) -> [UInt8] {
    text.lowercased().utf8.filter {
      $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: " ")
    }
  }

  /// How many letters have to be changed, added, removed or swapped with their neighbour.
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
