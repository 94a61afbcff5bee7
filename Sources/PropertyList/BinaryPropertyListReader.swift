/// Reads the table of objects of a binary property list.
struct BinaryPropertyListReader {
  private static let trailerSize = 32

  private let bytes: [UInt8]
  /// The end of the objects and the start of their offset table.
  private let tableStart: Int
  private let offsetSize: Int
  private let referenceSize: Int
  private let count: Int
  private let root: Int

  /// The objects in the order of their numbers, and the number of the root.
  static func table(
    of bytes: [UInt8]
  ) throws(PropertyListProblem) -> (objects: [BinaryPropertyList.Object], root: Int) {
    let reader = try BinaryPropertyListReader(bytes)
    var objects: [BinaryPropertyList.Object] = []
    // Objects don't overlap, so all objects together are not larger than the file.
    var room = bytes.count
    for number in 0..<reader.count {
      let object = try reader.object(number)
      room -= reader.size(of: object)
      guard room >= 0 else { throw damage("its objects overlap") }
      objects.append(object)
    }
    return (objects, reader.root)
  }

  private init(_ bytes: [UInt8]) throws(PropertyListProblem) {
    self.bytes = bytes
    let trailer = bytes.count - Self.trailerSize
    let start = BinaryPropertyList.magic.count
    guard trailer > start else { throw Self.damage("it ends too soon") }
    offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    count = Self.integer(bytes[trailer + 8..<trailer + 16]) ?? 0
    root = Self.integer(bytes[trailer + 16..<trailer + 24]) ?? .max
    tableStart = Self.integer(bytes[trailer + 24..<trailer + 32]) ?? .max
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize), tableStart >= start,
      tableStart < trailer, count > 0, count <= (trailer - tableStart) / offsetSize, root < count
    else { throw Self.damage("its trailer is invalid") }
  }

  private func object(_ number: Int) throws(PropertyListProblem) -> BinaryPropertyList.Object {
    let entry = tableStart + number * offsetSize
    guard let start = Self.integer(bytes[entry..<entry + offsetSize]),
      start >= BinaryPropertyList.magic.count,
      start < tableStart
    else { throw Self.damage("object \(number) is outside of the file") }
    let kind = bytes[start] & 0xF0
    let low = Int(bytes[start] & 0x0F)
    switch kind {
    case 0x00: return .leaf([bytes[start]])
    // The sizes of integers, real numbers and dates are powers of two; a date is a real number of eight bytes.
    case 0x10, 0x20, 0x30: return .leaf(try slice(start, 1 + (1 << min(low, 8)), of: number))
    case 0x80: return .leaf(try slice(start, 2 + low, of: number))
    case 0x40, 0x50, 0x60, 0x70:
      let (size, head) = try length(at: start, of: number)
      let width = kind == 0x60 ? 2 : 1
      return .leaf(try slice(start, try sum(head, size, times: width, of: number), of: number))
    case 0xA0, 0xB0, 0xC0:
      let (size, head) = try length(at: start, of: number)
      return .list(kind: kind, try references(start + head, size, of: number))
    case 0xD0:
      let (size, head) = try length(at: start, of: number)
      let keys = try references(start + head, size, of: number)
      return .dictionary(
        keys: keys, values: try references(start + head + size * referenceSize, size, of: number))
    default: throw Self.damage("object \(number) has an unknown type")
    }
  }

  private func size(of object: BinaryPropertyList.Object) -> Int {
    switch object {
    case .leaf(let bytes): bytes.count
    case .list(_, let items): items.count * referenceSize
    case .dictionary(let keys, let values): (keys.count + values.count) * referenceSize
    }
  }

  /// The number of elements of an object, and the number of bytes before the first element.
  private func length(at start: Int, of number: Int) throws(PropertyListProblem) -> (size: Int, head: Int) {
    let low = Int(bytes[start] & 0x0F)
    guard low == 0x0F else { return (low, 1) }
    guard start + 1 < tableStart, bytes[start + 1] & 0xF0 == 0x10, bytes[start + 1] & 0x0F <= 3 else {
      throw Self.damage("object \(number) has no length")
    }
    let width = 1 << Int(bytes[start + 1] & 0x0F)
    let digits = try slice(start + 2, width, of: number)
    // No object can be longer than the file.
    guard let size = Self.integer(digits[...]), size <= bytes.count else {
      throw Self.damage("object \(number) is longer than the file")
    }
    return (size, 2 + width)
  }

  private func sum(_ head: Int, _ size: Int, times width: Int, of number: Int) throws(PropertyListProblem)
    -> Int
  {
    guard size <= bytes.count else { throw Self.damage("object \(number) is longer than the file") }
    return head + size * width
  }

  private func references(_ start: Int, _ size: Int, of number: Int) throws(PropertyListProblem) -> [Int] {
    let digits = try slice(start, size * referenceSize, of: number)
    var references: [Int] = []
    for index in 0..<size {
      let piece = digits[index * referenceSize..<(index + 1) * referenceSize]
      guard let reference = Self.integer(piece), reference < count else {
        throw Self.damage("object \(number) refers to a missing object")
      }
      references.append(reference)
    }
    return references
  }

  private func slice(_ start: Int, _ size: Int, of number: Int) throws(PropertyListProblem) -> [UInt8] {
    guard start <= tableStart, size <= tableStart - start else {
      throw Self.damage("object \(number) is longer than the file")
    }
    return Array(bytes[start..<start + size])
  }

  /// A big-endian number; `nil` if the number exceeds the size of any file.
  private static func integer(_ digits: ArraySlice<UInt8>) -> Int? {
    var result = 0
    for digit in digits {
      guard result < 1 << 48 else { return nil }
      result = result << 8 | Int(digit)
    }
    return result
  }

  private static func damage(_ what: String) -> PropertyListProblem {
    PropertyListProblem("The binary property list is damaged: \(what)", at: nil)
  }

  /// The string of a string object.
  static func text(ofLeaf bytes: [UInt8]) -> String {
    let head = bytes[0] & 0x0F == 0x0F ? 2 + (1 << Int(bytes[1] & 0x0F)) : 1
    let content = bytes[head...]
    guard bytes[0] & 0xF0 == 0x60 else { return String(decoding: content, as: UTF8.self) }
    let units = stride(from: content.startIndex, to: content.endIndex - 1, by: 2).map { index in
      UInt16(content[index]) << 8 | UInt16(content[index + 1])
    }
    return String(decoding: units, as: UTF16.self)
  }
}
