internal import Quantities

/// The changes between two texts in the format that `diff -u` writes, and that `patch` and `git apply` read.
package struct UnifiedDiff {
  /// The number of unchanged lines around a change.
  private static let context = 3

  /// The changes as text; empty if the two texts are equal.
  package let text: String

  /// The changes of a file from one text to another; a file that did not exist is compared with `/dev/null`.
  ///
  /// `file` is written unchanged, so it must not contain line breaks.
  package init(named file: String, from old: [UInt8]?, to new: [UInt8]) {
    guard old != new else {
      text = ""
      return
    }
    let hunks = Self.hunks(Self.lines(of: old ?? []), Self.lines(of: new))
    let isRooted = file.isAbsolutePath
    let head =
      "--- \(old == nil ? "/dev/null" : isRooted ? file : "a/\(file)")\n+++ \(isRooted ? file : "b/\(file)")\n"
    text = hunks.isEmpty ? "" : head + hunks.joined()
  }

  /// A line of either text.
  fileprivate enum Line {
    case kept(ArraySlice<UInt8>)
    case removed(ArraySlice<UInt8>)
    case added(ArraySlice<UInt8>)
  }

  /// The lines, including line breaks.
  private static func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
      lines.append(bytes[start..<end])
      start = end
    }
    return lines
  }

  private static func merged(_ old: [ArraySlice<UInt8>], _ new: [ArraySlice<UInt8>]) -> [Line] {
    // Most changed lines are in one text only. They need no comparison, whose time grows with the square of the number of changes.
    let (oldLines, newLines) = (Set(old), Set(new))
    let oldShared = old.indices.filter { newLines.contains(old[$0]) }
    let newShared = new.indices.filter { oldLines.contains(new[$0]) }
    let kept = LineMatching(oldShared.map { old[$0] }, newShared.map { new[$0] })
    let removals = Set(old.indices).subtracting(kept.old.map { oldShared[$0] })
    let insertions = Set(new.indices).subtracting(kept.new.map { newShared[$0] })
    var lines: [Line] = []
    var (left, right) = (0, 0)
    while left < old.count || right < new.count {
      if removals.contains(left) {
        lines.append(.removed(old[left]))
        left += 1
      } else if insertions.contains(right) {
        lines.append(.added(new[right]))
        right += 1
      } else {
        lines.append(.kept(old[left]))
        left += 1
        right += 1
      }
    }
    return lines
  }

  private static func hunks(_ old: [ArraySlice<UInt8>], _ new: [ArraySlice<UInt8>]) -> [String] {
    let lines = merged(old, new)
    let changes = lines.indices.filter { if case .kept = lines[$0] { false } else { true } }
    guard var first = changes.first else { return [] }
    var ranges: [Range<Int>] = []
    var last = first
    for index in changes.dropFirst() {
      if index - last > 2 * context {
        ranges.append(range(from: first, to: last, of: lines.count))
        first = index
      }
      last = index
    }
    ranges.append(range(from: first, to: last, of: lines.count))
    var (end, oldCount, newCount) = (0, 0, 0)
    return ranges.map { range in
      let between = lines[end..<range.lowerBound]
      oldCount += between.count(where: \.isOld)
      newCount += between.count(where: \.isNew)
      let inside = lines[range]
      let (oldInside, newInside) = (inside.count(where: \.isOld), inside.count(where: \.isNew))
      let head = "@@ -\(extent(oldInside, after: oldCount)) +\(extent(newInside, after: newCount)) @@\n"
      (end, oldCount, newCount) = (range.upperBound, oldCount + oldInside, newCount + newInside)
      return head + inside.map(\.text).joined()
    }
  }

  private static func range(from first: Int, to last: Int, of count: Int) -> Range<Int> {
    max(0, first - context)..<min(count, last + context + 1)
  }

  /// The first line and the number of lines of a hunk on one side, as in the head of the hunk. `before` is the number of lines before the
  /// hunk on that side.
  private static func extent(_ count: Int, after before: Int) -> String {
    // If a side has no lines, its first line is the line before the hunk.
    let start = before + (count == 0 ? 0 : 1)
    return count == 1 ? "\(start)" : "\(start),\(count)"
  }
}

extension UnifiedDiff.Line {
  fileprivate var isOld: Bool {
    if case .added = self { false } else { true }
  }

  fileprivate var isNew: Bool {
    if case .removed = self { false } else { true }
  }

  fileprivate var text: String {
    switch self {
    case .kept(let line): Self.text(" ", line)
    case .removed(let line): Self.text("-", line)
    case .added(let line): Self.text("+", line)
    }
  }

  private static func text(_ mark: String, _ line: ArraySlice<UInt8>) -> String {
    let text = mark + String(decoding: line, as: UTF8.self)
    return line.last == UInt8(ascii: "\n") ? text : "\(text)\n\\ No newline at end of file\n"
  }
}
