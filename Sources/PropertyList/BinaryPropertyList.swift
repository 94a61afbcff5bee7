/// A binary property list (`bplist00`) as its table of objects.
///
/// An edit changes single objects. All other objects keep their bytes and numbers.
struct BinaryPropertyList: Sendable {
  /// The first bytes of the file.
  static let magic = Array("bplist00".utf8)

  /// An object of the table.
  enum Object: Sendable {
    /// The bytes of an object without references, including the object's marker.
    case leaf([UInt8])
    /// An array or a set: the upper half of its marker, and the numbers of its elements.
    case list(kind: UInt8, [Int])
    /// A dictionary: the numbers of its keys and of its values.
    case dictionary(keys: [Int], values: [Int])
  }

  /// The upper half of the marker of an array.
  static let arrayKind: UInt8 = 0xA0

  /// The bytes of the file.
  private(set) var bytes: [UInt8]
  private var objects: [Object]
  private let root: Int

  init(_ bytes: [UInt8]) throws(PropertyListProblem) {
    self.bytes = bytes
    (objects, root) = try BinaryPropertyListReader.table(of: bytes)
    guard case .dictionary = objects[root] else {
      throw PropertyListProblem("The root of the property list must be a dictionary", at: nil)
    }
  }

  func value(at path: [String]) throws(PropertyListProblem) -> PropertyListValue? {
    var number = root
    for key in path {
      guard let member = try self.number(of: key, in: number) else { return nil }
      number = member.value
    }
    if case .list(Self.arrayKind, let items) = objects[number] {
      return .array(items.map { shallowValue(of: objects[$0]) })
    }
    return shallowValue(of: objects[number])
  }

  // MARK: Changes

  func appending(_ texts: [String], to key: String) throws(PropertyListProblem) -> BinaryPropertyList {
    var result = self
    let added = texts.map { result.add(.leaf(Self.string($0))) }
    guard let member = try number(of: key) else {
      result.add(key: key, value: result.add(.list(kind: Self.arrayKind, added)))
      return result.written()
    }
    guard case .list(Self.arrayKind, let items) = objects[member.value] else {
      let kind = shallowValue(of: objects[member.value]).kind
      throw PropertyListProblem("\(key) must be an array; found \(kind)", at: nil)
    }
    let array = Object.list(kind: Self.arrayKind, items + added)
    // Two keys with equal arrays may share one object. The other key keeps that object.
    if isShared(member.value) {
      result.setValue(at: member.index, to: result.add(array))
    } else {
      result.objects[member.value] = array
    }
    return result.written()
  }

  func setting(_ key: String, to value: PropertyListScalar) throws(PropertyListProblem) -> BinaryPropertyList
  {
    var result = self
    let object =
      switch value {
      case .string(let text): Object.leaf(Self.string(text))
      case .boolean(let isTrue): Object.leaf([isTrue ? 0x09 : 0x08])
      }
    guard let member = try number(of: key) else {
      result.add(key: key, value: result.add(object))
      return result.written()
    }
    if isShared(member.value) {
      result.setValue(at: member.index, to: result.add(object))
    } else {
      result.objects[member.value] = object
    }
    return result.written()
  }

  private func written() -> BinaryPropertyList {
    var result = self
    result.bytes = BinaryPropertyListWriter.bytes(of: objects, root: root, like: bytes)
    return result
  }

  private mutating func add(_ object: Object) -> Int {
    objects.append(object)
    return objects.count - 1
  }

  private mutating func add(key: String, value: Int) {
    let number = add(.leaf(Self.string(key)))
    guard case .dictionary(let keys, let values) = objects[root] else { return }
    objects[root] = .dictionary(keys: keys + [number], values: values + [value])
  }

  private mutating func setValue(at index: Int, to value: Int) {
    guard case .dictionary(let keys, var values) = objects[root] else { return }
    values[index] = value
    objects[root] = .dictionary(keys: keys, values: values)
  }

  // MARK: Looking up values

  /// The index of a key's value in the root, and the number of its object.
  private func number(of key: String) throws(PropertyListProblem) -> (index: Int, value: Int)? {
    try number(of: key, in: root)
  }

  /// The index of a key's value in a dictionary, and the number of the value's object. The dictionary is given by its number.
  private func number(
    of key: String, in dictionary: Int
  ) throws(PropertyListProblem) -> (index: Int, value: Int)? {
    guard case .dictionary(let keys, let values) = objects[dictionary] else { return nil }
    let found = keys.indices.filter { index in
      guard case .string(let text) = shallowValue(of: objects[keys[index]]) else { return false }
      return text.isExactly(key)
    }
    guard let first = found.first else { return nil }
    guard found.count == 1 else {
      throw PropertyListProblem(
        "The key \(key) occurs twice, but only one of them takes effect; remove one", at: nil)
    }
    return (first, values[first])
  }

  /// Whether more than one reference points to an object.
  private func isShared(_ number: Int) -> Bool {
    var count = 0
    for object in objects {
      switch object {
      case .leaf: break
      case .list(_, let items): count += items.count { $0 == number }
      case .dictionary(let keys, let values):
        count += keys.count { $0 == number } + values.count { $0 == number }
      }
      if count > 1 { return true }
    }
    return false
  }

  private func shallowValue(of object: Object) -> PropertyListValue {
    switch object {
    case .list(let kind, _): return .other(kind == Self.arrayKind ? "array" : "set")
    case .dictionary(let keys, _):
      return .dictionary(
        keys.compactMap {
          guard case .leaf(let bytes) = objects[$0], 0x50..<0x70 ~= bytes[0] else { return nil }
          return BinaryPropertyListReader.text(ofLeaf: bytes)
        })
    case .leaf(let bytes):
      switch bytes[0] {
      case 0x08: return .boolean(false)
      case 0x09: return .boolean(true)
      case 0x50..<0x70: return .string(BinaryPropertyListReader.text(ofLeaf: bytes))
      case 0x10..<0x20: return .other("integer")
      default: return .other("data")
      }
    }
  }

  /// A string as an object.
  private static func string(_ text: String) -> [UInt8] {
    let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
    if isASCII { return BinaryPropertyListWriter.marker(0x50, text.utf8.count) + Array(text.utf8) }
    return BinaryPropertyListWriter.marker(0x60, text.utf16.count)
      + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
  }
}
