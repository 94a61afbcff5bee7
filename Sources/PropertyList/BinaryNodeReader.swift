/// Reads all values of a binary property list.
struct BinaryNodeReader {
  /// The maximum nesting.
  private static let maximumDepth = 256
  private let objects: [BinaryPropertyList.Object]
  /// The number of keys and values. An object counts once for each reference to the object.
  private var count = 0

  /// The root value of a file, and the number of keys and values.
  static func root(of bytes: [UInt8]) throws(PropertyListProblem) -> (PropertyListNode, count: Int) {
    let (objects, root) = try BinaryPropertyListReader.table(of: bytes)
    var reader = BinaryNodeReader(objects: objects)
    return (try reader.node(root, depth: 1), reader.count)
  }

  private init(objects: [BinaryPropertyList.Object]) { self.objects = objects }

  private mutating func node(_ number: Int, depth: Int) throws(PropertyListProblem) -> PropertyListNode {
    count += 1
    guard count <= PropertyListFile.mostValues else { throw PropertyListFile.tooManyValues(at: nil) }
    guard depth <= Self.maximumDepth else {
      throw PropertyListProblem("The binary property list is damaged: its values contain themselves", at: nil)
    }
    switch objects[number] {
    case .leaf(let bytes): return PropertyListNode(Self.content(ofLeaf: bytes), at: nil)
    case .list(_, let items):
      var nodes: [PropertyListNode] = []
      for item in items { nodes.append(try node(item, depth: depth + 1)) }
      return PropertyListNode(.array(nodes), at: nil)
    case .dictionary(let keys, let values):
      var entries: [PropertyListMember] = []
      count += keys.count
      for (key, value) in zip(keys, values) {
        guard case .leaf(let bytes) = objects[key], case .string(let name) = Self.content(ofLeaf: bytes)
        else { throw PropertyListProblem("The binary property list has a key that is not a string", at: nil) }
        entries.append(PropertyListMember(name, at: nil, try node(value, depth: depth + 1)))
      }
      return PropertyListNode(.dictionary(entries), at: nil)
    }
  }

  private static func content(ofLeaf bytes: [UInt8]) -> PropertyListNode.Content {
    let digits = bytes.dropFirst()
    switch bytes[0] {
    case 0x08: return .boolean(false)
    case 0x09: return .boolean(true)
    case 0x10...0x12: return .number(Double(digits.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }))
    case 0x13: return .number(Double(Int64(bitPattern: digits.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })))
    case 0x22: return .number(Double(Float(bitPattern: digits.reduce(UInt32(0)) { $0 << 8 | UInt32($1) })))
    case 0x23: return .number(Double(bitPattern: digits.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }))
    case 0x50..<0x70: return .string(BinaryPropertyListReader.text(ofLeaf: bytes))
    default: return .other
    }
  }
}
