/// Divides a stream of bytes into JSON objects, and keeps one object in memory at a time.
///
/// The objects may be elements of a list, lines, or follow each other with any white space.
struct JSONObjectSplitter {
  /// The longest object that is kept.
  static let longestObject = 1 << 24

  /// A complete object, or the start of an object that does not end.
  struct Piece {
    let bytes: [UInt8]
    /// The line on which the object begins; the first line is 1.
    let line: Int
    /// Whether the closing bracket of the object is included.
    let isComplete: Bool
  }

  private var object: [UInt8] = []
  private var firstLine = 1
  private var line = 1
  private var depth = 0
  private var isInString = false
  private var isEscaped = false

  /// Reads bytes; `take` receives each object that ends in these bytes.
  mutating func feed(_ bytes: [UInt8], _ take: (Piece) -> Void) {
    bytes.withUnsafeBufferPointer { feed($0, take) }
  }

  private mutating func feed(_ bytes: UnsafeBufferPointer<UInt8>, _ take: (Piece) -> Void) {
    // The index at which the current object begins in `bytes`.
    var start = 0
    for index in bytes.indices {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\n") { line += 1 }
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInString = depth > 0
      case UInt8(ascii: "{"):
        if depth == 0 { (start, firstLine) = (index, line) }
        depth += 1
      case UInt8(ascii: "}") where depth > 0:
        depth -= 1
        guard depth == 0 else { break }
        object += bytes[start...index]
        take(Piece(bytes: object, line: firstLine, isComplete: true))
        object.removeAll(keepingCapacity: true)
      default: break
      }
    }
    guard depth > 0 else { return }
    object += bytes[start...]
    // A missing bracket or quotation mark must not cause the rest of the stream to be kept in memory.
    guard object.count > Self.longestObject else { return }
    finish(take)
  }

  /// Ends the stream; `take` receives an object that does not end.
  mutating func finish(_ take: (Piece) -> Void) {
    if depth > 0 { take(Piece(bytes: object, line: firstLine, isComplete: false)) }
    object = []
    (depth, isInString, isEscaped) = (0, false, false)
  }
}
