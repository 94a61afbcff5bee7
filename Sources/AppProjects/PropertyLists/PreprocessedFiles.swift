internal import AppFacts

/// What the C preprocessor finds in files that targets share. Each file is looked at once.
final class PreprocessedFiles {
  let files: ProjectFiles
  private var contents: [ObjectIdentifier: Content] = [:]

  private struct Content {
    /// The file, which has to live as long as its identity is a key.
    let file: TextFile
    let directives: [TextFile.Directive]
    /// The first place that is not followed, by the kind of text; the inner `nil` if all is followed.
    var problems: [Kind: (offset: Int, reason: String)?] = [:]
    /// The places of the keys at the root with each word.
    var keys: [Substring: [FactLocation]]?
  }

  /// The kinds of texts, which have different directives and comments.
  enum Kind {
    case list, traditionalList, header
  }

  init(_ files: ProjectFiles) { self.files = files }

  private func content(of file: TextFile) -> Content {
    if let content = contents[ObjectIdentifier(file)] { return content }
    let content = Content(file: file, directives: file.directives)
    contents[ObjectIdentifier(file)] = content
    return content
  }

  /// The directives of a file. Each counts as a step whenever a target asks for them; empty if no steps are left.
  func directives(of file: TextFile) -> [TextFile.Directive] {
    let found = content(of: file).directives
    return files.take(found.count, at: FactLocation(file: file.path)) ? found : []
  }

  /// The prefix of the names that the compiler defines. As a key, the prefix stands for all words that begin
  /// with the prefix.
  static let ofCompiler: Substring = "__"

  /// The places of the keys at the root of a property list, by the words of the keys.
  func keys(of root: ValueNode) -> [Substring: [FactLocation]] {
    if let keys = content(of: root.file).keys { return keys }
    var keys: [Substring: [FactLocation]] = [:]
    for entry in root.entries {
      for word in Preprocessor.words(of: entry.key) {
        let place = root.file.location(of: entry.offset)
        keys[word, default: []].append(place)
        if word.hasPrefix(Self.ofCompiler), word != Self.ofCompiler {
          keys[Self.ofCompiler, default: []].append(place)
        }
      }
    }
    contents[ObjectIdentifier(root.file)]?.keys = keys
    return keys
  }

  /// Refuses a file with a place that is not followed.
  func check(_ file: TextFile, as kind: Kind) {
    let problem: (offset: Int, reason: String)?
    if let known = content(of: file).problems[kind] {
      problem = known
    } else {
      problem =
        switch kind {
        case .list: PreprocessedText(list: file.bytes, isTraditional: false).problem
        case .traditionalList: PreprocessedText(list: file.bytes, isTraditional: true).problem
        case .header: PreprocessedText(header: file.bytes).problem
        }
      contents[ObjectIdentifier(file)]?.problems[kind] = .some(problem)
    }
    if let problem { files.refuse(file.location(of: problem.offset), problem.reason) }
  }
}
