internal import PolicyModel
internal import PolicySyntax
internal import Quantities

/// The suppressions of a policy and its bases, and the diagnostics about them.
struct Suppressions {
  /// A suppression of one rule by one comment.
  private struct Entry {
    let name: RuleName
    let span: Span
    let comment: Span
    /// The spans of all names in the comment.
    let names: [Span]
    let reason: String
    let scope: Scope

    var subject: Subject { Subject(rule: name, source: span.source) }
  }

  /// A rule in a file. Comments of the file suppress findings of the rule.
  private struct Subject: Hashable {
    let rule: RuleName
    let source: SourceID
  }

  /// The findings that a comment covers.
  private enum Scope {
    /// Findings that begin on the comment's own line.
    case line(Range<Int>)
    /// Findings within the next entry or list element.
    case element(Span)
    case nothing
  }

  /// The scopes of the comments about the same rule and file.
  private struct Scopes {
    private let lines: NestedRanges
    private let elements: NestedRanges
    /// The indices of the comments by scope, in order.
    private var commentsByLine: [Range<Int>: [Int]] = [:]
    private var commentsByElement: [Range<Int>: [Int]] = [:]

    init(_ comments: [(index: Int, scope: Scope)]) {
      for comment in comments {
        switch comment.scope {
        case .line(let line): commentsByLine[line, default: []].append(comment.index)
        case .element(let span): commentsByElement[span.range, default: []].append(comment.index)
        case .nothing: break
        }
      }
      lines = NestedRanges(Set(commentsByLine.keys))
      elements = NestedRanges(Set(commentsByElement.keys))
    }

    /// The indices of the comments that cover a span, by scope.
    func covering(_ span: Span) -> [[Int]] {
      let offset = span.range.lowerBound
      let around = elements.containing(offset).filter { span.range.upperBound <= $0.upperBound }
      return lines.containing(offset).compactMap { commentsByLine[$0] }
        + around.compactMap { commentsByElement[$0] }
    }
  }

  private(set) var diagnostics: [Diagnostic] = []
  private var entries: [Entry] = []
  /// The number of names without a rule.
  private var unknownNames = 0
  private let policy: Policy
  private let nodes: NodeTable
  private let appFiles: [AppFile]
  private let today: CalendarDate?
  private let requirements: [RuleName: Located<String>]
  private let formerNames: () -> FormerNames

  /// Reads the suppressions in all files of a policy. Without a day, no suppression expires.
  init(
    of policy: Policy, in reading: PolicyReading, on today: CalendarDate?,
    formerNames: @autoclosure @escaping () -> FormerNames = Catalog.formerNames
  ) {
    self.policy = policy
    nodes = reading.nodes
    appFiles = reading.appFiles.propertyLists
    self.today = today
    self.formerNames = formerNames
    requirements = Dictionary(
      policy.requirements.compactMap(\.id).map { (RuleName("\(RuleName.requirementPrefix)\($0.value)"), $0) },
      uniquingKeysWith: { first, _ in first })
    for index in nodes.tree.sources.indices { read(SourceID(index: UInt16(index))) }
  }

  /// Whether any file may contain a suppression.
  static func mayBe(in sources: ArraySlice<SourceText>) -> Bool {
    for source in sources where source.bytes.withUnsafeBufferPointer(mayBe) { return true }
    return false
  }

  private static func mayBe(in text: UnsafeBufferPointer<UInt8>) -> Bool {
    var start = 0
    while let sign = text.firstIndex(of: UInt8(ascii: "#"), from: start) {
      start = sign + 1
      let rest = text[start...].drop(while: \.isSpaceOrTab)
      if rest.starts(with: SuppressionComment.prefix.utf8) { return true }
    }
    return false
  }

  // MARK: - Reading

  private mutating func read(_ source: SourceID) {
    let tree = nodes.tree
    let elements = ElementExtents(in: source, of: tree)
    let bytes = tree.sources[Int(source.index)].bytes
    guard Self.mayBe(in: [tree.sources[Int(source.index)]]) else { return }
    var count = 0
    for comment in tree.comments(in: source) {
      do throws(SuppressionComment.Mistake) {
        guard let suppression = try SuppressionComment(comment, of: bytes) else { continue }
        count += 1
        guard count <= SuppressionComment.mostInFile else { throw SuppressionComment.tooMany(comment.span) }
        add(suppression, comment, in: bytes, elements)
      } catch {
        add(.suppressionMalformed, at: error.span, error.message, help: error.help)
        guard count <= SuppressionComment.mostInFile else { return }
      }
    }
  }

  private mutating func add(
    _ suppression: SuppressionComment, _ comment: Comment, in bytes: [UInt8], _ elements: ElementExtents
  ) {
    if let expiry = suppression.expiry(on: today) {
      add(expiry)
      return
    }
    let scope = scope(of: comment, in: bytes, elements)
    for name in suppression.names {
      guard let rule = rule(of: name) else { continue }
      entries.append(
        Entry(
          name: rule, span: name.span, comment: comment.span,
          names: suppression.names.map(\.span), reason: suppression.reason, scope: scope))
    }
  }

  private func scope(of comment: Comment, in bytes: [UInt8], _ elements: ElementExtents) -> Scope {
    guard !comment.isOnOwnLine else {
      return elements.first(after: comment.span.range.upperBound).map { .element($0) } ?? .nothing
    }
    return .line(bytes.startOfLine(at: comment.span.range.lowerBound)..<comment.span.range.upperBound)
  }

  /// The rule with a name. `nil` if the name is unknown or the rule's findings can't be suppressed.
  private mutating func rule(of name: SuppressionComment.Name) -> RuleName? {
    let asked = RuleName(name.text)
    if asked.isRequirement { return requirement(asked, name) }
    let (rule, diagnostic) = name.rule(
      formerNames: formerNames(), suggestsRule: unknownNames < SuppressionComment.Name.mostSuggestions)
    if rule == nil { unknownNames += 1 }
    if let diagnostic { add(diagnostic) }
    return rule
  }

  /// A requirement can be suppressed only in the policy that declares it, not in a policy that extends that
  /// policy.
  private mutating func requirement(_ rule: RuleName, _ name: SuppressionComment.Name) -> RuleName? {
    guard let id = requirements[rule] else {
      add(
        .suppressionMalformed, at: name.span, "No requirement is called \(rule)",
        help: "use the id of a requirement, for example require/wifi-only")
      return nil
    }
    guard nodes.span(of: id.node).source == name.span.source else {
      add(
        .suppressionMalformed, at: name.span,
        "The requirement \(rule) of a base policy can't be suppressed here",
        help: "meet it, or add an exception in the base policy",
        related: [Related(span: nodes.span(of: id.node), message: "the requirement")])
      return nil
    }
    return rule
  }

  private mutating func add(
    _ rule: RuleName, at span: Span, _ message: String, help: String? = nil, related: [Related] = [],
    fixes: [Fix] = [], severity: Severity? = nil
  ) {
    add(
      Diagnostic(
        rule: rule, span: span, message: message, help: help, related: related, fixes: fixes,
        severity: severity))
  }

  private mutating func add(_ diagnostic: Diagnostic) {
    // Mistakes in a base policy's comments are reported when that policy is linted.
    if diagnostic.span.source.index == 0 { diagnostics.append(diagnostic) }
  }

  // MARK: - Applying

  /// Marks the findings that a comment suppresses.
  mutating func apply(to findings: inout [Finding]) {
    let scopes = Dictionary(grouping: entries.indices) { entries[$0].subject }.mapValues { indices in
      Scopes(indices.map { ($0, entries[$0].scope) })
    }
    var used: Set<Int> = []
    for position in findings.indices
    where findings[position].rule.isSuppressible || findings[position].name.isRequirement {
      let covering = locations(of: findings[position]).flatMap { span in
        scopes[Subject(rule: findings[position].name, source: span.source)]?.covering(span) ?? []
      }
      used.formUnion(covering.joined())
      guard findings[position].suppression == nil, let first = covering.compactMap(\.first).min() else {
        continue
      }
      findings[position].suppression = .comment(reason: entries[first].reason)
    }
    reportUnused(but: used)
  }

  /// The locations at which a comment covers a finding.
  ///
  /// Usually this is the location of the finding. For a finding in one of the app's files, the locations are
  /// the part of the policy that names the file and the related declaration.
  private func locations(of finding: Finding) -> [Span] {
    let source = finding.diagnostic.span.source
    guard Int(source.index) >= nodes.tree.sources.count else { return [finding.diagnostic.span] }
    let named = appFiles.filter { file in
      if case .propertyList(_, source) = file.content { true } else { false }
    }
    return named.map { nodes.span(of: $0.named.node) } + finding.diagnostic.related.map(\.span)
  }

  /// Reports the suppressions that suppress nothing. A policy without an app is left out: other policies extend it, and may use its
  /// suppressions.
  private mutating func reportUnused(but used: Set<Int>) {
    guard policy.app != nil else { return }
    for entry in entries.indices where !used.contains(entry) {
      let entry = entries[entry]
      add(
        .suppressionUnused, at: entry.span, "The suppression of \(entry.name) suppresses nothing",
        fixes: [
          entry.names.count == 1
            ? removal(of: entry.comment) : Self.removal(of: entry.span, from: entry.names)
        ])
    }
  }

  /// A fix that removes a name from the list of its comment.
  private static func removal(of name: Span, from names: [Span]) -> Fix {
    let next = names.first { $0.lower > name.lower }
    let previous = names.last { $0.lower < name.lower }
    let extent = Span(
      source: name.source, lower: next == nil ? previous?.upper ?? name.lower : name.lower,
      upper: next?.lower ?? name.upper)
    return Fix("Remove the name", safety: .safe, edits: [Edit(replacing: extent, with: "")])
  }

  /// A fix that removes a comment, and the whole line if the line has no other text.
  private func removal(of comment: Span) -> Fix {
    let bytes = nodes.tree.sources[Int(comment.source.index)].bytes
    let start = bytes[..<comment.range.lowerBound].lastIndex { !$0.isSpaceOrTab }.map { $0 + 1 } ?? 0
    var end = comment.range.upperBound
    if start == 0 || bytes.lengthOfBreak(before: start) > 0 { end += bytes.lengthOfBreak(at: end) }
    return Fix(
      "Remove the comment", safety: .safe,
      edits: [Edit(replacing: Span(source: comment.source, start..<end), with: "")])
  }
}
