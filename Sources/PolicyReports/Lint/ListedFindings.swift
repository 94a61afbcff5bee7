package import PolicyLint
internal import PolicySyntax

// The findings that a report lists.
extension LintReport.File {
  /// The most findings of a policy that a report lists. The report counts further findings.
  package static let mostListed = 1_000

  /// The findings that a report lists, in their order. If there are too many, the most severe findings and a
  /// last finding with the number of findings that are left out.
  package var listed: [Finding] {
    guard findings.count > Self.mostListed, let last = findings.last else { return findings }
    let ranks = findings.map { finding in
      finding.counts ? Severity.allCases.count { $0 > finding.severity } : Severity.allCases.count
    }
    // The number of listed findings of each rank. Higher ranks are listed first; ranks after the limit are not listed.
    var room = Self.mostListed
    var rooms = (0...Severity.allCases.count).map { rank in
      let number = min(room, ranks.count { $0 == rank })
      room -= number
      return number
    }
    var (listed, others): ([Finding], [Finding]) = ([], [])
    for (finding, rank) in zip(findings, ranks) {
      if rooms[rank] > 0 {
        rooms[rank] -= 1
        listed.append(finding)
      } else {
        others.append(finding)
      }
    }
    let counting = others.filter(\.counts)
    let numbers =
      Severity.allCases.sorted(by: >).compactMap { severity in
        let number = counting.count { $0.severity == severity }
        return number > 0 ? DisplayText.count(number, severity.label) : nil
      } + (counting.count < others.count ? ["\(others.count - counting.count) suppressed"] : [])
    return listed + [
      .unlisted(
        at: last.diagnostic.span,
        "\(DisplayText.count(others.count, "more finding")) \(others.count == 1 ? "is" : "are") not listed: \(numbers.joined(separator: ", "))",
        help: "fix those that are listed first; `bgpolicy lint --statistics` counts all by rule",
        severity: counting.map(\.severity).max() ?? .info)
    ]
  }
}

extension [Finding] {
  /// The findings by severity, errors first, for people; findings of the same severity stay in their order.
  var worstFirst: [Finding] {
    [Severity.error, .warning, .info].flatMap { severity in filter { $0.severity == severity } }
  }
}
