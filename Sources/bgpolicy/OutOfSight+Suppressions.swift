internal import AppFacts
internal import PolicyLint
internal import PolicyReports
internal import PolicySyntax
internal import Quantities
internal import RepositoryFiles

// The comments by which findings do not count.
extension OutOfSight {
  /// Adds the comments in policies and code that suppress findings, and that the base does not have at the same lines.
  mutating func addSuppressions(in sources: [SourceText]) {
    var names: Set<String> = []
    let found = sources.filter { names.insert($0.name).inserted }
      .map { (source: $0, comments: Self.suppressions(in: $0.bytes)) }.filter { !$0.comments.isEmpty }
    let former = suppressions(atBaseOf: found.map { absolute($0.source.name) })
    let new = found.map { source, comments in
      var known = Self.numbers(of: former[absolute(source.name)] ?? [])
      return (source: source, comments: comments.filter { !Self.take($0, from: &known) })
    }.filter { !$0.comments.isEmpty }.sorted { $0.source.name.isBefore($1.source.name) }
    guard !new.isEmpty else { return }
    // A file with a comment may have moved, and stays code or a policy.
    let gone = entries.keys.filter { Self.maySuppress($0) && FileAccess.kind(of: $0) == nil }
    var moved = Dictionary(grouping: suppressions(atBaseOf: gone), by: { AppFacts.isCode($0.key) })
      .mapValues { Self.numbers(of: $0.flatMap(\.value)) }
    for (source, comments) in new {
      let lines = LineTable(source.bytes)
      add(
        comments.filter { !Self.take($0, from: &moved[AppFacts.isCode(source.name), default: [:]]) }.map {
          comment in
          .gateLoosened(
            at: Self.span(ofLine: comment.line, in: lines), path: "",
            "The change suppresses findings in \(source.name), which then don't count: \(comment.text)",
            help: "suppress findings apart from the change that causes them")
        }, to: source)
    }
  }

  /// A comment that suppresses findings.
  private struct Suppression {
    let line: Int
    /// The comment from its directive on.
    let text: String
    /// The rest of the line or, for a comment alone on its line, the next line that is not only a comment.
    var covered: String
    /// The lines around the comment that are indented less, the innermost first, such as the start of the function.
    let surroundings: [String]

    /// The texts that have to be equal in a comment of the base.
    var meaning: [String] { [text, covered] + surroundings }
  }

  /// The most lines around a comment that count.
  private static let mostSurroundings = 4

  /// Whether a file is a policy, or has code.
  private static func maySuppress(_ path: String) -> Bool {
    AppFacts.isCode(path) || [".h", ".yaml", ".yml", ".json"].contains(where: path.hasSuffix)
  }

  /// The comments that files had before the change, by their absolute paths. Without the content of the files, every comment
  /// counts as new.
  private func suppressions(atBaseOf paths: [String]) -> [String: [Suppression]] {
    var found: [String: [Suppression]] = [:]
    try? repository.forEachContent(of: paths.compactMap { entries[$0] }, limit: AppReader.fileLimit) {
      found[$0.object] = (try? $1.get()).map(Self.suppressions)
    }
    return Dictionary(
      paths.compactMap { path in entries[path].flatMap { found[$0.object] }.map { (path, $0) } }
    ) { first, _ in first }
  }

  /// The numbers of equal comments at equal lines.
  private static func numbers(of comments: [Suppression]) -> [[String]: Int] {
    Dictionary(comments.map { ($0.meaning, 1) }, uniquingKeysWith: +)
  }

  /// Takes a comment away from some comments; returns whether the comment was among them.
  private static func take(_ comment: Suppression, from numbers: inout [[String]: Int]) -> Bool {
    let key = comment.meaning
    guard let number = numbers[key], number > 0 else { return false }
    numbers[key] = number - 1
    return true
  }

  /// The comments of a text that suppress findings, as far as they count.
  private static func suppressions(in bytes: [UInt8]) -> [Suppression] {
    guard bytes.contains(sequence: SuppressionComment.directive) else { return [] }
    let table = LineTable(bytes)
    func text(ofLine line: Int) -> String {
      String(decoding: table.content(ofLine: line), as: UTF8.self).trimmed
    }
    var found: [Suppression] = []
    // The comments alone on their lines that no line of code follows yet, by their indices in `found`.
    var waiting: [Int] = []
    // The lines around the next line.
    var open: [(indentation: Int, line: Int)] = []
    for line in 1...table.count {
      let content = table.content(ofLine: line)
      let indentation = content.prefix(while: \.isSpaceOrTab).count
      guard indentation < content.count else { continue }
      while let last = open.last, last.indentation >= indentation { open.removeLast() }
      if found.count < SuppressionComment.mostInFile,
        content.contains(sequence: SuppressionComment.directive),
        case let whole = text(ofLine: line),
        let start = whole.firstRange(of: SuppressionComment.directive)?.lowerBound
      {
        let code = whole[..<start].trimmed
        if isComment(code) { waiting.append(found.count) }
        found.append(
          Suppression(
            line: line, text: String(whole[start...]), covered: code,
            surroundings: open.suffix(mostSurroundings).reversed().map { text(ofLine: $0.line) }))
      }
      let rest = String(decoding: content.dropFirst(indentation).prefix(2), as: UTF8.self)
      guard !isComment(rest) else { continue }
      for index in waiting { found[index].covered = text(ofLine: line) }
      waiting = []
      open.append((indentation, line))
    }
    for index in waiting { found[index].covered = "" }
    return found
  }

  /// Whether a line without spaces at its ends begins like a comment.
  private static func isComment(_ line: String) -> Bool {
    ["#", "//", "/*", "*"].contains(where: line.hasPrefix)
  }
}
