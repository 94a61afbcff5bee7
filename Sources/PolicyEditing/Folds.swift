internal import Quantities

/// The parts of a text that an editor can fold. Folds follow from indentation, so invalid YAML also has folds.
package struct Folds: Sendable {
  /// A range of lines. When the range is folded, only its first line is visible.
  package struct Fold: Hashable, Sendable {
    /// The first line, from 0, which remains visible.
    package let first: Int
    /// The last line, from 0.
    package let last: Int
    /// Whether all lines are comments.
    package let isComment: Bool
  }

  /// The folds, ordered by their first lines.
  package let all: [Fold]

  private struct Line {
    let number: Int
    let indentation: Int
    let isElement: Bool
  }

  /// The folds of a text.
  package init(_ text: EditedText) {
    var folds: [Fold] = []
    var open: [Line] = []
    var last: Int?
    var comments: Range<Int>?
    func close(_ line: Line, at end: Int?) {
      if let end, end > line.number { folds.append(Fold(first: line.number, last: end, isComment: false)) }
    }
    func closeComments() {
      if let lines = comments, lines.count > 1 {
        folds.append(Fold(first: lines.lowerBound, last: lines.upperBound - 1, isComment: true))
      }
      comments = nil
    }
    for number in 0..<text.lineCount {
      let content = text.bytes[text.content(ofLine: number)]
      let rest = content.drop(while: \.isSpaceOrTab)
      guard let mark = rest.first else {
        closeComments()
        continue
      }
      guard mark != UInt8(ascii: "#") else {
        comments = (comments?.lowerBound ?? number)..<number + 1
        continue
      }
      closeComments()
      let isElement = mark == UInt8(ascii: "-") && rest.dropFirst().first.map(\.isSpaceOrTab) ?? true
      let line = Line(number: number, indentation: rest.startIndex - content.startIndex, isElement: isElement)
      // The elements of a list may have the indentation of their key.
      while let innermost = open.last,
        innermost.indentation > line.indentation
          || innermost.indentation == line.indentation && (innermost.isElement || !line.isElement)
      {
        close(innermost, at: last)
        open.removeLast()
      }
      open.append(line)
      last = number
    }
    closeComments()
    while let innermost = open.popLast() { close(innermost, at: last) }
    all = folds.sorted { ($0.first, $1.last) < ($1.first, $0.last) }
  }
}
