internal import AppSources
internal import Foundation

/// Indexes of source files in a folder, by the content of the file and the reader that made them.
///
/// Every index is a file of its own, which is written under another name and renamed, so that several readers may use one folder.
/// A file that is damaged counts as missing. The folder may be deleted at any time.
final class IndexCache: Sendable {
  private let folder: String
  /// The hash of the reader, so that another one reads everything anew.
  private let reader: ContentHash

  /// A cache in a folder, which is made if it is missing; `nil` if it can't be, or if the reader's own file can't be read.
  init?(_ folder: String) {
    guard let path = Bundle.main.executablePath, let data = FileManager.default.contents(atPath: path) else {
      return nil
    }
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch { return nil }
    self.folder = folder
    reader = ContentHash(Array(data))
  }

  /// The index of a file: the one in the cache, or a new one, which is kept.
  func index(of file: SourceFile) -> FileIndex {
    let path = "\(folder)/\(name(of: file))"
    if let data = FileManager.default.contents(atPath: path),
      let content = Self.content(of: Array(data)), let index = CodeReader.index(content, of: file)
    {
      return index
    }
    let index = CodeReader.index(file)
    guard index.isRead else { return index }
    let content = CodeReader.bytes(of: index)
    // Without it, the next run reads the file again.
    CacheFile.write(ContentHash(content).bytes + content, to: path)
    return index
  }

  /// The name of a file's index, by its content and language.
  private func name(of file: SourceFile) -> String {
    var hash = reader
    hash.combine(Array(file.text.utf8))
    return file.path.hasSuffix(".swift") ? hash.text : hash.text + "-c"
  }

  /// Deletes everything but the indexes of some files, if the folder has grown to more than twice as many and ``spare``.
  func prune(keeping files: [SourceFile]) {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder),
      names.count > 2 * files.count + Self.spare
    else { return }
    let used = Set(files.map(name))
    // Another reader may have deleted it already.
    for name in names where !used.contains(name) {
      try? FileManager.default.removeItem(atPath: "\(folder)/\(name)")
    }
  }

  /// The number of indexes of other branches and apps that the folder may have in addition.
  private static let spare = 1000

  /// The content of a file of the cache; `nil` if it is damaged.
  private static func content(of bytes: [UInt8]) -> [UInt8]? {
    guard bytes.count > ContentHash.size else { return nil }
    let content = Array(bytes.dropFirst(ContentHash.size))
    return ContentHash(content).bytes == Array(bytes.prefix(ContentHash.size)) ? content : nil
  }
}

/// Two hashes of 64 bits by the method of Fowler, Noll and Vo, of words instead of bytes.
struct ContentHash {
  static let size = 16

  private var first: UInt64 = 0xcbf2_9ce4_8422_2325
  private var second: UInt64 = 0x9ae1_6a3b_2f90_404f

  init(_ bytes: [UInt8]) { combine(bytes) }

  mutating func combine(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { buffer in
      var offset = 0
      while offset + 8 <= buffer.count {
        add(UInt64(littleEndian: buffer.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
        offset += 8
      }
      for index in offset..<buffer.count { add(UInt64(buffer[index])) }
    }
    add(UInt64(bytes.count))
  }

  private mutating func add(_ word: UInt64) {
    first = (first ^ word) &* 0x0000_0100_0000_01b3
    first ^= first >> 29
    second = (second &+ word) &* 0xff51_afd7_ed55_8ccd
    second ^= second >> 32
  }

  var bytes: [UInt8] {
    [first, second].flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
  }

  /// The hashes as hexadecimal digits.
  var text: String {
    let digits = Array("0123456789abcdef")
    return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }
}
