internal import PolicySyntax
internal import Quantities

/// The words of files that are no code, some of which are names of classes and methods: the system makes objects of the classes that an
/// interface or a property list names, and sets their properties.
package struct ResourceNames: Sendable {
  /// The words, as far as they may be names.
  private(set) var words: Set<String> = []
  /// Binary files, in which names have no ends.
  private var archives: [[UInt8]] = []
  private var archiveBytes = 0
  /// Whether other names are possible, because a file is not read.
  private(set) var areOpen = false

  /// The way in which a file contains names.
  package enum Form: Sendable {
    /// Any word may be a name.
    case names
    /// Only the lines that state classes have names.
    case settings
  }

  /// No words.
  package init() {}

  /// The most words of all files.
  private static let mostWords = 1_000_000

  /// The most bytes of binary files, and the most comparisons of their bytes with names.
  private static let mostArchiveBytes = 8 << 20
  private static let mostSteps = 20_000_000

  /// Makes any name possible.
  package mutating func leaveOpen() { areOpen = true }

  /// Adds the words of a file.
  package mutating func add(_ bytes: [UInt8], _ form: Form) {
    guard words.count < Self.mostWords else { return leaveOpen() }
    switch form {
    case .settings:
      for line in bytes.split(whereSeparator: \.isLineBreak) where line.contains(sequence: "Class") {
        addWords(of: line)
      }
    case .names:
      guard Self.isText(bytes) else {
        archiveBytes += bytes.count
        guard archiveBytes <= Self.mostArchiveBytes else { return leaveOpen() }
        archives += [bytes, bytes.filter { $0 != 0 }]
        return
      }
      // In UTF-16, each letter of a name has a byte of zero beside it.
      let text = Self.hasZero(bytes) ? bytes.filter { $0 != 0 } : bytes
      // A document may define names for parts of words, and have letters of other encodings.
      if text.contains(sequence: "<!ENTITY") || !Self.isKnown(text) { leaveOpen() }
      addWords(of: text.contains(sequence: "&#") ? Self.withoutReferences(text)[...] : text[...])
    }
  }

  /// Whether a file is a text, in UTF-8 or UTF-16.
  private static func isText(_ bytes: [UInt8]) -> Bool {
    let start = bytes.prefix(4)
    if start.elementsEqual("bpli".utf8) || start.elementsEqual("NIBA".utf8) { return false }
    let hasMark = bytes.starts(with: [0xfe, 0xff]) || bytes.starts(with: [0xff, 0xfe])
    return hasMark || !hasZero(bytes) || bytes.starts(with: [0x3c, 0]) || bytes.starts(with: [0, 0x3c])
  }

  /// Whether the words of a text can be read: it is a document, a binary archive, or text with the usual letters.
  private static func isKnown(_ text: [UInt8]) -> Bool {
    guard let start = text.prefix(256).firstRange(of: Array("encoding=".utf8)) else { return true }
    let name = String(
      decoding: text[start.upperBound...].dropFirst().prefix {
        $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "'")
      },
      as: UTF8.self)
    return ["utf-8", "utf-16", "us-ascii", "ascii", "iso-8859-1"].contains(name.lowercased())
  }

  private static func hasZero(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { $0.firstIndex(of: 0, from: 0) != nil }
  }

  /// A document with its references to characters replaced, such as `&#77;` and `&#x4D;`.
  private static func withoutReferences(_ text: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var index = 0
    while index < text.count {
      guard text[index] == UInt8(ascii: "&"), index + 1 < text.count, text[index + 1] == UInt8(ascii: "#"),
        let end = text[index..<min(index + 16, text.count)].firstIndex(of: UInt8(ascii: ";"))
      else {
        result.append(text[index])
        index += 1
        continue
      }
      let digits = String(decoding: text[(index + 2)..<end], as: UTF8.self)
      let isHexadecimal = digits.lowercased().hasPrefix("x")
      let value = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
      if let scalar = value.flatMap(Unicode.Scalar.init) { result += Array(String(scalar).utf8) }
      index = end + 1
    }
    return result
  }

  private mutating func addWords(of text: ArraySlice<UInt8>) {
    text.withUnsafeBufferPointer { bytes in
      var start = 0
      for index in 0...bytes.count {
        if index < bytes.count, Self.isPartOfWord[Int(bytes[index])] { continue }
        if index > start, index - start <= Self.longestWord { addWord(bytes[start..<index]) }
        start = index + 1
      }
    }
  }

  /// The longest name, in bytes.
  private static let longestWord = 512

  /// Whether a word may have a byte.
  private static let isPartOfWord = (UInt8.min...UInt8.max).map { byte in
    byte >= 0x80 || byte == UInt8(ascii: "_") || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
      || byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
  }

  private mutating func addWord(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) {
    let word = String(decoding: bytes, as: UTF8.self)
    words.insert(word)
    // The name of a private class in the runtime ends with its name in the code.
    if word.hasPrefix("_Tt") {
      for index in word.indices where !word[index].isNumber { words.insert(String(word[index...])) }
    }
  }

  /// The given names that archives contain, with any bytes before and after the name.
  private func archived(_ names: [String]) -> Set<String> {
    guard !archives.isEmpty else { return [] }
    // The names by their first two bytes.
    var byStart: [UInt16: [(name: String, bytes: [UInt8])]] = [:]
    for name in names where name.utf8.count > 1 {
      let bytes = Array(name.utf8)
      byStart[UInt16(bytes[0]) << 8 | UInt16(bytes[1]), default: []].append((name, bytes))
    }
    var found = Set(names.filter { $0.utf8.count < 2 })
    var steps = 0
    for archive in archives {
      for index in archive.indices.dropLast() where steps <= Self.mostSteps {
        let start = UInt16(archive[index]) << 8 | UInt16(archive[index + 1])
        guard let names = byStart[start] else { continue }
        steps += names.count
        for (name, bytes) in names where archive[index...].starts(with: bytes) { found.insert(name) }
      }
      // After too many steps, any name counts as contained.
      if steps > Self.mostSteps { return Set(names) }
    }
    return found
  }

  /// Whether the runtime may make objects of a type: it is a class.
  private static func mayBeMade(_ type: (value: TypeDeclaration, file: FileIndex)) -> Bool {
    type.value.kind == .class || !type.file.path.hasSuffix(".swift")
  }

  /// The names of types and methods that the words may mean.
  func names(in program: Program) -> Set<String> {
    let types = program.types.filter { $0.value.contains(where: Self.mayBeMade) }.map(\.key)
    // The runtime calls methods of Objective-C by their names; a key path sets a property by its setter.
    let methods = program.functions.filter { $0.value.contains { !$0.file.path.hasSuffix(".swift") } }
      .map { (name: $0.key, words: Self.words(for: $0.key)) }
    let archived = archived(types + methods.flatMap(\.words))
    func isNamed(_ word: String) -> Bool { areOpen || words.contains(word) || archived.contains(word) }
    return Set(types.filter(isNamed) + methods.filter { $0.words.contains(where: isNamed) }.map(\.name))
  }

  /// The words that mean a method: its name, and the property that it sets.
  private static func words(for method: String) -> [String] {
    guard method.hasPrefix("set"), method.count > 3 else { return [method] }
    let property = method.dropFirst(3)
    return [method, String(property), property.prefix(1).lowercased() + property.dropFirst()]
  }
}
