package import PolicySyntax

/// The app's code, which only somebody with a disk can read.
package struct AppCode: Sendable {
  private let files: @Sendable (String, (SourceText) -> Void) -> Void

  /// Code that is nowhere.
  package static let none = AppCode { _, _ in }

  /// Code as `files` reads it: given the path of a folder, it hands over each file of code in it, sorted by path.
  package init(files: @escaping @Sendable (_ folder: String, _ visit: (SourceText) -> Void) -> Void) {
    self.files = files
  }

  /// Hands over each file of code in a folder.
  func read(_ folder: String, _ visit: (SourceText) -> Void) { files(folder, visit) }
}

extension Policy {
  /// Hands over each file of code in an entry of `app.sources`, whose path is relative to the file that it stands in.
  package func readCode(in folder: Placed<String>, _ visit: (SourceText) -> Void) {
    let file = places.tree.sources[Int(places.span(at: .value(folder.place)).source.index)]
    code.read(RelativePath.resolve(folder.value, from: file.name), visit)
  }
}
