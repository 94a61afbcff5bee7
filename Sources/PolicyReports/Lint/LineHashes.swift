/// The hashes by which GitHub's code scanning recognizes a line after lines above the line were added or
/// removed.
///
/// The action that uploads SARIF computes the same hashes: a polynomial modulo 2⁶⁴ of the first 100 UTF-16
/// units from the line's start, without spaces and tabs. CR and CR LF count as LF, one unit 0xFFFF ends the
/// file, and zeros pad the last lines.
struct LineHashes {
  private static let base: UInt64 = 37
  private static let width = 100

  private let hashes: [String]

  /// The hashes of all lines of a file.
  init(_ bytes: [UInt8]) {
    let (units, starts) = Self.units(of: bytes)
    // The factor of the oldest unit, which leaves the window of 100 units.
    let leaving = (0..<Self.width).reduce(UInt64(1)) { product, _ in product &* Self.base }
    var counts: [UInt64: Int] = [:]
    var hashes: [String] = []
    var hash: UInt64 = 0
    var position = 0
    for start in starts {
      while position < start + Self.width {
        hash = hash &* Self.base
        if position < units.count { hash &+= UInt64(units[position]) }
        if position >= Self.width { hash &-= leaving &* UInt64(units[position - Self.width]) }
        position += 1
      }
      let count = counts[hash, default: 0] + 1
      counts[hash] = count
      hashes.append("\(String(hash, radix: 16)):\(count)")
    }
    self.hashes = hashes
  }

  /// The hash of a line, a colon, and the number of the line among the lines with an equal hash. Lines and
  /// numbers start at 1.
  func hash(ofLine line: Int) -> String? {
    hashes.indices.contains(line - 1) ? hashes[line - 1] : nil
  }

  /// The units that are part of the hashes, and the indices of the units that begin a line.
  private static func units(of bytes: [UInt8]) -> (units: [UInt16], starts: [Int]) {
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count + 1)
    var starts: [Int] = []
    var isLineStart = true
    var isAfterCR = false
    func append(_ unit: UInt16) {
      if isLineStart { starts.append(units.count) }
      isLineStart = unit == lineFeed
      units.append(unit)
    }
    for unit in String(decoding: bytes, as: UTF8.self).utf16 {
      switch unit {
      case space, tab: isAfterCR = false
      case lineFeed where isAfterCR: isAfterCR = false
      default:
        isAfterCR = unit == carriageReturn
        append(isAfterCR ? lineFeed : unit)
      }
    }
    append(endOfFile)
    return (units, starts)
  }

  private static let tab: UInt16 = 0x09
  private static let lineFeed: UInt16 = 0x0A
  private static let carriageReturn: UInt16 = 0x0D
  private static let space: UInt16 = 0x20
  private static let endOfFile: UInt16 = 0xFFFF
}
