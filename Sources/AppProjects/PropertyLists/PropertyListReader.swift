internal import AppFacts
internal import PropertyList

/// Reads property lists, and reads each file only once.
final class PropertyListReader {
  /// The maximum size of a file in bytes. The property lists of apps have a few thousand bytes.
  private static let sizeLimit = 1 << 20

  private let files: ProjectFiles
  private var read: [String: ValueNode?] = [:]

  init(_ files: ProjectFiles) { self.files = files }

  /// The value at the root of a file. If the file can't be read, the result is `nil`, and the reason is noted.
  func root(of path: String) -> ValueNode? {
    if let root = read[path] { return root }
    let root = load(path)
    read[path] = root
    return root
  }

  private func load(_ path: String) -> ValueNode? {
    guard let file = files.text(of: path) else {
      files.note(FactLocation(file: path), "It is missing")
      return nil
    }
    guard file.bytes.count <= Self.sizeLimit else {
      files.refuse(FactLocation(file: path), "The property list is larger than \(Self.sizeLimit >> 20) MiB")
      return nil
    }
    do {
      let list = try PropertyListFile(file.bytes)
      guard files.keep(list.count, of: path) else { return nil }
      // The places of a file in UTF-16 refer to its text in UTF-8.
      let text = list.bytes == file.bytes ? file : TextFile(path: path, bytes: list.bytes)
      let root = ValueNode(list.root, in: text)
      guard case .dictionary = root.content else {
        files.note(root.location, "The root of the property list must be a dictionary")
        return nil
      }
      return root
    } catch {
      files.add(
        UnreadFact(file.location(of: error.offset), reason: error.message, isRefused: error.isLimit))
      return nil
    }
  }
}
