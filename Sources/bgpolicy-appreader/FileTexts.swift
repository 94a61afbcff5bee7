internal import Quantities

/// Texts that replace files, by the files' paths without links.
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
      var parts = path.pathNames.map(String.init)
      while let name = parts.popLast() { names[parts.joined(separator: "/"), default: []].insert(name) }
    }
    self.names = names
  }

  /// Whether no file is replaced.
  var isEmpty: Bool { texts.isEmpty }

  /// The text that replaces a file; `nil` if the file is not replaced, and `.some(nil)` if the file does not exist.
  subscript(path: String) -> String?? { texts[path] }

  /// The names in a folder, sorted by their bytes; `nil` if the path is not a folder. `listed` are the folder's names on the disk.
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
