package import PolicyLint
package import PolicySyntax
internal import Quantities

/// The certain faults of an app on the day of its import: the findings of `lint` and `drift` in the policy that was written from
/// it, the gravest first, without those that the import itself has caused.
package struct ImportedFaults {
  /// A finding at its location in the app.
  fileprivate struct Fault {
    let severity: Severity
    let location: String
    let message: String
    let name: RuleName
  }

  /// The findings about the app that are no notes.
  private let faults: [Fault]
  /// The errors of the import itself, which end with its TODOs.
  private let own: [Fault]
  /// The number of notes.
  private let noteCount: Int
  /// The rules that were not decided.
  private let undecided: [UndecidedRules]
  /// Whether the shape of the policy keeps most rules from being checked.
  private let isMisshapen: Bool

  /// The faults among the findings in an imported policy; `isOwn` holds for errors of the import itself.
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
    // The order of findings is that of the files.
    self.faults = Severity.allCases.sorted(by: >).flatMap { severity in
      faults.filter { $0.severity == severity }
    }
    self.own = own
    noteCount = file.findings.count { $0.severity == .info }
    self.undecided = undecided
    isMisshapen = findings.contains(where: \.breaksShape)
  }

  /// The location in the app from which a value of the policy was imported, as the comment after the value, or after the first in a
  /// mapping, has it; otherwise that of the finding.
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

  /// The location in the comment at the end of a line that an import wrote.
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

  /// The faults of an app for people: a line with their number, and one for each.
  func lines(of app: String) -> [String] {
    let counts = ListedCounts.text(faults.map(\.severity))
    let title = faults.isEmpty ? "\(app): nothing is certainly wrong" : "\(app): \(counts), the worst first"
    let notes = noteCount > 0 ? ["  and \(DisplayText.count(noteCount, "note"))"] : []
    return [faults.isEmpty ? title : title + ":"] + faults.map(\.line) + notes
  }

  /// The errors of the import itself.
  var ownLines: [String] {
    guard !own.isEmpty else { return [] }
    let rest = isMisshapen ? ", and until then most rules are off" : ""
    let title =
      "\(DisplayText.count(own.count, "error")) of the policy, not of the app, until its TODOs are done\(rest):"
    return [title] + own.map(\.line)
  }

  /// The rules that are off, and why.
  var undecidedLines: [String] { undecided.map(\.line) }
}

extension ImportedFaults.Fault {
  fileprivate var line: String { "  \(severity.label): \(location): \(message) [\(name)]" }
}

/// The number of findings of each severity, in words.
enum ListedCounts {
  /// Such as `2 errors, 1 warning`.
  static func text(_ severities: [Severity]) -> String {
    Severity.allCases.sorted(by: >).compactMap { severity in
      let count = severities.count { $0 == severity }
      return count == 0 ? nil : DisplayText.count(count, severity.label)
    }.joined(separator: ", ")
  }
}
