internal import AppSources
internal import Foundation
internal import Quantities
internal import RepositoryFiles

/// A cache of the indexes of source files. The key of an index is a hash of the file's content and of the reader that made the index.
///
/// Every index is a separate file, which is written under a temporary name and then renamed, so that several readers may use the same
/// folder. A damaged file counts as missing. The folder may be deleted at any time.
final class IndexCache: Sendable {
  private let folder: CacheFolder
  /// The hash of the reader, so that a different build of the reader reads all files anew.
  private let reader: [UInt8]

  /// The largest index that is read, in bytes.
  private static let sizeLimit = 256 << 20

  /// A cache in a folder; `nil` if the reader's own file can't be read.
  init?(_ folder: CacheFolder) {
    guard let path = Bundle.main.executablePath,
      let bytes = try? FileAccess(allowsOutside: true).read(path, limit: Self.sizeLimit)
    else { return nil }
    self.folder = folder
    reader = ContentHash(bytes).bytes
  }

  /// The index of a file from the cache. If the cache has no index, makes the index and keeps it.
  func index(of file: SourceFile) -> FileIndex {
    let name = name(of: file)
    if let bytes = folder.read(name, limit: Self.sizeLimit), let content = Self.content(of: bytes),
      let index = CodeReader.index(content, of: file)
    {
      return index
    }
    let index = CodeReader.index(file)
    guard index.isRead, index.refusal == nil else { return index }
    let content = CodeReader.bytes(of: index)
    // If writing fails, the next run reads the file again.
    folder.write(ContentHash(content).bytes + content, to: name)
    return index
  }

  /// The name of a file's index: a hash of the reader and the content, and the language.
  ///
  /// It is not feasible to create a second file with the same hash, which would get the index of the first file.
  private func name(of file: SourceFile) -> String {
    let hash = SHA256.digits(of: reader + Array(file.text.utf8)).prefix(Self.digitCount)
    return file.path.hasSuffix(".swift") ? String(hash) : hash + Self.otherLanguage
  }

  private static let digitCount = 40
  private static let otherLanguage = "-c"

  /// Whether a name is the name of an index in the cache, or of the temporary file of a killed run.
  private static func isOwn(_ name: String) -> Bool {
    let digits = name.prefix(digitCount)
    guard digits.utf8.count == digitCount, digits.allSatisfy({ "0123456789abcdef".contains($0) }) else {
      return false
    }
    var rest = name.dropFirst(digitCount)
    if rest.hasPrefix(otherLanguage) { rest = rest.dropFirst(otherLanguage.count) }
    return rest.isEmpty || rest.wholeMatch(of: /\.[0-9]+-[0-9]\.tmp/) != nil
  }

  /// Deletes all indexes except the indexes of some files, if the folder has more indexes than twice the number of files plus ``spare``.
  ///
  /// All other files in the folder stay.
  func prune(keeping files: [SourceFile]) {
    let names = folder.names.filter(Self.isOwn)
    guard names.count > 2 * files.count + Self.spare else { return }
    let used = Set(files.map(name))
    // Another reader may have deleted the index already.
    for name in names where !used.contains(name) { folder.remove(name) }
  }

  /// The number of further indexes that the folder may have, for other branches and apps.
  private static let spare = 1000

  /// The content of a file of the cache; `nil` if the file is damaged.
  private static func content(of bytes: [UInt8]) -> [UInt8]? {
    guard bytes.count > ContentHash.size else { return nil }
    let content = Array(bytes.dropFirst(ContentHash.size))
    return ContentHash(content).bytes == Array(bytes.prefix(ContentHash.size)) ? content : nil
  }
}

/// Two hashes of 64 bits, computed by a variant of FNV that takes words instead of bytes. The hashes detect damage, but not forgery.
struct ContentHash {
  static let size = 16

  private var first: UInt64 = 0xcbf2_9ce4_8422_2325
  private var second: UInt64 = 0x9ae1_6a3b_2f90_404f

  init(_ bytes: [UInt8]) { combine(bytes) }

  private mutating func combine(_ bytes: [UInt8]) {
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
}
