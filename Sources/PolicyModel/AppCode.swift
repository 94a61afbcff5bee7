package import PolicySyntax

/// The app's code and property lists, which only somebody with a disk can read.
package struct AppCode: Sendable {
  private let files: @Sendable (String, (SourceText) -> Void) -> Void
  /// The bytes of a property list; `nil` if nobody can say, so that nothing is said of property lists.
  let contents: (@Sendable (String) -> Result<[UInt8], UnreadableFile>)?
  /// Why a folder of code can't be read; `nil` if it can.
  private let problem: @Sendable (String) -> UnreadableFile?

  /// Code that is nowhere.
  package static let none = AppCode { _, _ in }

  /// Code as `files` reads it: given the path of a folder, it hands over each file of code in it, sorted by path.
  ///
  /// `contents` gives the bytes of a property list, and `problem` the reason why a folder can't be read.
  package init(
    contents: (@Sendable (_ path: String) -> Result<[UInt8], UnreadableFile>)? = nil,
    problem: @escaping @Sendable (_ folder: String) -> UnreadableFile? = { _ in nil },
    files: @escaping @Sendable (_ folder: String, _ visit: (SourceText) -> Void) -> Void
  ) {
    self.contents = contents
    self.problem = problem
    self.files = files
  }

  /// Hands over each file of code in a folder.
  func read(_ folder: String, _ visit: (SourceText) -> Void) { files(folder, visit) }

  /// Why a folder can't be read; `nil` if it can.
  func problem(of folder: String) -> UnreadableFile? { problem(folder) }
}

extension Policy {
  /// Hands over each file of code in an entry of `app.sources`, whose path is relative to the file that it stands in.
  package func readCode(in folder: Located<String>, _ visit: (SourceText) -> Void) {
    code.read(path(of: folder), visit)
  }

  /// Why an entry of `app.sources` can't be read; `nil` if it can.
  package func problem(ofCodeIn folder: Located<String>) -> UnreadableFile? {
    code.problem(of: path(of: folder))
  }

  /// A path that the policy names, which is relative to the file that it stands in.
  package func path(of named: Located<String>) -> String {
    let file = nodes.tree.sources[Int(nodes.span(at: .value(named.node)).source.index)]
    return RelativePath.resolve(named.value, from: file.name)
  }
}
