/// The files below a folder. Each real folder is visited once, even if several links lead to it.
///
/// Links come last, so that a file has its path without links, if there is such a path.
package struct FolderWalk {
  /// The use of a name in a folder.
  package enum Entry {
    case file, folder
    /// A folder if the name is a folder on the disk, and a file otherwise.
    case either
    /// A name that the walk leaves out if it is a folder on the disk, and a file otherwise.
    case onlyFile
    /// A name that the walk leaves out.
    case none
  }

  /// The maximum nesting of folders.
  package static let maximumDepth = 64

  /// The paths of the files, folder by folder, in the order of their names.
  package private(set) var files: [String] = []
  /// The folders that were left out because they are nested too deeply.
  package private(set) var tooDeep: [String] = []

  /// A link to a folder that is visited later.
  private struct Link {
    let path: String
    let depth: Int
  }

  private let tree: any FileTree
  private let entry: (String) -> Entry
  private var visited: Set<String> = []
  private var links: [Link] = []

  /// Walks through a folder; `entry` decides by a name what the name may be.
  package init(_ tree: any FileTree, from folder: String, entry: @escaping (String) -> Entry) {
    self.tree = tree
    self.entry = entry
    visit(folder, real: tree.realPath(of: folder), depth: 0)
    // The target of a link may contain links.
    var index = 0
    while index < links.count {
      let link = links[index]
      visit(link.path, real: tree.realPath(of: link.path), depth: link.depth)
      index += 1
    }
  }

  private mutating func visit(_ folder: String, real: String, depth: Int) {
    guard let names = tree.names(in: folder), visited.insert(real).inserted else { return }
    guard depth < Self.maximumDepth else {
      tooDeep.append(folder)
      return
    }
    for name in names {
      let path = folder.isEmpty ? name : "\(folder)/\(name)"
      switch entry(name) {
      case .none: continue
      case .file: files.append(path)
      case .either where tree.names(in: path) == nil, .onlyFile where tree.names(in: path) == nil:
        files.append(path)
      case .onlyFile: continue
      case .either, .folder:
        if tree.isLink(path) {
          links.append(Link(path: path, depth: depth + 1))
        } else {
          visit(path, real: real.isEmpty ? name : "\(real)/\(name)", depth: depth + 1)
        }
      }
    }
  }
}
