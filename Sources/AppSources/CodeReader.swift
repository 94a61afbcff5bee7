package import AppFacts
internal import Quantities

/// The reader of Swift and Objective-C sources.
///
/// The reader has two phases. ``index(_:)`` reads a file by itself, so that files can be read in parallel and their indexes kept.
/// ``facts(of:)-([FileIndex])`` links the indexes of all files: it resolves constants, finds callers, and returns the facts.
package enum CodeReader {
  /// Reads a file by itself.
  package static func index(_ file: SourceFile) -> FileIndex {
    if ObjectiveCReader.reads(file.path) { return ObjectiveCReader.index(file) }
    var reader = DeclarationReader(file)
    return reader.read()
  }

  /// The compact form of an index, which depends on the text of its file only.
  package static func bytes(of index: FileIndex) -> [UInt8] { IndexWriter.bytes(of: index) }

  /// The index of a file from its compact form; `nil` if the form is damaged.
  package static func index(_ bytes: [UInt8], of file: SourceFile) -> FileIndex? {
    do {
      return ObjectiveCReader.reads(file.path)
        ? ObjectiveCReader.index(file, try IndexReader.tokens(bytes)) : try IndexReader.index(bytes, of: file)
    } catch { return nil }
  }

  /// The facts of the files with these indexes, in the order of file and position, whatever the order of the indexes.
  package static func facts(of indexes: [FileIndex], texts: LocalizedTexts = LocalizedTexts()) -> [CodeFact] {
    link(indexes, texts: texts).facts
  }

  /// The maximum number of facts; an app has a few hundred.
  private static let mostFacts = 10_000

  /// The facts of files, the reason why facts may be missing, and the places with code that was not read. The reason is `nil` if the facts
  /// are complete but for these places.
  package static func link(
    _ indexes: [FileIndex], texts: LocalizedTexts, resources: ResourceNames = ResourceNames()
  ) -> (facts: [CodeFact], refusal: String?, unread: [UnreadFact]) {
    let files = indexes.filter { !$0.isTest }.sorted { $0.path.isBefore($1.path) }
    let completed = ObjectiveCReader.completed(files)
    var unread =
      completed.flatMap { file in
        file.unreadLines.map {
          UnreadFact(
            FactLocation(file: file.path, line: $0.line), reason: $0.reason, isRefused: true)
        }
      } + uncertainSlashes(in: files)
    let program = Program(ShadowingTypes.removed(from: completed), texts: texts, resources: resources)
    let found = Recognizer.all.flatMap { $0.facts(program) }
      .sorted { ($0.location, $0.kind.rawValue) < ($1.location, $1.kind.rawValue) }
    unread += UnfollowedWork(in: program).found
    let redefined = RedefinedNames(files)
    let facts = eachOnce(found.map(redefined.marked))
    if program.budget.isSpent {
      return (
        [], "The names in the app's code take more than \(program.budget.steps) steps to look up", unread
      )
    }
    guard facts.count > mostFacts else { return (facts, nil, unread) }
    return (
      Array(facts.prefix(mostFacts)), "The app's code uses its background more than \(mostFacts) times",
      unread
    )
  }

  /// The first place in each file with code between slashes, if the app has operators with a slash: in language mode 5, these may be the
  /// operators, and the code between them runs.
  private static func uncertainSlashes(in files: [FileIndex]) -> [UnreadFact] {
    guard files.contains(where: \.declaresSlash) else { return [] }
    return files.compactMap { file in
      file.linesWithSlashes.min().map { line in
        UnreadFact(
          FactLocation(file: file.path, line: line),
          reason:
            "The code between the slashes in line \(line) may be a regular expression, or use an operator of the app",
          isRefused: true)
      }
    }
  }

  /// The facts without duplicates: code that runs in several ways may yield the same fact several times. The facts have to be sorted.
  private static func eachOnce(_ facts: [CodeFact]) -> [CodeFact] {
    var all: [CodeFact] = []
    // The facts at one place, by a hash of their values: thousands of ways may lead to one place.
    var others: [Int: [CodeFact]] = [:]
    for fact in facts {
      if all.last?.location != fact.location || all.last?.kind != fact.kind { others = [:] }
      let hash = hash(of: fact)
      guard others[hash]?.contains(fact) != true else { continue }
      others[hash, default: []].append(fact)
      all.append(fact)
    }
    return all
  }

  /// A number that is equal for equal facts at one place, and that differs for most other facts.
  private static func hash(of fact: CodeFact) -> Int {
    var hasher = Hasher()
    hasher.combine(fact.reach)
    hasher.combine(fact.moments)
    for entry in fact.values {
      hasher.combine(entry.key)
      hasher.combine(entry.value.string)
      hasher.combine(entry.value.expression)
      hasher.combine(entry.value.location.line)
      hasher.combine(entry.value.location.column)
    }
    return hasher.finalize()
  }

  /// Whether this build of the reader reads Objective-C, which requires libclang.
  package static var readsObjectiveC: Bool { ObjectiveCReader.isAvailable }

  /// The facts of files.
  package static func facts(of files: [SourceFile], texts: LocalizedTexts = LocalizedTexts()) -> [CodeFact] {
    facts(of: files.map(index), texts: texts)
  }
}
