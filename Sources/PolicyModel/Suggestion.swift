/// Which of the names that exist somebody may have meant.
package enum Suggestion {
  /// The name nearest to `text`; `nil` where none is near, or two are equally near.
  ///
  /// Of two that take as many changes, the one with the same first letter is nearer.
  package static func nearest(to text: String, among names: some Sequence<String>) -> String? {
    let folded = Array(text.lowercased().utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") })
    let limit = max(1, folded.count / 3)
    var best: (name: String, distance: Int, hasOtherHead: Bool)?
    var isTied = false
    for name in names {
      let candidate = Array(
        name.lowercased().utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") })
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
