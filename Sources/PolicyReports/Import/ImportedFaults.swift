package import PolicyLint
package import PolicySyntax
internal import Quantities

/// The certain faults of an app at its import.
///
/// The faults are the findings of `lint` and `drift` in the imported policy, the most severe first, without
/// the findings that the import itself causes.
package struct ImportedFaults {
  /// A finding at its location in the app.
  fileprivate struct Fault {
    let severity: Severity
    let location: String
    let message: String
    let name: RuleName
  }

  /// The findings about the app, without notes.
  private let faults: [Fault]
  /// The errors that the import itself causes. These errors end when the TODOs in the policy are done.
  private let own: [Fault]
  /// The number of notes.
  private let noteCount: Int
  /// The rules that could not be decided.
  private let undecided: [UndecidedRules]
  /// Whether errors in the policy's shape prevent most rules from being checked.
  private let isMisshapen: Bool

  /// The faults among the findings in an imported policy. `isOwn` is true for errors that the import itself
  /// causes.
  package init(
    _ findings: [Finding], in sources: [SourceText], undecided: [UndecidedRules],
    isOwn: (Finding) -> Bool
  ) {
    let file = LintReport.File(findings: findings.filter(\.counts), sources: sources)
    let regions = Regions(file)
    var (faults, own): ([Fault], [Fault]) = ([], [])
    for finding in file.findings where finding.severity > .info {
      let fault = Fault(
        severity: finding.severity, location: Self.location(of: finding, in: sources, regions),
        message: finding.diagnostic.message, name: finding.name)
      if isOwn(finding) { own.append(fault) } else { faults.append(fault) }
    }
    // The findings are sorted by file, and the faults are sorted by severity.
    self.faults = Severity.allCases.sorted(by: >).flatMap { severity in
      faults.filter { $0.severity == severity }
    }
    self.own = own
    noteCount = file.findings.count { $0.severity == .info }
    self.undecided = undecided
    isMisshapen = findings.contains(where: \.breaksShape)
  }

  /// The location in the app from which a value of the policy was imported.
  ///
  /// The location is in the comment after the value. For a mapping, it is in the comment after the mapping's first value. Without such a
  /// comment, the result is the location of the finding.
  private static func location(of finding: Finding, in sources: [SourceText], _ regions: Regions) -> String {
    let span = finding.diagnostic.span
    let region = regions.region(of: span)
    if span.source.index == 0 {
      let text = String(decoding: sources[0].bytes, as: UTF8.self)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(
        region.start.line - 1)
      let isKey = lines.first?.hasSuffix(":") ?? false
      if let location = lines.prefix(isKey ? 2 : 1).compactMap(Self.location(inCommentOf:)).first {
        return location
      }
    }
    return "\(region.file):\(region.start.line)"
  }

  /// The location in the comment that an import wrote at the end of a line.
  private static func location(inCommentOf line: Substring) -> String? {
    guard let comment = line.ranges(of: "  # ").last else { return nil }
    let location = line[comment.upperBound...].prefix { $0 != " " && $0 != "," }
    let parts = location.split(separator: ":")
    return parts.count == 2 && Int(parts[1]) != nil ? String(location) : nil
  }

  /// The number of findings of each severity that count, in words.
  package static func counts(_ findings: [Finding]) -> String {
    ListedCounts.text(findings.filter(\.counts).map(\.severity))
  }

  // MARK: - Text

  /// The faults of an app for people: a line with the number of faults, and a line for each fault.
  func lines(of app: String) -> [String] {
    let counts = ListedCounts.text(faults.map(\.severity))
    let title = faults.isEmpty ? "\(app): nothing is certainly wrong" : "\(app): \(counts), the worst first"
    let notes = noteCount > 0 ? ["  and \(DisplayText.count(noteCount, "note"))"] : []
    return [faults.isEmpty ? title : title + ":"] + faults.map(\.line) + notes
  }

  /// The errors that the import itself causes.
  var ownLines: [String] {
    guard !own.isEmpty else { return [] }
    let rest = isMisshapen ? ", and until then most rules are off" : ""
    let title =
      "\(DisplayText.count(own.count, "error")) of the policy, not of the app, until its TODOs are done\(rest):"
    return [title] + own.map(\.line)
  }

  /// The undecided rules and the reasons.
  var undecidedLines: [String] { undecided.map(\.line) }
}

extension ImportedFaults.Fault {
  fileprivate var line: String { "  \(severity.label): \(location): \(message) [\(name)]" }
}

/// The number of findings of each severity, in words.
enum ListedCounts {
  /// The counts as text, such as `2 errors, 1 warning`.
  static func text(_ severities: [Severity]) -> String {
    Severity.allCases.sorted(by: >).compactMap { severity in
      let count = severities.count { $0 == severity }
      return count == 0 ? nil : DisplayText.count(count, severity.label)
    }.joined(separator: ", ")
  }
}
