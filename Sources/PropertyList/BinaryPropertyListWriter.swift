/// Writes a table of objects as a binary property list.
enum BinaryPropertyListWriter {
  /// The file; the bytes of the trailer that don't describe the table come from `original`.
  static func bytes(
    of objects: [BinaryPropertyList.Object], root: Int, like original: [UInt8]
  ) -> [UInt8] {
    let referenceSize = size(of: objects.count - 1)
    var bytes = BinaryPropertyList.magic
    var offsets: [Int] = []
    for object in objects {
      offsets.append(bytes.count)
      switch object {
      case .leaf(let leaf): bytes += leaf
      case .list(let kind, let items):
        bytes += marker(kind, items.count) + items.flatMap { digits($0, referenceSize) }
      case .dictionary(let keys, let values):
        bytes += marker(0xD0, keys.count) + (keys + values).flatMap { digits($0, referenceSize) }
      }
    }
    let tableStart = bytes.count
    let offsetSize = size(of: tableStart)
    bytes += offsets.flatMap { digits($0, offsetSize) }
    bytes += original.suffix(32).prefix(6)
    bytes += [UInt8(offsetSize), UInt8(referenceSize)]
    return bytes + digits(objects.count, 8) + digits(root, 8) + digits(tableStart, 8)
  }

  /// The marker of an object of a type and length.
  static func marker(_ kind: UInt8, _ count: Int) -> [UInt8] {
    guard count >= 0x0F else { return [kind | UInt8(count)] }
    let size = size(of: count)
    return [kind | 0x0F, 0x10 | UInt8(size.trailingZeroBitCount)] + digits(count, size)
  }

  /// The number of bytes that a number needs: 1, 2, 4 or 8.
  private static func size(of number: Int) -> Int {
    [1, 2, 4].first { number < 1 << (8 * $0) } ?? 8
  }

  private static func digits(_ number: Int, _ size: Int) -> [UInt8] {
    (0..<size).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
