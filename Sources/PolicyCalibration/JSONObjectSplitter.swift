/// Divides a stream of bytes into JSON objects, of which it keeps one at a time.
///
/// The objects may be elements of a list, lines, or follow each other with any white space.
struct JSONObjectSplitter {
  /// The longest object that is kept.
  static let longestObject = 1 << 24

  /// An object, or text in which there is none.
  struct Piece {
    let bytes: [UInt8]
    /// The line on which it begins, from 1.
    let line: Int
    /// Whether it ends with the bracket that closes it.
    let isComplete: Bool
  }

  private var object: [UInt8] = []
  private var firstLine = 1
  private var line = 1
  private var depth = 0
  private var isInString = false
  private var isEscaped = false

  /// Reads bytes; `take` receives each object that ends in them.
  mutating func feed(_ bytes: [UInt8], _ take: (Piece) -> Void) {
    bytes.withUnsafeBufferPointer { feed($0, take) }
  }

  private mutating func feed(_ bytes: UnsafeBufferPointer<UInt8>, _ take: (Piece) -> Void) {
    // The start of the part of the object that is in these bytes.
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
    // A bracket or quotation mark that is missing must not keep the rest of the stream.
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
