internal import PolicySyntax

/// How the findings of a rule are reported.
enum Reporting: Sendable {
  /// Each finding is reported separately.
  case each
  /// All findings in a file are reported as one finding. This is for findings that are correct, but have no
  /// practical cost.
  case oncePerFile
}

extension Sequence<Finding> {
  /// The findings as reported. The findings of a rule that is reported once per file become one finding, at
  /// the first location. The other locations are related locations.
  ///
  /// Suppressed findings and errors stay separate.
  package var folded: [Finding] {
    let findings = Array(self)
    var result: [Finding] = []
    var indices: [FoldKey: Int] = [:]
    var groups: [Int: [Finding]] = [:]
    for finding in findings {
      let key = FoldKey(finding)
      if let key, let index = indices[key] {
        groups[index, default: [result[index]]].append(finding)
      } else {
        if let key { indices[key] = result.count }
        result.append(finding)
      }
    }
    for (index, group) in groups { result[index].diagnostic = Diagnostic(folding: group.map(\.diagnostic)) }
    return result
  }
}

/// The values that folded findings share.
private struct FoldKey: Hashable {
  let rule: RuleName
  let severity: Severity
  let source: SourceID

  init?(_ finding: Finding) {
    guard finding.rule.reporting == .oncePerFile, finding.counts, finding.severity != .error else {
      return nil
    }
    rule = finding.name
    severity = finding.severity
    source = finding.diagnostic.span.source
  }
}

extension Diagnostic {
  /// The most names that a message lists.
  private static let listed = 5

  /// Folds two or more diagnostics of the same rule into one diagnostic, at the first location.
  fileprivate init(folding diagnostics: [Diagnostic]) {
    self = diagnostics[0]
    let others = diagnostics.dropFirst()
    related += others.map { Related(span: $0.span, message: "here too") }
    message += "; likewise " + Self.list(diagnostics.map(\.subject))
    fixes = Fix(folding: diagnostics.compactMap(\.fixes.first)).map { [$0] } ?? []
  }

  /// The name of the declaration that the diagnostic is about: the second part of its path.
  private var subject: String? {
    var parts = [""]
    var isQuoted = false
    for character in path {
      if character == "\"" { isQuoted.toggle() }
      if character == ".", !isQuoted { parts.append("") } else { parts[parts.count - 1].append(character) }
    }
    return parts.count > 1 ? parts[1] : nil
  }

  /// The names except the first. If the names are not distinct, their number.
  private static func list(_ names: [String?]) -> String {
    let known = names.compactMap { $0 }
    let others = known.dropFirst()
    guard Set(known).count == names.count else {
      return names.count == 2 ? "another location" : "\(names.count - 1) other locations"
    }
    let rest = others.count - listed
    guard rest > 0 else { return others.joined(separator: ", ") }
    return others.prefix(listed).joined(separator: ", ") + " and \(rest) more"
  }
}

extension Fix {
  /// Folds fixes into one fix. `nil` if `fixes` is empty or the fixes overlap.
  fileprivate init?(folding fixes: [Fix]) {
    guard let first = fixes.first else { return nil }
    let edits = fixes.flatMap(\.edits).sorted { $0.span < $1.span }
    for (edit, next) in zip(edits, edits.dropFirst()) where next.span.lower < edit.span.upper { return nil }
    self.init(
      fixes.count == 1 || fixes.allSatisfy { $0.title == first.title }
        ? first.title : "\(first.title), and likewise for the others",
      safety: fixes.dropFirst().reduce(first.safety) { $0.combined(with: $1.safety) }, edits: edits)
  }
}
