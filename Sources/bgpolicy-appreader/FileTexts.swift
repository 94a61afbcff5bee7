/// Texts in the place of files, by paths without links.
struct FileTexts {
  /// The texts; `nil` for a file that does not exist.
  private let texts: [String: String?]
  /// The names of the files that exist, and of the folders that lead to such files, by the folder that contains the name.
  private let names: [String: Set<String>]

  /// Texts by the paths of their files; `nil` for a file that does not exist.
  init(_ texts: [String: String?] = [:]) {
    self.texts = texts
    var names: [String: Set<String>] = [:]
    for (path, text) in texts where text != nil {
      var parts = path.split(separator: "/").map(String.init)
      while let name = parts.popLast() { names[parts.joined(separator: "/"), default: []].insert(name) }
    }
    self.names = names
  }

  /// Whether every file is that of the disk.
  var isEmpty: Bool { texts.isEmpty }

  /// The text of a file; `nil` if the file is that of the disk, and `nil` inside if the file does not exist.
  subscript(path: String) -> String?? { texts[path] }

  /// The names in a folder that has `listed` on the disk, sorted by their bytes; `nil` if the path is not a folder.
  func names(in folder: String, besides listed: [String]?) -> [String]? {
    let own = names[folder] ?? []
    guard let listed else { return own.isEmpty ? nil : own.sorted(by: Self.precedes) }
    let gone = listed.filter { texts[folder.isEmpty ? $0 : "\(folder)/\($0)"] == .some(nil) }
    return Set(listed).subtracting(gone).union(own).sorted(by: Self.precedes)
  }

  private static func precedes(_ left: String, _ right: String) -> Bool {
    left.utf8.lexicographicallyPrecedes(right.utf8)
  }
}
