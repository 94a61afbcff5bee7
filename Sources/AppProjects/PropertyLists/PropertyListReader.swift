internal import AppFacts
internal import PropertyList

/// Reads property lists, and reads each file only once.
final class PropertyListReader {
  /// The maximum size of a file in bytes. The property lists of apps have a few thousand bytes.
  private static let sizeLimit = 1 << 20

  private let files: ProjectFiles
  private var read: [String: ValueNode?] = [:]
  /// The part of each file that facts may have, with the number of its values.
  private var parts: [String: (root: ValueNode, count: Int)] = [:]

  init(_ files: ProjectFiles) { self.files = files }

  /// The value at the root of a file. If the file can't be read, the result is `nil`, and the reason is noted.
  func root(of path: String) -> ValueNode? {
    if let root = read[path] { return root }
    let root = load(path)
    read[path] = root
    return root
  }

  /// The keys of files that facts may have.
  private static let keys = Set(PropertyListKey.infoPlist + PropertyListKey.entitlements)

  /// The most values that the facts of all targets may have together. An app with 30 targets has some thousands
  /// of values.
  private let values = StepBudget(50_000)

  /// The dictionary at the root of a file with only those keys that facts may have. `nil` for a file whose values are too many
  /// for one more target.
  func facts(of path: String) -> ValueNode? {
    guard let part = part(of: path) else { return nil }
    guard values.take(part.count) else {
      files.refuse(
        FactLocation(file: path), "The targets have more than \(values.steps) values of property lists")
      return nil
    }
    return part.root
  }

  private func part(of path: String) -> (root: ValueNode, count: Int)? {
    if let part = parts[path] { return part }
    guard let root = root(of: path) else { return nil }
    let entries = root.entries.filter {
      Self.keys.contains($0.key) || PropertyListKey.replacedKey(by: $0.key) != nil
    }
    let count = entries.reduce(0) { $0 + $1.value.count }
    parts[path] = (ValueNode(.dictionary(entries), in: root.file, at: root.offset), count)
    return parts[path]
  }

  private func load(_ path: String) -> ValueNode? {
    guard let file = files.propertyList(of: path) else {
      files.note(unread: path)
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
