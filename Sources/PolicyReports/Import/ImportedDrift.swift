internal import JSON
package import PolicyLint
package import PolicySyntax

/// The findings of `bgpolicy drift` that compare an app with the policy imported from the app.
package struct ImportedDrift {
  /// The findings of a rule with a severity.
  fileprivate struct Entry {
    let name: RuleName
    let code: String
    let severity: Severity
    /// The locations of the findings, in the order of the findings.
    var locations: [String]
  }

  /// The command that shows the findings.
  private let command: String
  /// The rules with findings, sorted by severity and number.
  private let entries: [Entry]
  /// The errors in the shape of the policy, which prevent the comparison.
  private let shapeErrors: Int

  /// The most locations of a rule that a summary shows.
  fileprivate static let mostLocations = 3

  /// The findings that compare a policy with its app, selected from all findings. `command` shows these
  /// findings.
  package init(_ findings: [Finding], in sources: [SourceText], command: String) {
    self.command = command
    shapeErrors = findings.count(where: \.breaksShape)
    let compared = findings.filter { $0.rule.isAboutDrift && $0.counts }
    let file = LintReport.File(findings: compared, sources: sources)
    let regions = Regions(file)
    var entries: [Entry] = []
    for finding in file.findings {
      let region = regions.region(of: finding.diagnostic.span)
      let location = "\(region.file):\(region.start.line)"
      if let index = entries.firstIndex(where: { $0.name == finding.name && $0.severity == finding.severity })
      {
        entries[index].locations.append(location)
      } else {
        entries.append(
          Entry(
            name: finding.name, code: finding.rule.code, severity: finding.severity, locations: [location]))
      }
    }
    self.entries = entries.sorted {
      ($1.severity, $1.locations.count, $0.name) < ($0.severity, $0.locations.count, $1.name)
    }
  }

  /// The findings for programs.
  var json: JSONValue {
    [
      "command": .string(command), "shapeErrors": .number(shapeErrors),
      "findings": .number(entries.map(\.locations.count).reduce(0, +)),
      "rules": .array(
        entries.map { entry in
          [
            "rule": .string(entry.name.text), "code": .string(entry.code),
            "severity": .string(entry.severity.rawValue), "count": .number(entry.locations.count),
            "locations": .array(entry.locations.prefix(Self.mostLocations).map { .string($0) }),
          ]
        }),
    ]
  }
}
