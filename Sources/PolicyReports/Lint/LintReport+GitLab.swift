internal import JSON
internal import PolicyLint
internal import PolicySyntax

extension LintReport {
  /// The findings that count, as a Code Quality report, which GitLab shows in merge requests.
  var gitlab: JSONValue {
    var fingerprints = Fingerprints()
    var entries: [JSONValue] = []
    for file in files {
      let regions = Regions(file)
      for finding in file.listed where finding.counts {
        let region = regions.region(of: finding.diagnostic.span)
        entries.append(
          .members([
            "description": .string(finding.messageAndHelp),
            "check_name": .string(finding.name.text),
            "fingerprint": .string(fingerprints.next(of: finding, in: file)),
            "severity": .string(finding.severity.codeQuality),
            "location": [
              "path": .string(region.path),
              "lines": ["begin": .number(region.start.line), "end": .number(region.lastLine)],
            ],
            "links": finding.address(in: file.site).map { [["url": .string($0)]] },
          ]))
      }
    }
    return .array(entries)
  }
}

extension Severity {
  /// The severity in GitLab's terms. GitLab's highest severity, `blocker`, is for findings that stop all
  /// work, and is not used.
  fileprivate var codeQuality: String {
    switch self {
    case .error: "critical"
    case .warning: "minor"
    case .info: "info"
    }
  }
}
