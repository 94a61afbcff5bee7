package import JSON
internal import PolicyModel
package import PolicySyntax

/// Known findings, which don't count as long as they match their record.
///
/// An entry survives edits elsewhere in the file, because it has no line number. It consists of the file, the
/// rule and the path to the value. For a value in a list, the value's text replaces the index; in the app's
/// code, the reported text replaces the path.
package struct Baseline: Hashable, Sendable {
  /// A kind of finding in a file.
  package struct Entry: Hashable, Comparable, Sendable {
    /// The file, as findings name it.
    package let file: String
    /// The rule's current name. Reading a baseline replaces former names.
    package let rule: String
    /// The path to the value, without list indices.
    package let path: String
    /// The value's text if the value is in a list, or the reported text in the app's code. Empty otherwise.
    package let text: String

    /// Whether only the app's code shows the finding.
    package var isAboutCode: Bool { Catalog.rule(named: RuleName(rule))?.family == .code }

    package static func < (left: Entry, right: Entry) -> Bool {
      (left.file, left.rule, left.path, left.text) < (right.file, right.rule, right.path, right.text)
    }
  }

  /// The number of findings of each kind. A kind without findings has no entry.
  private var counts: [Entry: Int] = [:]

  /// A baseline of all findings that count and can be recorded.
  package init(of findings: [(finding: Finding, sources: [SourceText])]) {
    for (finding, sources) in findings where finding.counts {
      for entry in Entry.all(of: finding, sources) { counts[entry, default: 0] += 1 }
    }
  }

  /// The entries in order, each with the number of its findings.
  package var entries: [(entry: Entry, count: Int)] {
    counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The number of recorded findings.
  package var findingCount: Int { counts.values.reduce(0, +) }
}

extension Baseline.Entry {
  /// The kinds of a finding, one for each path to its text. Empty if baselines don't record the finding, such
  /// as a finding about the shape of the text or about a suppression.
  fileprivate static func all(of finding: Finding, _ sources: [SourceText]) -> [Baseline.Entry] {
    guard finding.rule.isSuppressible || finding.name.isRequirement else { return [] }
    return ([finding.diagnostic.path] + finding.diagnostic.furtherPaths).map {
      Baseline.Entry(finding, at: $0, sources)
    }
  }

  private init(_ finding: Finding, at way: String, _ sources: [SourceText]) {
    let source = sources[Int(finding.diagnostic.span.source.index)]
    let path = Self.withoutPositions(way)
    file = source.name
    rule = finding.name.text
    self.path = path
    // Findings in code have no paths.
    let isWritten = path != way || way.isEmpty
    text = isWritten ? String(decoding: source.bytes[finding.diagnostic.span.range], as: UTF8.self) : ""
  }

  /// A path without list indices such as `[0]`. Text in quotes is kept.
  private static func withoutPositions(_ path: String) -> String {
    var result = ""
    var isQuoted = false
    var isInBrackets = false
    for character in path {
      if character == "\"" { isQuoted.toggle() }
      if !isQuoted, character == "[" { isInBrackets = true }
      if !isInBrackets { result.append(character) }
      if !isQuoted, character == "]" { isInBrackets = false }
    }
    return result
  }
}

// MARK: - Applying

extension Baseline {
  /// Marks the recorded findings as not counting. The entries that remain in the baseline were not found.
  package mutating func apply(to findings: inout [Finding], in sources: [SourceText]) {
    for index in findings.indices where findings[index].counts {
      let entries = Entry.all(of: findings[index], sources)
      // If one of the paths is not recorded, the text has a new use.
      guard !entries.isEmpty, holds(entries) else { continue }
      findings[index].suppression = .baseline
      for entry in entries { counts[entry] = counts[entry].flatMap { $0 > 1 ? $0 - 1 : nil } }
    }
  }

  /// Whether each entry is recorded at least as often as it occurs.
  private func holds(_ entries: [Entry]) -> Bool {
    entries.allSatisfy { entry in counts[entry, default: 0] >= entries.count { $0 == entry } }
  }

  /// The baseline without the findings of another baseline.
  package func removing(_ other: Baseline) -> Baseline {
    var result = self
    for (entry, count) in other.counts {
      guard let own = counts[entry] else { continue }
      result.counts[entry] = own > count ? own - count : nil
    }
    return result
  }

  /// The baseline without the kinds of findings that `isKept` excludes.
  package func filter(_ isKept: (Entry) -> Bool) -> Baseline {
    var result = self
    result.counts = counts.filter { isKept($0.key) }
    return result
  }

  /// Adds the findings of another baseline.
  package mutating func add(_ other: Baseline) { counts.merge(other.counts, uniquingKeysWith: max) }

  /// The baseline with changed file names, for a call in another folder.
  package func renamingFiles(_ name: (_ file: String) -> String) -> Baseline {
    var result = self
    result.counts = Dictionary(
      counts.map { entry, count in
        (Entry(file: name(entry.file), rule: entry.rule, path: entry.path, text: entry.text), count)
      }, uniquingKeysWith: +)
    return result
  }
}

// MARK: - JSON

extension Baseline {
  /// The version of the file format.
  private static let version: Int64 = 1
  /// The largest count that a file may have. No policy has nearly as many findings, and sums of counts can't
  /// overflow.
  private static let largestCount: Int64 = 1 << 31

  /// The file's content.
  package var json: JSONValue {
    [
      "version": .int(Self.version),
      "findings": .array(
        entries.map { entry, count in
          var members = [
            JSONMember("file", .string(entry.file)), JSONMember("rule", .string(entry.rule)),
            JSONMember("path", .string(entry.path)),
          ]
          if !entry.text.isEmpty { members.append(JSONMember("text", .string(entry.text))) }
          members.append(JSONMember("count", .int(Int64(count))))
          return .object(members)
        }),
    ]
  }

  /// An error: a file is not a baseline.
  package struct Unreadable: Error {
    /// The reason as a headline.
    package let reason: String
  }

  /// Reads the content of a file; former names of rules are replaced by current names.
  package init(
    json: JSONValue, formerNames: @autoclosure () -> FormerNames = Catalog.formerNames
  ) throws(Unreadable) {
    guard json["version"] == .int(Self.version) else {
      throw Unreadable(reason: "Its version is not \(Self.version)")
    }
    guard case .array(let values) = json["findings"] else {
      throw Unreadable(reason: "It has no list of findings")
    }
    for (index, value) in values.enumerated() {
      guard case .string(let file) = value["file"], case .string(let rule) = value["rule"],
        case .string(let path) = value["path"], case .int(let count) = value["count"],
        (1...Self.largestCount).contains(count)
      else { throw Unreadable(reason: "Its finding \(index + 1) lacks a file, a rule, a path or a count") }
      var text = ""
      if case .string(let written) = value["text"] { text = written }
      let name = formerNames().rule(named: RuleName(rule))?.name.text ?? rule
      counts[Entry(file: file, rule: name, path: path, text: text), default: 0] += Int(count)
    }
  }
}
