internal import PolicySyntax
internal import PropertyList

/// The property lists that were read for policies, by their paths. Policies that name the same file share what was parsed.
package struct ParsedPropertyLists: Sendable {
  /// A file that was read.
  struct File: Sendable {
    let bytes: [UInt8]
    /// The property list; the reason if the file can't be read as a property list.
    let document: Result<PropertyListDocument, UnreadableFile>
  }

  private var files: [String: File] = [:]

  /// No property lists.
  package init() {}

  /// The bytes of a file that was read; `nil` for a file that was not read.
  func bytes(of path: String) -> [UInt8]? { files[path]?.bytes }

  /// The property list in a file with some content, which is parsed unless a file of the path and the content is known.
  mutating func document(at path: String, _ bytes: [UInt8]) -> Result<PropertyListDocument, UnreadableFile> {
    // Arrays that share their storage are equal at once.
    if let file = files[path], file.bytes == bytes { return file.document }
    let document = Self.document(bytes)
    files[path] = File(bytes: bytes, document: document)
    return document
  }

  private static func document(_ bytes: [UInt8]) -> Result<PropertyListDocument, UnreadableFile> {
    guard bytes.count <= AppFile.sizeLimit else { return .failure(UnreadableFile("It is too large")) }
    do throws(PropertyListProblem) {
      return .success(try PropertyListDocument(bytes))
    } catch {
      let position = error.offset.map { LineTable(bytes).position(ofByte: $0) }
      let node = position.map { "line \($0.line), column \($0.column): " } ?? ""
      return .failure(UnreadableFile(node + error.message))
    }
  }
}
